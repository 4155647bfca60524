import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { type TransferPurpose, transferPurposes } from '@fyh/contract/transfer.machine.ts'
import type { Account } from './accounts.ts'
import { moved, type Posting, posting, type Subject } from './posting.ts'
import type { PostingKind } from './posting-kinds.ts'

type Moved = {
  readonly userId: number
  readonly transferId: number
  readonly purpose: TransferPurpose
  readonly subject: Subject
  /** The order of the payment channel, as its daily statement names it. */
  readonly orderKey: string
  readonly amount: Fen
  readonly on: CivilDate
}

/** Whose money the channel moves for each purpose, and the kinds of postings of its way there and back. */
const books = {
  redPacket: { held: 'redPacketHeld', there: 'redPacketPaid', back: 'redPacketReturned' },
  benefit: { held: 'benefitHeld', there: 'benefitPaid', back: 'benefitPaidReturned' },
  benefitRefund: { held: 'benefitHeld', there: 'benefitRefunded', back: 'benefitRefundReturned' },
} as const satisfies Record<TransferPurpose, { held: Account; there: PostingKind; back: PostingKind }>

/** The channel moved the money of a transfer: out to the card, or in from it. */
export function transferMoved({ transferId, purpose, amount, ...of }: Moved): Posting {
  const { held, there } = books[purpose]
  return posting({ ...of, kind: there, key: `transfer:${transferId}` }, moved(amount, wayOf(held, transferPurposes[purpose])))
}

/** The money of a transfer went back where it came from. */
export function transferReturned({ transferId, purpose, amount, ...of }: Moved): Posting {
  const { held, back } = books[purpose]
  const other = transferPurposes[purpose] === 'out' ? 'in' : 'out'
  return posting({ ...of, kind: back, key: `transferReturned:${transferId}` }, moved(amount, wayOf(held, other)))
}

type Earned = {
  readonly userId: number
  readonly subject: Subject
  /** What earned it: a use of a right, or the end of the term. */
  readonly cause: string
  readonly amount: Fen
  readonly on: CivilDate
}

/** The supplier has earned a part of what was paid for benefits; it cannot be refunded any more. */
export function benefitEarned({ cause, amount, ...of }: Earned): Posting {
  const legs = moved(amount, { from: 'supplierPayable', to: 'benefitHeld' })
  return posting({ ...of, kind: 'benefitEarned', key: `benefitEarned:${of.subject.id}:${cause}` }, legs)
}

const wayOf = (held: Account, way: 'in' | 'out') =>
  way === 'out' ? ({ from: 'channelClearing', to: held } as const) : ({ from: held, to: 'channelClearing' } as const)
