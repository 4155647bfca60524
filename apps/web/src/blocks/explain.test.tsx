import { civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, mulDiv, ppm, zeroFen } from '@fyh/base/money.ts'
import { options } from '@fyh/contract/options.ts'
import { openAccount } from '@fyh/loan-engine/account.ts'
import { explainPlan, spansUntil } from '@fyh/loan-engine/explain.ts'
import { penaltyOn } from '@fyh/loan-engine/penalty.ts'
import { prepaymentOf } from '@fyh/loan-engine/prepay.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { defaultRules } from '@fyh/loan-engine/rules.ts'
import { type PlanRow, planFor } from '@fyh/loan-engine/schedule.ts'
import type { LoanTerms } from '@fyh/loan-engine/terms.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureWords, startWords } from '#locales/i18n.ts'
import { PeriodSheet, type PlanTableRow } from './period-sheet.tsx'
import { PeriodsSheet } from './periods-sheet.tsx'
import { PriceSheet } from './price-sheet.tsx'
import { comesTo } from './sum-on-screen.example.ts'

const terms: LoanTerms = {
  principal: fen(1_234_500),
  annualRate: ppm(172_350),
  periods: 9,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-11-27'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}
const plan = planFor(terms)
const shown = (rows: readonly PlanRow[], of: LoanTerms = terms): PlanTableRow[] =>
  explainPlan(rows, { balance: of.principal, periods: of.periods }).map(({ row, ...how }) => ({ ...row, ...how, spans: [...how.spans] }))
const noParts = { principal: zeroFen, interest: zeroFen, fee: zeroFen, penalty: zeroFen, total: zeroFen }

afterEach(cleanup)

/** Every row of a sheet that has sentences under its amount: the amount, and the sentences. */
function opened(): { name: string; amount: string; sentences: string[] }[] {
  const dialog = screen.getByRole('dialog')
  return [...dialog.querySelectorAll('dt')].map((name) => {
    const [value, ...below] = [...(name.parentElement?.querySelectorAll('dd') ?? [])]
    return { name: name.textContent, amount: value?.textContent ?? '', sentences: below.map((sentence) => sentence.textContent) }
  })
}

/** A sum in a sentence comes to what it says, and the first one to the amount over it. */
function expectRight(least: number): void {
  let sums = 0
  for (const { amount, sentences } of opened()) {
    const counted = sentences.flatMap(comesTo)
    for (const { counts, says } of counted) expect(counts, sentences.join('\n')).toBe(says)
    const [first] = counted
    if (first !== undefined) expect(first.says).toBe(amount)
    sums += counted.length
  }
  expect(sums).toBeGreaterThanOrEqual(least)
}

describe.each(['zh-cn', 'en-us'] as const)('in %s, what is counted again from the words on the screen is the amount shown', (language) => {
  beforeAll(async () => {
    await startWords(language)
    await ensureWords(['blocks'])
  })
  const open = (row: PlanTableRow) => render(<PeriodSheet row={row} onClose={() => undefined} />)

  const dayCounts = ['30/360', 'actual/365', 'actual/360'] as const
  const every = options.repayMethod.flatMap((method) => dayCounts.map((dayCount) => [method, dayCount] as const))
  test.each(every)('every period of a plan: %s, %s', (method, dayCount) => {
    const of = { ...terms, method, dayCount }
    for (const row of shown(planFor(of), of)) {
      const { unmount } = open(row)
      expectRight(1)
      unmount()
    }
  })

  test.each(options.repayMethod)('every period after a prepayment of a loan by %s, its interest by the days', (method) => {
    const of = { ...terms, method, dayCount: 'actual/365' } as const
    const agreed = planFor(of)
    const loan = { terms: of, plan: agreed, rules: { ...defaultRules, interestAhead: 'counts' as const } }
    const { rows } = prepaymentOf(agreed.map(openAccount), loan, { on: civilDate('2026-12-10'), amount: fen(333_300), effect: 'lower' })
    for (const row of shown(rows, of)) {
      const { unmount } = open(row)
      expectRight(1)
      unmount()
    }
  })

  test.each(['shorten', 'lower'] as const)('every period after a prepayment that should %s', (effect) => {
    const loan = { terms, plan, rules: defaultRules }
    const { rows } = prepaymentOf(plan.map(openAccount), loan, { on: civilDate('2026-12-10'), amount: fen(333_300), effect })
    for (const row of shown(rows)) {
      const { unmount } = open(row)
      expectRight(row.period === 1 ? 7 : 1)
      unmount()
    }
  })

  test('a period cut short by settling, on every one of its days', () => {
    const [row] = shown(plan)
    const [first] = plan
    if (row === undefined || first === undefined) throw new Error('the plan has periods')
    for (let day = 28; day <= 30; day += 1) {
      const spans = spansUntil(first, civilDate(`2026-11-${day}`))
      const interest = fen(spans.reduce((sum, { amount }) => sum + amount, 0))
      const { unmount } = open({
        ...row,
        interest,
        total: fen(row.principal + interest),
        explain: { ...row.explain, rule: 'bySpans' },
        spans,
      })
      expectRight(3)
      unmount()
    }
  })

  test('a penalty over days on which principal was paid in between', () => {
    const [row] = shown(plan)
    if (row === undefined) throw new Error('the plan has periods')
    const { amount, explain } = penaltyOn({
      principal: row.principal,
      dueDate: row.dueDate,
      onDate: civilDate('2027-01-20'),
      repaid: [{ on: civilDate('2027-01-03'), amount: fen(40_000) }],
      annualRate: terms.annualRate,
      rule: defaultRules.penalty,
    })
    const penaltyHow = {
      rule: 'byDays',
      ratePpm: terms.annualRate,
      percentOfRate: 150,
      basisDays: 360,
      graceDays: 3,
      ceiling: row.principal,
    } as const
    open({ ...row, penalty: amount, penaltySpans: [...explain.spans], penaltyHow })
    expect(explain.spans).toHaveLength(2)
    expect(opened().map((line) => line.amount)).toContain(formatYuan(amount))
    expectRight(4)
  })

  test('interest and penalty that were waived, whole or in part: what each was, what was let go of, what is left', () => {
    const [row] = shown(plan)
    if (row === undefined) throw new Error('the plan has periods')
    const { amount, explain } = penaltyOn({
      principal: row.principal,
      dueDate: row.dueDate,
      onDate: civilDate('2027-01-04'),
      repaid: [],
      annualRate: terms.annualRate,
      rule: defaultRules.penalty,
    })
    const penaltyHow = {
      rule: 'byDays',
      ratePpm: terms.annualRate,
      percentOfRate: 150,
      basisDays: 360,
      graceDays: 3,
      ceiling: row.principal,
    } as const
    const waived = { ...noParts, interest: row.interest, penalty: fen(150), total: fen(row.interest + 150) }
    const left = { interest: zeroFen, total: row.principal, penalty: fen(amount - 150) }
    open({ ...row, ...left, penaltySpans: [...explain.spans], penaltyHow, waived })
    const [, interest, penalty] = opened()
    expect(interest).toMatchObject({
      amount: '0.00',
      sentences: [expect.stringContaining(`${formatYuan(row.interest)} −`), expect.any(String)],
    })
    expect(penalty).toMatchObject({ amount: formatYuan(left.penalty), sentences: [expect.stringContaining('1.50 ='), expect.any(String)] })
    expectRight(6)
  })

  test('a period that was written off: what was paid of it and what is owed no more make up what it charged', () => {
    const [row] = shown(plan)
    if (row === undefined) throw new Error('the plan has periods')
    const paid = { ...noParts, interest: fen(5_000), total: fen(5_000) }
    open({ ...row, state: 'writtenOff', penalty: zeroFen, paid, owed: noParts, waived: noParts })
    expect(opened().map((line) => line.amount)).toContain(formatYuan(fen(row.total - 5_000)))
  })

  test('what is left of a period paid in part, and what periods make up together, add up', () => {
    const [row, next] = shown(plan)
    if (row === undefined || next === undefined) throw new Error('the plan has periods')
    const paid = { ...noParts, interest: row.interest, total: row.interest }
    const owed = { ...noParts, principal: row.principal, total: row.principal }
    const whole = { ...noParts, principal: next.principal, interest: next.interest, total: next.total }
    const rows: PlanTableRow[] = [
      { ...row, paid, owed },
      { ...next, paid: noParts, owed: whole },
    ]
    render(<PeriodsSheet title="sum" rows={rows} of="owed" onClose={() => undefined} />)
    expect(opened().map(({ amount }) => amount)).toEqual([
      formatYuan(owed.total),
      formatYuan(whole.total),
      formatYuan(fen(owed.total + whole.total)),
    ])
    const [pressed] = within(screen.getByRole('dialog')).getAllByRole('button', { name: new RegExp(` ${formatYuan(owed.total)}$`) })
    if (pressed === undefined) throw new Error('a period opens')
    fireEvent.click(pressed)
    const all = screen.getAllByRole('dialog')
    expect(all).toHaveLength(2)
    expect(all[1]?.textContent).toContain(formatYuan(row.interest))
  })

  test('the yearly rate, from the payments shown', () => {
    const price = priceOf(cashFlowsOf({ principal: terms.principal, plan }))
    const { simple: simplePpm, compound: compoundPpm } = price
    render(
      <PriceSheet
        received={terms.principal}
        from={terms.payOutDate}
        paid={plan}
        price={{ simplePpm, compoundPpm }}
        onClose={() => undefined}
      />,
    )
    const amounts = opened().map(({ amount }) => amount)
    const flows = amounts.slice(0, 1 + plan.length).map((amount) => Number(amount.replaceAll(',', '')))
    const [received = 0, ...paid] = flows
    const monthly = monthlyRateOf(received, paid)
    const percent = (rate: number) => `${(Math.round(rate * 10_000) / 100).toFixed(2)}%`
    expect(amounts.slice(-3)).toEqual([
      `${(Math.round(monthly * 1_000_000) / 10_000).toFixed(4)}%`,
      percent(monthly * 12),
      percent((1 + monthly) ** 12 - 1),
    ])
  })
})

/** The rate at which the payments, a month apart, are worth what was received: found by halving. */
function monthlyRateOf(received: number, paid: readonly number[]): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2
    const worth = paid.reduce((sum, amount, k) => sum + amount / (1 + middle) ** (k + 1), 0)
    if (worth > received) low = middle
    else high = middle
  }
  return low
}

test('the reader of sums knows rounding, brackets and powers', () => {
  const third: Fen = fen(mulDiv({ value: 10_000, times: 1, over: 3, rounding: 'halfUp' }))
  expect(comesTo('(60.00 + 40.00) ÷ 3 = 33.33')).toEqual([{ counts: formatYuan(third), says: '33.33' }])
  expect(comesTo('rate i = 12% ÷ 12; 100.00 × (1 + i)^2 = 102.01, rounded')).toEqual([{ counts: '102.01', says: '102.01' }])
  expect(comesTo('100.00 − 40.00 = 50.00')).toEqual([{ counts: '60.00', says: '50.00' }])
})
