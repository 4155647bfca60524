import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import type { Loan } from './account.ts'
import { type AllocationStep, dueClasses } from './allocation-order.ts'
import type { LoanEvent } from './events.ts'
import { partNames } from './parts.ts'
import { defaultRules, type LoanRules } from './rules.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms, Method } from './terms.ts'

// Every setting of terms and rules there is, in any mixture that is legal. A new setting joins here, and every property sees it.

export const payOutDate = civilDate('2026-01-31')
const anyDay = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => addDays(payOutDate, n))
const anySum = (from: number, to: number) => fc.integer({ min: from, max: to }).map(fen)
const anyShare = (to: number) => fc.integer({ min: 0, max: to }).map(ppm)
export const anyRate = anyShare(360_000)
const methods: Method[] = ['equalInstalment', 'equalPrincipal', 'flat', 'interestFirst', 'bullet']

const anyPeriod = fc.oneof(
  fc.record({ unit: fc.constant('month'), every: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ unit: fc.constant('week'), every: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ unit: fc.constant('day'), every: fc.integer({ min: 1, max: 45 }) }),
)

const due = fc.constantFrom('payOut', 'instalment')
const shareOf = fc.constantFrom('principal', 'interest', 'principalAndInterest')
const anyFee = fc.oneof(
  fc.record({ payee: fc.constant('agency'), due, amount: anySum(0, 5_000) }),
  fc.record({ payee: fc.constant('guarantor'), due, share: fc.record({ of: shareOf, rate: anyShare(50_000) }) }),
)

const upTo3 = fc.integer({ min: 0, max: 3 })

const basics = fc.record({
  principal: fc.oneof(anySum(1, 5_000), anySum(10_000, 100_000_000)),
  annualRate: anyRate,
  periods: fc.integer({ min: 1, max: 14 }),
  method: fc.constantFrom(...methods),
  dayCount: fc.constantFrom('30/360', 'actual/365', 'actual/360', 'actual/actual'),
  payOutDate: fc.constant(payOutDate),
  tail: fc.constantFrom('lastInstalment', 'lastInterest', 'evened'),
  daysOff: fc.constant({ policy: 'stay' } as const),
})

/** Absent as often as not: absent is the product's own way. */
const settings = fc.record(
  {
    period: anyPeriod,
    firstDueDate: anyDay(1, 90),
    dueDay: fc.integer({ min: 1, max: 31 }),
    grace: fc.record({ principal: upTo3, interest: upTo3, interestFree: upTo3 }),
    instalmentMultiple: fc.record({ of: fc.constantFrom(10, 100, 1_000).map(fen), rounding: fc.constantFrom('halfUp', 'up', 'down') }),
    amountMultiple: fc.constantFrom(1, 100).map(fen),
    annuityBy: fc.constantFrom('days', 'periods'),
    rounding: fc.constantFrom('halfUp', 'halfEven', 'down', 'up'),
    flatBy: fc.constantFrom('principal', 'instalment', 'total'),
    feePerPeriod: anySum(0, 2_000),
    fees: fc.array(anyFee, { maxLength: 2 }),
  },
  { requiredKeys: [] },
)

type Given<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

/** Legal terms of any kind. */
export const anyTerms: fc.Arbitrary<LoanTerms> = fc.tuple(basics, settings).map(([basic, setting]) => legal(basic, setting))

/** Leaves out what does not go with the rest: a day of the month without months, grace over all periods, multiples above the loan. */
function legal(basic: Given<typeof basics>, { grace, dueDay, amountMultiple, ...others }: Given<typeof settings>): LoanTerms {
  const instalments = basic.method === 'bullet' ? 1 : basic.periods
  const byMonth = others.period === undefined || others.period.unit === 'month'
  return {
    ...basic,
    ...others,
    ...(dueDay !== undefined && byMonth && { dueDay }),
    ...(amountMultiple !== undefined && amountMultiple <= basic.principal && { amountMultiple }),
    ...(grace && {
      grace: {
        principal: Math.min(grace.principal, instalments - 1),
        interest: Math.min(grace.interest, instalments - 1),
        interestFree: Math.min(grace.interestFree, instalments),
      },
    }),
  }
}

const shuffled = <T>(all: readonly T[]) => fc.shuffledSubarray([...all], { minLength: all.length })
const twelve: AllocationStep[] = dueClasses.flatMap((one) => partNames.map((part): AllocationStep => `${one}:${part}`))
const eight = twelve.filter((step) => !step.startsWith('overdue'))

const ruleSettings = fc.record(
  {
    allocationDirection: fc.constantFrom('horizontal', 'vertical'),
    excess: fc.constantFrom('nextPeriod', 'lastPeriod', 'reAmortise', 'hold'),
    interestAhead: fc.constantFrom('kept', 'counts'),
  },
  { requiredKeys: [] },
)

export const anyRules: fc.Arbitrary<LoanRules> = fc
  .record({
    allocationOrder: fc.oneof(shuffled<AllocationStep>(partNames), shuffled(eight), shuffled(twelve)),
    penalty: fc.record({
      percentOfRate: fc.constantFrom(0, 100, 150),
      graceDays: upTo3,
      ceiling: fc.constantFrom(20_000, 1_000_000).map(ppm),
    }),
    earlySettlementFee: fc.constantFrom(0, 10_000).map(ppm),
    settings: ruleSettings,
  })
  .map(({ settings: chosen, ...rules }) => ({ ...defaultRules, ...rules, ...chosen }))

/** A loan by its plan, whose rows do not change with what is paid. */
export const anyPlannedLoan: fc.Arbitrary<Loan> = fc
  .tuple(anyTerms, anyRules)
  .map(([terms, rules]) => ({ terms, rules, plan: planFor(terms) }))

const anyRecalculation = fc.record({
  rest: fc.constantFrom('daily', 'period'),
  settleUntil: fc.constantFrom('settlementDay', 'nextDueDay'),
  onOverdue: fc.boolean(),
})

/** A loan whose interest follows what is really open: equal instalments by months. */
export const anyRunningLoan: fc.Arbitrary<Loan> = fc.tuple(basics, anyRecalculation, anyRules).map(([basic, recalculation, rules]) => {
  const terms: LoanTerms = { ...basic, method: 'equalInstalment', recalculation }
  return { terms, rules, plan: planFor(terms) }
})

export const lastDay = addDays(payOutDate, 500)
export const anyEventDay = anyDay(0, 500)

/** Money of any size around an instalment's. */
export const anyAmount = ({ terms }: Loan) => fc.oneof(anySum(1, 500), anySum(1, terms.principal), anySum(1, terms.principal * 2))

/** Repayments on any days, each with an id of its own, in the order in which they become known. */
export const anyRepayments = (loan: Loan, maxLength = 8): fc.Arbitrary<LoanEvent[]> =>
  fc
    .array(fc.record({ on: anyEventDay, amount: anyAmount(loan) }), { maxLength })
    .map((all) => all.map(({ on, amount }, id) => ({ kind: 'repay', id, on, amount })))
