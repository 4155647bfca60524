import { addDays, type CivilDate, civilDate, daysBetween } from '@fyh/base/dates.ts'
import { fen, mulDiv, ppm } from '@fyh/base/money.ts'
import { options } from '@fyh/contract/options.ts'
import { daysOffOf } from '@fyh/loan-engine/official-calendar.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import type { DayCount, Method } from '@fyh/loan-engine/terms.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, detailOf, moveTo, newKey, paid, paidOutLoan, quoted, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { borrowedWith, couponOf, payQuote, payWith, settleJobs, withTerms } from '../coupon/test-coupon.ts'
import { reconcile } from './reconcile.ts'

type Periods = 3 | 6 | 12
type Case = {
  readonly productId: number
  readonly periods: Periods
  readonly ratePpm: number
  readonly dayCount: DayCount
  readonly daysOff: 'stay' | 'nextWorkingDay'
  readonly penalty: { readonly percent: number; readonly grace: number; readonly ceilingPpm: number }
  readonly feePpm: number
  /** Principal and interest of the first row, counted by hand. */
  readonly first: readonly [principal: number, interest: number]
}
const plain = { percent: 150, grace: 3, ceilingPpm: 1_000_000 }
const bank = { percent: 130, grace: 5, ceilingPpm: 300_000 }

/** 10,000 yuan from 27 November 2026 for a borrower of tier D, by the first product of each method. */
const cases: Readonly<Record<Method, Case>> = {
  // 916.80 a month, as published.
  equalInstalment: {
    ...{ productId: 101, periods: 12, ratePpm: 180_000, dayCount: '30/360', daysOff: 'stay', penalty: plain, feePpm: 0 },
    first: [76_680, 15_000],
  },
  // 10,000 ÷ 12; 18 % ÷ 12.
  equalPrincipal: {
    ...{ productId: 102, periods: 12, ratePpm: 180_000, dayCount: '30/360', daysOff: 'stay', penalty: plain, feePpm: 0 },
    first: [83_333, 15_000],
  },
  // 10,000 × 12 % × 31 ÷ 365, for the 27th is a Sunday.
  interestFirst: {
    ...{ productId: 201, periods: 6, ratePpm: 120_000, dayCount: 'actual/365', daysOff: 'nextWorkingDay', penalty: bank, feePpm: 0 },
    first: [0, 10_192],
  },
  // 10,000 × 11.4 % × 94 ÷ 365, to 1 March, for 27 February is a Saturday.
  bullet: {
    ...{ productId: 202, periods: 3, ratePpm: 114_000, dayCount: 'actual/365', daysOff: 'nextWorkingDay', penalty: bank, feePpm: 0 },
    first: [1_000_000, 29_359],
  },
  // 10,000 ÷ 6; 10,000 × 8.4 % × 30 ÷ 360.
  flat: {
    ...{ productId: 301, periods: 6, ratePpm: 84_000, dayCount: 'actual/360', daysOff: 'stay' },
    ...{ penalty: { percent: 150, grace: 0, ceilingPpm: 240_000 }, feePpm: 5_000 },
    first: [166_667, 7_000],
  },
}

const payOutDate = civilDate('2026-11-27')

describe.each(options.repayMethod)('a loan by %s', (method) => {
  const { productId, periods, ratePpm, dayCount, daysOff, penalty, feePpm, first } = cases[method]
  let server: TestServer
  let early: { borrower: TestBorrower; loanId: number }
  let late: { borrower: TestBorrower; loanId: number }
  let withCoupon: { borrower: TestBorrower; loanId: number }
  beforeAll(async () => {
    server = await testServer({ today: payOutDate, settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
    early = await lent()
    late = await lent()
    withCoupon = await lentWithCoupon()
  })
  afterAll(() => server.close())

  async function lent() {
    const borrower = await server.newBorrower({ upTo: 'card' })
    await withTier(server, borrower, 'D')
    return { borrower, loanId: (await paidOutLoan(server, borrower, { productId, periods })).loanId }
  }
  /** Signed with 30 % off the interest of the first two instalments. */
  async function lentWithCoupon() {
    const borrower = await server.newBorrower({ upTo: 'card' })
    await withTier(server, borrower, 'D')
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    await withTerms(server, couponId, { rule: { kind: 'interestPercent', percent: 30, instalments: 2, maxFen: null }, periods: null })
    const { loanId } = await borrowedWith(server, borrower, { couponId, productId, periods })
    await settleJobs(server)
    return { borrower, loanId }
  }
  const expected = planFor({
    ...{ principal: fen(1_000_000), annualRate: ppm(ratePpm), periods, method, dayCount, payOutDate, tail: 'lastInstalment' },
    daysOff: daysOffOf(daysOff),
  })
  const figures = (rows: readonly { dueDate: CivilDate; principal: number; interest: number; total: number }[]) =>
    rows.map(({ dueDate, principal, interest, total }) => [dueDate, principal, interest, total])
  const settling = async ({ borrower, loanId }: typeof early) =>
    must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
  const due = async ({ borrower, loanId }: typeof early) =>
    must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'due' } }, { token: borrower.token }))

  /** Every balance of the ledger is the plan's, every order is on a statement, limits fit. */
  async function expectNoDifference() {
    const lines: string[] = []
    const { differences } = await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
    expect(differences, lines.join('\n')).toBe(0)
  }

  test('is quoted, paid out and kept with the plan that the engine draws, to the fen', async () => {
    const { borrower, loanId } = early
    const detail = await detailOf(server, borrower, loanId)
    expect(figures(detail.plan)).toEqual(figures(expected))
    expect([detail.plan[0]?.principal, detail.plan[0]?.interest]).toEqual(first)
    expect(detail).toMatchObject({ method, status: 2, amountFen: 1_000_000 })
    const quote = await quoted(server, borrower, { productId, periods, amountFen: 500_000 })
    expect(quote.costSheet.rules).toMatchObject({ dayCount, daysOff, earlySettlementFeePpm: feePpm })
    expect(quote.costSheet.contingent.earlySettlementFee).toBe((500_000 * feePpm) / 1_000_000)
    await expectNoDifference()
  })

  test('an instalment paid on its day is paid whole', async () => {
    const [row] = expected
    if (expected.length === 1 || row === undefined) return
    await moveTo(server, row.dueDate)
    const asked = await due(early)
    expect(asked.parts).toMatchObject({ principal: row.principal, interest: row.interest, total: row.total, penalty: 0 })
    const result = await paid(server, early.borrower, { loanId: early.loanId, mode: 'due', amountFen: asked.parts.total })
    expect(result).toMatchObject({ status: 'succeeded', parts: { total: row.total }, surplusFen: 0 })
    const { plan } = await detailOf(server, early.borrower, early.loanId)
    expect(plan[0]).toMatchObject({ state: 'paid', owed: { total: 0 } })
    await expectNoDifference()
  })

  test('a coupon takes its share off the interest of its instalments, one more off the payment, and the books hold both', async () => {
    const { borrower, loanId } = withCoupon
    const off = expected.slice(0, 2).map(({ interest }) => Math.floor((interest * 30) / 100))
    const before = await detailOf(server, borrower, loanId)
    expect(before.plan.map(({ interest }) => interest)).toEqual(expected.map(({ interest }, k) => interest - (off[k] ?? 0)))
    expect(before.coupons[0]?.discountFen).toBe(off.reduce((sum, amount) => sum + amount, 0))
    const couponId = await couponOf(server, borrower, 'repay-20')
    await withTerms(server, couponId, { minFen: 0 })
    const plain = await due(withCoupon)
    const quote = must(await payQuote(server, borrower, { loanId, couponId }))
    expect(plain.parts.total - quote.parts.total).toBe(Math.min(2_000, plain.parts.total))
    must(await payWith(server, borrower, { loanId, couponId }))
    await settleJobs(server)
    const { plan, coupons } = await detailOf(server, borrower, loanId)
    expect(plan[0]).toMatchObject({ state: 'paid', owed: { total: 0 }, paid: { total: quote.parts.total } })
    expect(coupons).toHaveLength(2)
    await expectNoDifference()
  })

  test('prepaying principal recalculates the plan over the same due days, and the interest falls', async () => {
    const { borrower, loanId } = early
    await moveTo(server, '2027-01-12')
    const request = { params: { id: loanId }, query: { principalFen: 200_000 } }
    const quote = must(await server.call('repay', 'prepayQuote', request, { token: borrower.token }))
    expect(quote.parts.principal).toBe(200_000)
    for (const outcome of quote.outcomes) {
      expect(outcome.savedInterest).toBeGreaterThan(0)
      expect(outcome.plan.reduce((sum, row) => sum + row.owed.principal, 0)).toBe(expectedLeft() - 200_000)
    }
    const authCode = await codeFor(server, borrower, { loanId, mode: 'prepay', amountFen: quote.parts.total })
    const body = {
      loanId,
      principalFen: fen(200_000),
      totalFen: quote.parts.total,
      effect: 'lower' as const,
      cardId: cardIdOf(borrower),
      authCode,
    }
    must(await server.call('repay', 'prepay', { body }, { token: borrower.token, key: newKey() }))
    await server.runJobs()
    await server.deliverNotices()
    await server.runJobs()
    const { plan, owed } = await detailOf(server, borrower, loanId)
    expect(owed.principal).toBe(expectedLeft() - 200_000)
    expect(plan.map(({ dueDate }) => dueDate)).toEqual(expected.map(({ dueDate }) => dueDate))
    await expectNoDifference()
  })

  /** Principal that is open once the first instalment, of more than one, is paid. */
  const expectedLeft = () => 1_000_000 - (expected.length === 1 ? 0 : (expected[0]?.principal ?? 0))

  test('settling early takes principal, interest to the day and the lender’s fee, and the books hold it', async () => {
    const { borrower, loanId } = early
    const quote = await settling(early)
    const principal = expectedLeft() - 200_000
    const fee = mulDiv({ value: principal, times: feePpm, over: 1_000_000, rounding: 'halfUp' })
    expect(quote.parts).toMatchObject({ principal, fee, penalty: 0 })
    expect(quote.earlyFee).toEqual(feePpm === 0 ? null : { principal, ratePpm: feePpm, amount: fee })
    expect(quote.savedInterest).toBeGreaterThan(0)
    expect(quote.runningInterest?.rule).toBe(method === 'flat' ? 'originalByDays' : 'balanceByDays')
    expect(quote.parts.total).toBe(quote.parts.principal + quote.parts.interest + fee)
    for (const part of ['principal', 'interest', 'fee', 'total'] as const)
      expect(quote.lines.reduce((sum, line) => sum + line.owed[part], 0)).toBe(quote.parts[part])
    const result = await paid(server, borrower, { loanId, mode: 'all', amountFen: quote.parts.total })
    expect(result).toMatchObject({ status: 'succeeded', parts: { principal, fee }, owedAfter: 0, loanStatus: 5 })
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 5, owed: { total: 0 }, surplusHeldFen: 0 })
    await expectNoDifference()
  })

  test('what is not paid after the grace days bears the lender’s penalty on overdue principal, up to its ceiling; paying it settles', async () => {
    const { borrower, loanId } = late
    const last = expected.at(-1)?.dueDate ?? payOutDate
    const on = addDays(last, 10)
    await moveTo(server, on)
    const { plan, status } = await detailOf(server, borrower, loanId)
    expect(status).toBe(6)
    for (const { principal, dueDate, penalty: charged } of plan) {
      const days = daysBetween(dueDate, on)
      const byDays = mulDiv({ value: principal, times: ratePpm * days * penalty.percent, over: 360 * 100 * 1_000_000, rounding: 'halfUp' })
      const most = mulDiv({ value: principal, times: penalty.ceilingPpm, over: 1_000_000, rounding: 'down' })
      expect(charged).toBe(Math.min(byDays, most))
    }
    expect(plan.at(-1)?.penalty).toBeGreaterThan(0)
    await expectNoDifference()
    const { parts } = await due(late)
    expect(parts).toMatchObject({ principal: 1_000_000, fee: 0, penalty: plan.reduce((sum, row) => sum + row.penalty, 0) })
    const result = await paid(server, borrower, { loanId, mode: 'due', amountFen: parts.total })
    expect(result).toMatchObject({ status: 'succeeded', loanStatus: 5, owedAfter: 0 })
    await expectNoDifference()
  })
})
