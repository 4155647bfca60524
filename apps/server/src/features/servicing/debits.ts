import { type Fen, formatYuan } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { findOrder } from '#lending/orders/orders.ts'
import { type OpenReport, openReports, resolveDebit } from '#lending/repayment/repayment.ts'

type Line = {
  readonly command: string
  readonly values: { readonly [name in 'order' | 'by' | 'reason']?: string | undefined }
  readonly amount: Fen | undefined
  readonly usage: string
}

/** Notices of debits whose sum is not what is booked: `debits` lists them, `debit-resolve` closes those of an order. */
export async function serviceDebits(
  deps: LendingDeps,
  { command, values, amount, usage }: Line,
  say: (line: string) => void,
): Promise<void> {
  switch (command) {
    case 'debits': {
      const open = await openReports(deps.db)
      for (const report of open) say(lineOf(report))
      return open.length === 0 ? say('no debit needs attention') : undefined
    }
    case 'debit-resolve': {
      const { order = '', by = '', reason = '' } = values
      await resolve(deps, { orderKey: order, by, reason, takenFen: amount })
      return say(`resolved the notices of order ${order}${amount === undefined ? '' : `, ${formatYuan(amount)} is booked`}`)
    }
    default:
      throw new Error(usage)
  }
}

function lineOf({ orderKey, contractNo, askedOn, orderedFen, bookedFen, result, reportedFen, answer, answeredFen }: OpenReport): string {
  const answered = answer === null || answeredFen === null ? 'no answer yet' : `${answer} ${formatYuan(answeredFen)}`
  const figures = `ordered ${formatYuan(orderedFen)}, notice: ${result} ${formatYuan(reportedFen)}, channel: ${answered}`
  return `order ${orderKey} of ${askedOn} (loan ${contractNo}): ${figures}, booked ${formatYuan(bookedFen)}`
}

type Resolve = { readonly orderKey: string; readonly by: string; readonly reason: string; readonly takenFen: Fen | undefined }

/** Closes the notices of a debit, and books the sum named where one is. What cannot be done is thrown and changes nothing. */
async function resolve(deps: LendingDeps, { orderKey, by, reason, takenFen }: Resolve): Promise<void> {
  if (by.trim() === '' || reason.trim() === '') throw new Error('a decision needs --by and --reason')
  if (takenFen !== undefined && takenFen <= 0) throw new Error('at least 0.01 can be booked')
  const order = await findOrder(deps.db, { orderKey, kind: 'repayment' })
  if (order === undefined) throw new Error(`no debit has the order key ${orderKey}`)
  const key = { userId: order.userId, repaymentId: order.orderId }
  await transaction(deps.db, (tx) => resolveDebit(tx, deps, key, { by, why: reason, takenFen }))
}
