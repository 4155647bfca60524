import { addFen, fen } from '@fyh/base/money.ts'
import { type Fields, fenAt, has, listAt, rowsAt, textAt } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'

const moneyOps = new Set(['repay', 'settle_early'])

/** Rows whose parts make their total, and payments whose principal makes the step from one balance to the next where nothing else moves. */
export function addsUp({ timeline }: GoldenCase): boolean {
  return timeline.every((step) => {
    if (step.op === 'expect_schedule') return rowsAt(step, 'rows').every(isRowWhole)
    if (step.op === 'expect_ledger') return isChainWhole(rowsAt(step, 'rows'))
    return true
  })
}

function isRowWhole(row: Fields): boolean {
  return addFen(fenAt(row, 'principal'), fenAt(row, 'interest'), fenAt(row, 'fee'), fenAt(row, 'penalty')) === fenAt(row, 'total')
}

/** Told of a list of nothing but payments that tells no reversals: a reversed one keeps the balance it had, and starts the chain anew. */
function isChainWhole(rows: readonly Fields[]): boolean {
  const isPlain = rows.every((row) => row.kind === 'repayment' && !has(row, 'reversed'))
  return (
    !isPlain ||
    rows.every((row, index) => {
      const before = rows[index - 1]
      return before === undefined || follows(row, before)
    })
  )
}

function follows(row: Fields, before: Fields): boolean {
  const from = fenAt(before, 'balance_after')
  return fenAt(row, 'balance_after') === fen(from - fenAt(row, 'principal')) || fenAt(row, 'principal') === 0
}

/** Two new rates, then money. */
export function isPaidAfterNewRates({ inputs, timeline }: GoldenCase): boolean {
  if (inputs.recalculates_interest !== true) return false
  const rates = timeline.flatMap((step, index) => (has(step, 'new_annual_rate_pct') ? [index] : []))
  const second = rates[1]
  return second !== undefined && timeline.slice(second).some((step) => moneyOps.has(textAt(step, 'op')))
}

/** A payment before which fewer were made than due days had passed. */
export function isPaidLate({ timeline }: GoldenCase): boolean {
  const schedule = timeline.find((step) => step.op === 'expect_schedule')
  const dueDays = schedule === undefined ? [] : rowsAt(schedule, 'rows').map((row) => textAt(row, 'due'))
  const paid = timeline.filter((step) => moneyOps.has(textAt(step, 'op'))).map((step) => textAt(step, 'on'))
  return paid.some((day) => paid.filter((other) => other < day).length < dueDays.filter((due) => due < day).length)
}

/** A loan whose order knows no classes keeps the sum a charge was waived with, whatever becomes known later of days before. */
export function isPaidBehindWaiver({ inputs, timeline }: GoldenCase): boolean {
  if (has(inputs, 'allocation_order') && listAt(inputs, 'allocation_order').length === 12) return false
  let today = ''
  let waivedOn = ''
  return timeline.some((step) => {
    if (step.op === 'clock') today = textAt(step, 'on')
    if (step.op === 'waive_charge') waivedOn = today
    return waivedOn !== '' && moneyOps.has(textAt(step, 'op')) && textAt(step, 'on') < waivedOn
  })
}
