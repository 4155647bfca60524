import { z } from 'zod'
import { ratePpm } from './shapes.ts'

export const dayCounts = ['30/360', 'actual/365', 'actual/360'] as const
export const tails = ['lastInstalment', 'lastInterest'] as const
export const daysOffPolicies = ['stay', 'nextWorkingDay', 'onlyPublicHolidays'] as const
export const interestAheadRules = ['kept', 'counts'] as const

const parts = ['fee', 'penalty', 'interest', 'principal'] as const
const byClass = <Class extends string>(due: Class) => parts.map((part) => `${due}:${part}` as const)
/** What a payment covers first: four parts inside a period, or parts by class of period. */
export const allocationSteps = [...parts, ...byClass('overdue'), ...byClass('due'), ...byClass('advance')] as const
export const allocationStep = z.enum(allocationSteps)

/** The rules of a loan as shown to its borrower: they stand in the cost sheet and in the contract, and stay with the loan. */
export const lendingRules = z.object({
  dayCount: z.enum(dayCounts),
  /** What absorbs the rounding in the last period. */
  tail: z.enum(tails),
  /** What happens to a due day on a day off of the official calendar. */
  daysOff: z.enum(daysOffPolicies),
  allocationOrder: z.array(allocationStep),
  penalty: z.object({
    percentOfRate: z.int().meta({ description: 'Late fee a day, percent of the daily contract rate' }),
    graceDays: z.int(),
    ceilingPpm: ratePpm.meta({ description: 'The late fee of a period is at most this share of its overdue principal, parts per million' }),
  }),
  earlySettlementFeePpm: ratePpm.meta({ description: 'Fee for settling early, parts per million of the principal not yet due' }),
  earlySettlementFreeDays: z.int().meta({ description: 'Days from the pay-out, its own day counted, on which settling costs no such fee' }),
  /** Whether interest paid for days still to come counts when the loan is settled or principal prepaid, or stays paid. */
  interestAhead: z.enum(interestAheadRules),
})
export type LendingRules = z.output<typeof lendingRules>

export const lendingRulesExample = {
  dayCount: '30/360',
  tail: 'lastInstalment',
  daysOff: 'stay',
  allocationOrder: ['fee', 'penalty', 'interest', 'principal'],
  penalty: { percentOfRate: 150, graceDays: 3, ceilingPpm: 1000000 },
  earlySettlementFeePpm: 0,
  earlySettlementFreeDays: 0,
  interestAhead: 'counts',
}
