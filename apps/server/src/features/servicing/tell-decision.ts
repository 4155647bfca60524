import type { Fen } from '@fyh/base/money.ts'
import type { LoanEvent } from '@fyh/contract/loan.machine.ts'
import type { MessageContent } from '@fyh/contract/message-params.ts'
import type { DecisionMade, RunningLoan } from '#lending/loan/loan.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { sendMessage } from '../message/message.ts'

type Decided = {
  readonly loan: RunningLoan
  readonly eventId: number
  readonly what: DecisionMade
  /** The move that the loan made in consequence. */
  readonly move: LoanEvent | undefined
  readonly paidTotal: Fen
}

/** Tells a borrower what was decided about a loan, and what became of the loan by it. */
export async function tellDecision(tx: Tx, deps: Deps, { loan, eventId, what, move, paidTotal }: Decided): Promise<void> {
  const { userId, loanId, contractNo } = loan
  const tell = (content: MessageContent, once = `${content.kind}:${eventId}`) => sendMessage(tx, deps, { ...content, userId, loanId, once })
  if (what.kind === 'waiver') await tell({ kind: 'amountWaived', params: { amountFen: what.data.amountFen, contractNo } })
  if (what.kind === 'reverse') await tell({ kind: 'waiverUndone', params: { contractNo } })
  if (what.kind === 'writeOff') await tell({ kind: 'loanClosed', params: { contractNo } })
  else if (move === 'settle') await tell({ kind: 'loanSettled', params: { amountFen: paidTotal, contractNo } }, `loanSettled:${loanId}`)
  if (move === 'cure') await tell({ kind: 'overdueCured', params: { contractNo } })
}
