import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { type TransferEvent, transferPurposes, transferUnderWay } from '@fyh/contract/transfer.machine.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { post, transferMoved, transferReturned } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import { askSoon, findTransfer, moveTransfer, type Transfer, type TransferKey } from './transfers.sql.ts'

/** What became known of a transfer. `returned`: the money went back where it came from, whether or not it was reported as moved before. */
export type TransferNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'moved'; readonly movedFen: Fen }
  | { readonly kind: 'returned'; readonly movedFen: Fen; readonly reason: string | null }

type TransferResult = {
  readonly result: 'succeeded' | 'failed' | 'returned'
  readonly amountFen: Fen
  readonly reason?: string | null | undefined
}

/** The channel's word on money sent to a card. */
export function outcomeOfTransfer({ result, amountFen, reason = null }: TransferResult): TransferNews {
  if (result === 'failed') return { kind: 'failed', reason: reason ?? 'failed' }
  return result === 'returned' ? { kind: 'returned', movedFen: amountFen, reason } : { kind: 'moved', movedFen: amountFen }
}

type DebitResult = {
  readonly result: 'succeeded' | 'partly' | 'failed' | 'returned'
  readonly takenFen: Fen
  readonly reason?: string | null | undefined
}

/** The channel's word on money taken from a card. */
export function outcomeOfDebit({ result, takenFen, reason = null }: DebitResult): TransferNews {
  if (result === 'failed' || takenFen === 0) return { kind: 'failed', reason: reason ?? 'failed' }
  return result === 'returned' ? { kind: 'returned', movedFen: takenFen, reason } : { kind: 'moved', movedFen: takenFen }
}

/**
 * Takes news of a transfer in. News that the machine knows no move for are late or a repeat and change nothing; money is booked once, and
 * the owning slice hears of each outcome once, in the transaction that books it. A notice of another sum than was ordered books nothing:
 * the channel is asked, and its answer counts.
 */
export async function learnTransfer(
  tx: Tx,
  deps: LendingDeps,
  key: TransferKey,
  { news, from }: { readonly news: TransferNews; readonly from: 'notice' | 'answer' },
): Promise<void> {
  const transfer = await findTransfer(tx, key, 'update')
  assert(transfer !== undefined, `no transfer ${key.transferId}`)
  if (isDoubtful(transfer, news, from)) return doubt(tx, deps, transfer, { news, from })
  for (const event of eventsOf(transfer, news)) {
    const now = await findTransfer(tx, key)
    assert(now !== undefined, `no transfer ${key.transferId}`)
    await step(tx, deps, now, { event, news })
  }
}

async function step(
  tx: Tx,
  deps: LendingDeps,
  transfer: Transfer,
  { event, news }: { readonly event: TransferEvent; readonly news: TransferNews },
): Promise<void> {
  const on = today(deps.clock)
  const moved = await moveTransfer(tx, transfer, event, {
    at: deps.clock.now(),
    on,
    ...('movedFen' in news && { movedFen: news.movedFen }),
    ...('reason' in news && { reason: news.reason }),
  })
  if (moved === undefined) return
  const { userId, transferId, purpose, subject, orderKey, movedFen, orderedOn } = moved
  const posting = { userId, transferId, purpose, subject, orderKey, amount: movedFen }
  // The channel files an order under the day it was ordered on, and what came back under its own day.
  if (event === 'succeed') await post(tx, transferMoved({ ...posting, on: orderedOn }))
  if (event === 'takeBack') await post(tx, transferReturned({ ...posting, on }))
  const outcome = outcomeOf[event]
  if (outcome === undefined) return
  const { amountFen, cardId, cardTail, reason } = moved
  const ended = { userId, transferId, purpose, subject, outcome, amountFen, movedFen, cardId, cardTail, reason }
  await deps.transferEnded(purpose)(tx, deps, ended)
  // A card whose agreement ended is no card to debit any more; its owner is asked to add it again.
  if (outcome === 'failed' && reason === 'agreementEnded') await deps.cards.agreementEnded(tx, deps, { userId, cardId })
}

const outcomeOf: { readonly [Event in TransferEvent]?: 'succeeded' | 'failed' | 'returned' } = {
  succeed: 'succeeded',
  fail: 'failed',
  takeBack: 'returned',
}

/** The moves that news ask for. An order whose acceptance was never written down is accepted by what came of it. */
function eventsOf({ status }: Transfer, news: TransferNews): TransferEvent[] {
  const accepted: TransferEvent[] = status === 'requested' ? ['send'] : []
  switch (news.kind) {
    case 'accepted':
      return ['send']
    case 'unknown':
      return [...accepted, 'loseTrack']
    case 'failed':
      return ['fail']
    case 'moved':
      return [...accepted, 'succeed']
    case 'returned':
      return status === 'succeeded' ? ['takeBack'] : [...accepted, 'succeed', 'takeBack']
  }
}

/**
 * Whether news must not be booked as they are: a notice of another sum than was ordered, a return of another than moved, and money out that
 * is reported as sent after it had failed, because its owner may have had it back since.
 */
function isDoubtful({ status, purpose, amountFen, movedFen }: Transfer, news: TransferNews, from: 'notice' | 'answer'): boolean {
  if (news.kind !== 'moved' && news.kind !== 'returned') return false
  if (status === 'failed' && transferPurposes[purpose] === 'out') return true
  if (status === 'succeeded') return news.movedFen !== movedFen
  if (transferPurposes[purpose] === 'out') return news.movedFen !== amountFen
  return news.movedFen > amountFen || (from === 'notice' && news.movedFen !== amountFen)
}

/**
 * After a notice the channel is asked at once while the order is under way. An answer that differs is asked for again at the next try, which
 * comes later each time. Afterwards the order stands in the statement, and reconciliation reports it.
 */
async function doubt(
  tx: Tx,
  deps: LendingDeps,
  transfer: Transfer,
  { news, from }: { readonly news: TransferNews; readonly from: 'notice' | 'answer' },
): Promise<void> {
  const { transferId, userId, status, amountFen } = transfer
  deps.log.warn({ transferId, status, amountFen, news }, 'the payment channel reports a transfer that differs from the order')
  if (from === 'answer' || !transferUnderWay.some((open) => open === status)) return
  await askSoon(tx, transfer, deps.clock.machineNow())
  await deps.jobs.send(tx, 'transfer.ask', { userId, transferId })
}
