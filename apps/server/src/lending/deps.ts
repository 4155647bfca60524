import type { Fen } from '@fyh/base/money.ts'
import type { TransferPurpose } from '@fyh/contract/transfer.machine.ts'
import type { agreementEnded, cardOf, cardsOf } from '#features/card/card.ts'
import type { Message } from '#features/message/message.ts'
import type { Deps, Tx } from '#platform/deps.ts'

export type { Message }

/** How a transfer ended, for the slice that ordered it. Money that had moved and went back is `returned`. */
export type TransferEnd = {
  readonly userId: number
  readonly transferId: number
  readonly purpose: TransferPurpose
  readonly subject: { readonly kind: 'activity' | 'benefit'; readonly id: number }
  readonly outcome: 'succeeded' | 'failed' | 'returned'
  readonly amountFen: Fen
  /** What really moved; a debit may bring less than was ordered. */
  readonly movedFen: Fen
  readonly cardId: number
  readonly cardTail: string
  readonly reason: string | null
}
/** Takes an end in, with the transaction that books it. */
export type TakeTransferEnd = (tx: Tx, deps: LendingDeps, ended: TransferEnd) => Promise<void>

/** A loan whose money has gone out, for the slice of benefits: what was signed with the pay-out that brought it. */
export type PaidOutLoan = {
  readonly userId: number
  readonly loanId: number
  /** The card that the money went to. */
  readonly cardId: number
  /** The loan had failed, or was submitted again since: the borrower does not count on this pay-out any more. */
  readonly isLate: boolean
  readonly benefit: { readonly packageId: number } | null
}

/** What the lending core needs of slices above it. It imports none of them: the composition root hands their functions in. */
export type LendingDeps = Deps & {
  readonly cards: {
    readonly cardOf: typeof cardOf
    readonly cardsOf: typeof cardsOf
    readonly agreementEnded: typeof agreementEnded
  }
  /** Tells borrowers something, with the caller's transaction. */
  readonly tell: (tx: Tx, ...messages: readonly Message[]) => Promise<void>
  /** The function of the slice that orders transfers of a purpose. */
  readonly transferEnded: (purpose: TransferPurpose) => TakeTransferEnd
  /** Orders what was signed along with a loan, with the transaction that books its pay-out. */
  readonly loanPaidOut: (tx: Tx, deps: LendingDeps, paid: PaidOutLoan) => Promise<void>
}
