import { z } from 'zod'
import { day, fenAmount, interestExplained, penaltySpan, principalInterest, ratePpm } from './shapes.ts'

/**
 * Days on which interest ran on one balance, within a period that was cut by settling or prepaying: amount = whole × days ÷ periodDays,
 * half up; `whole` is what that balance costs for the whole period.
 */
const interestSpan = z.object({
  from: day,
  to: day,
  balance: fenAmount,
  whole: fenAmount,
  days: z.int(),
  periodDays: z.int(),
  amount: fenAmount,
})

/** How the principal of a period came about. */
const principalExplained = z.object({
  rule: z.enum(['instalmentMinusInterest', 'equalShare', 'rest', 'none']),
  /** The constant instalment of equal instalments; null for other methods. */
  instalment: fenAmount.nullable(),
  /** What instalment or share were drawn from: a balance over a number of periods. */
  drawn: z.object({ balance: fenAmount, periods: z.int() }),
  /** Paid ahead of the plan within this period; part of its principal. */
  prepaid: fenAmount,
  /** The period's whole interest that the instalment holds. */
  interest: fenAmount,
  /** All periods are equal months, so the instalment has a formula; else it follows the days of each. */
  isMonthly: z.boolean(),
})

/** One period of a plan: what is due when, and how its interest and principal came about. */
export const planRow = principalInterest.omit({ penalty: true }).extend({
  period: z.int(),
  /** Months from the pay-out, as the price counts them. */
  month: z.int(),
  startDate: day,
  dueDate: day,
  balanceAfter: fenAmount,
  explain: interestExplained,
  /** What the interest is the sum of where `explain.rule` is bySpans; else empty. */
  spans: z.array(interestSpan),
  principalHow: principalExplained,
})

/** principal × days × ratePpm × percentOfRate ÷ 100 ÷ basisDays over the spans, half up once, never above the ceiling. */
const penaltyExplained = z.object({
  rule: z.enum(['byDays', 'ceiling']),
  ratePpm,
  percentOfRate: z.int(),
  basisDays: z.int(),
  graceDays: z.int(),
  ceiling: fenAmount,
})

/**
 * A period as it stands today: the plan's figures (as charged, once settled early or waived), what was paid, what is still owed. Of one
 * that was written off the rest is owed no more.
 */
export const standingRow = planRow.extend({
  state: z.enum(['paid', 'partly', 'dueToday', 'future', 'overdue', 'writtenOff']),
  overdueDays: z.int(),
  penalty: fenAmount,
  /** How the penalty came about; empty when none is charged. */
  penaltySpans: z.array(penaltySpan),
  penaltyHow: penaltyExplained.nullable(),
  paid: principalInterest,
  owed: principalInterest,
  /** Let go of by the lender, by part. The row's figures hold it no more; how they came about is told of what they were before. */
  waived: principalInterest,
  paidOn: day.nullable(),
})

/** What the payment page of a loan asks for today. */
export const payNow = z.object({
  /** Everything due or overdue, else the next instalment; never more than settling takes. */
  totalFen: fenAmount,
  /** The overdue part of it. */
  overdueFen: fenAmount,
  overdueDays: z.int(),
  periods: z.array(z.int()),
  /** Of the oldest of these periods. */
  dueDate: day.nullable(),
  /** What settling the loan takes today. */
  settleFen: fenAmount,
})

/** What comes after an act: how many periods are open, what the next one asks, when the last one is due. */
export const planAhead = z.object({
  periodsLeft: z.int(),
  nextDueDate: day.nullable(),
  nextInstalmentFen: fenAmount,
  /** Of the period after the next one; null when there is none. */
  laterInstalmentFen: fenAmount.nullable(),
  lastDueDate: day,
  /** Interest that the open periods still ask. */
  interestLeftFen: fenAmount,
})
