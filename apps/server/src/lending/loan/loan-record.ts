import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, mulDiv } from '@fyh/base/money.ts'
import { type LoanStatus, loanStatusOf, openStatuses } from '@fyh/contract/loan-status.ts'
import { options } from '@fyh/contract/options.ts'
import { day, fenAmount, ratePpm } from '@fyh/contract/shapes.ts'
import type { Loan } from '@fyh/loan-engine/account.ts'
import { daysOffOf } from '@fyh/loan-engine/official-calendar.ts'
import { z } from 'zod'
import { rulesSchema } from '#lending/lenders/lenders.ts'

/** A plan as it is stored. Rows of the plan are read back as they were drawn up, so a later engine never changes a loan that exists. */
export const planSchema = z.array(
  z.object({
    period: z.int(),
    month: z.int(),
    startDate: day,
    dueDate: day,
    principal: fenAmount,
    interest: fenAmount,
    fee: fenAmount,
    total: fenAmount,
    balanceBefore: fenAmount,
    balanceAfter: fenAmount,
    explain: z.object({
      days: z.int(),
      basis: z.int().positive(),
      balance: fenAmount,
      ratePpm,
      rule: z.enum(['balanceByDays', 'originalByDays', 'instalmentMinusPrincipal']),
      principalRule: z.enum(['instalmentMinusInterest', 'equalShare', 'rest', 'none']),
    }),
  }),
)

/** The column has the number, the record the name. */
export const statusSchema = z.int().transform((number, { addIssue }): LoanStatus => {
  const status = loanStatusOf(number)
  if (status !== undefined) return status
  addIssue(`${number} is no loan status`)
  return z.NEVER
})

/** One row of table loan. */
export const loanSchema = z
  .object({
    user_id: z.int(),
    loan_id: z.int(),
    quote_id: z.int(),
    contract_no: z.string(),
    lender_id: z.int(),
    lender_edition: z.int(),
    product_id: z.int(),
    product_edition: z.int(),
    card_id: z.int(),
    debit_card_id: z.int(),
    status: statusSchema,
    amount_fen: fenAmount,
    periods: z.union([z.literal(3), z.literal(6), z.literal(9), z.literal(12)]),
    method: z.enum(options.repayMethod),
    loan_use: z.enum(options.loanUse),
    annual_rate_ppm: ratePpm,
    simple_ppm: ratePpm,
    compound_ppm: ratePpm,
    day_count: z.enum(['30/360', 'actual/365', 'actual/360']),
    tail: z.enum(['lastInstalment', 'lastInterest']),
    days_off: z.enum(['stay', 'nextWorkingDay', 'onlyPublicHolidays']),
    rules: rulesSchema,
    plan: planSchema,
    borrowed_at: z.date(),
    paid_out_at: z.date().nullable(),
    pay_out_date: day.nullable(),
    settled_on: day.nullable(),
    booked_to: day.nullable(),
    fail_reason: z.string().nullable(),
    given_up_at: z.date().nullable(),
  })
  .transform((row) => ({
    userId: row.user_id,
    loanId: row.loan_id,
    quoteId: row.quote_id,
    contractNo: row.contract_no,
    lenderId: row.lender_id,
    lenderEdition: row.lender_edition,
    productId: row.product_id,
    productEdition: row.product_edition,
    cardId: row.card_id,
    debitCardId: row.debit_card_id,
    status: row.status,
    amountFen: row.amount_fen,
    periods: row.periods,
    method: row.method,
    use: row.loan_use,
    annualRatePpm: row.annual_rate_ppm,
    simplePpm: row.simple_ppm,
    compoundPpm: row.compound_ppm,
    dayCount: row.day_count,
    tail: row.tail,
    daysOff: row.days_off,
    rules: row.rules,
    plan: row.plan,
    borrowedAt: row.borrowed_at,
    paidOutAt: row.paid_out_at,
    payOutDate: row.pay_out_date,
    settledOn: row.settled_on,
    bookedTo: row.booked_to,
    failReason: row.fail_reason,
    givenUpAt: row.given_up_at,
  }))

export type LoanRecord = z.output<typeof loanSchema>

/** A loan whose money has gone out: the days and payments that count for it are known. */
export type RunningLoan = LoanRecord & { readonly payOutDate: CivilDate; readonly bookedTo: CivilDate }

export function isPaidOut(loan: LoanRecord): loan is RunningLoan {
  return loan.payOutDate !== null && loan.bookedTo !== null
}

/** The loan as the engine takes it. Before the pay-out the plan counts from its first row's start. */
export function engineLoan(loan: LoanRecord, payOutDate: CivilDate): Loan {
  const { amountFen, annualRatePpm, periods, method, dayCount, tail, daysOff, plan, rules } = loan
  const terms = {
    principal: amountFen,
    annualRate: annualRatePpm,
    periods,
    method,
    dayCount,
    tail,
    payOutDate,
    daysOff: daysOffOf(daysOff),
  } as const
  return { terms, plan, rules }
}

/** Penalty a day on overdue principal in parts per million of it, for words and sheets; the engine counts with the exact rule. */
export function penaltyPpmDay({ annualRatePpm, percentOfRate }: { annualRatePpm: number; percentOfRate: number }): number {
  return mulDiv({ value: annualRatePpm, times: percentOfRate, over: 36_000, rounding: 'halfUp' })
}

export const isOpen = (status: LoanStatus): boolean => openStatuses.some((open) => open === status)

export type OwedParts = { readonly principal: Fen; readonly interest: Fen; readonly fee: Fen; readonly penalty: Fen; readonly total: Fen }
