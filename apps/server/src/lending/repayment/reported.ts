import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { bookMore, findRepayment, moveRepayment, type Repayment, type RepaymentKey } from '#lending/books/books.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import { hasMoney, learnDebit, lockDebit, outcomeOf } from './debit.ts'
import { claimReports, hasReport, resolveReports, writeAnswer } from './reported.sql.ts'

/**
 * Asks the channel, by the key of the order, about a sum that a notice reported and that was not ordered. What it answers is booked, also
 * where it is that sum. Both figures stay with the report. Harmless when repeated.
 */
export async function askReport(deps: LendingDeps, key: RepaymentKey): Promise<void> {
  const reports = await claimReports(deps.db, key, deps.clock.machineNow())
  if (reports.length === 0) return
  const orderKey = (await findRepayment(deps.db, key))?.orderKey
  assert(orderKey !== undefined, `no repayment ${key.repaymentId}`)
  const answer = await deps.providers.payment.queryDebit({ key: orderKey })
  if (answer.answer !== 'ok' || answer.state === 'processing') return
  const { state, takenFen } = answer
  await transaction(deps.db, async (tx) => {
    const debit = await lockDebit(tx, key)
    await writeAnswer(tx, key, { reports, state, takenFen, at: deps.clock.now() })
    const news = outcomeOf(answer)
    const isMore = news?.kind === 'taken' && canTakeMore(debit.repayment, takenFen) && (await hasReport(tx, key, takenFen))
    if (isMore) return takeMore(tx, deps, debit, takenFen)
    if (news !== undefined) await learnDebit(tx, deps, key, { news, from: 'answer' })
  })
}

type Locked = Awaited<ReturnType<typeof lockDebit>>

/** Whether a debit whose money is booked may have brought more. A sum that the channel took back does not count as a payment of the plan. */
const canTakeMore = ({ status, mode, takenFen }: Repayment, answeredFen: Fen): boolean =>
  (status === 'succeeded' || status === 'partly') && mode !== 'returned' && answeredFen > takenFen

async function takeMore(tx: Tx, deps: LendingDeps, { loan, repayment }: Locked, takenFen: Fen): Promise<void> {
  const isAll = repayment.status === 'partly' && takenFen >= repayment.askedFen
  const moved = isAll ? await moveRepayment(tx, repayment, 'takeRest', today(deps.clock)) : repayment
  assert(moved !== undefined, `repayment ${repayment.repaymentId} does not move`)
  await bookMore(tx, deps, { loan, repayment: moved, takenFen })
}

/** An operator's word on a debit whose reported sum differs from what is booked. */
type Resolution = {
  readonly by: string
  readonly why: string
  /** What the debit took; what is booked is left when undefined. */
  readonly takenFen: Fen | undefined
}

/** Closes the open reports of a debit, and books the sum named, if one is. What cannot be done is thrown in words and changes nothing. */
export async function resolveDebit(tx: Tx, deps: LendingDeps, key: RepaymentKey, { by, why, takenFen }: Resolution): Promise<void> {
  const debit = await lockDebit(tx, key)
  const closed = await resolveReports(tx, key, { by, why, at: deps.clock.now() })
  if (closed === 0) throw new Error('no notice of this order is open')
  if (takenFen === undefined || takenFen === debit.repayment.takenFen) return
  if (!hasMoney(debit.repayment.status)) {
    const news = { kind: 'taken', takenFen, channelNo: null, receivedOn: null } as const
    return learnDebit(tx, deps, key, { news, from: 'answer' })
  }
  if (!canTakeMore(debit.repayment, takenFen)) throw new Error('only a larger sum can be booked instead of what is booked')
  await takeMore(tx, deps, debit, takenFen)
}
