import { addDays, addMonths, type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { loanStatuses } from '@fyh/contract/loan-status.ts'
import { defaultRules } from '@fyh/loan-engine/rules.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { quietAfter } from '../apps/server/src/lending/close/close.ts'
import { planOf, rulesSchema } from '../apps/server/src/lending/lenders/lenders.ts'
import { accountsAt, type RunningLoan, standingAt } from '../apps/server/src/lending/loan/loan.ts'

const currentKinds = 30
const overdueKinds = 20
const terms = { amountFen: fen(1_000_000), periods: 12, method: 'equalInstalment', annualRatePpm: ppm(180_000) } as const
const settings = { method: terms.method, dayCount: '30/360', tail: 'lastInstalment', daysOff: 'stay' } as const
const rules = rulesSchema.parse({ ...defaultRules, interestAhead: 'counts' })

/**
 * Fills a migrated database with running loans, every one of them closed up to `bookedTo`: 19 of 20 current, their due days spread over the
 * month, so that one in thirty falls due on the next day and one is reminded; one of 20 overdue past its grace days.
 */
export async function seedLoans(pool: Pool, { count, bookedTo }: { count: number; bookedTo: CivilDate }): Promise<void> {
  await pool.query(`create temporary table kind (no integer primary key, is_overdue boolean, status smallint, plan jsonb, pay_out_date date,
    quiet_to date, run_start date, run_due date, run_interest bigint, overdue jsonb)`)
  for (const [no, payOutDate] of payOutDates(bookedTo).entries()) {
    const { status, plan, quiet } = kindOf(payOutDate, bookedTo)
    const isOverdue = no >= currentKinds
    const row = [no, isOverdue, status, JSON.stringify(plan), payOutDate, quiet.quietTo, quiet.run?.startDate, quiet.run?.dueDate]
    await pool.query('insert into kind values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)', [
      ...row,
      quiet.run?.interest,
      quiet.overdue && JSON.stringify(quiet.overdue),
    ])
  }
  await pool.query(quotesSql, [count, bookedTo])
  await pool.query(loansSql, [count, bookedTo, JSON.stringify(rules), currentKinds, overdueKinds])
  await pool.query('drop table kind')
  await pool.query('vacuum (analyze) loan')
  await pool.query('vacuum (analyze) loan_quote')
}

/** Of the current ones the first due day comes within the month; of the overdue ones it passed five to 25 days ago. */
function payOutDates(bookedTo: CivilDate): CivilDate[] {
  const current = Array.from({ length: currentKinds }, (_, at) => addMonths(addDays(bookedTo, 1 + at), -1))
  return [...current, ...Array.from({ length: overdueKinds }, (_, at) => addMonths(addDays(bookedTo, -5 - at), -1))]
}

/** A loan of a kind with what the close knows of its days, by the functions of the server. */
function kindOf(payOutDate: CivilDate, bookedTo: CivilDate) {
  const plan = planOf(settings, { ...terms, payOutDate })
  const isOverdue = daysBetween(plan[0]?.dueDate ?? bookedTo, bookedTo) > 0
  const loan: RunningLoan = {
    ...terms,
    userId: 1,
    loanId: 1,
    quoteId: 1,
    contractNo: 'FY1',
    lenderId: 1,
    lenderEdition: 1,
    productId: 101,
    productEdition: 1,
    cardId: 1,
    debitCardId: 1,
    status: isOverdue ? 'overdue' : payOutDate === bookedTo ? 'disbursed' : 'repaying',
    use: '01',
    simplePpm: terms.annualRatePpm,
    compoundPpm: terms.annualRatePpm,
    dayCount: '30/360',
    tail: 'lastInstalment',
    daysOff: 'stay',
    rules,
    plan: [...plan],
    borrowedAt: new Date(0),
    paidOutAt: new Date(0),
    payOutDate,
    settledOn: null,
    bookedTo,
    failReason: null,
    givenUpAt: null,
  }
  const known = { loan, payments: [], onDate: bookedTo }
  return {
    status: loanStatuses[loan.status].number,
    plan,
    quiet: quietAfter({ loan, accounts: accountsAt(known), standing: standingAt(known) }),
  }
}

const quotesSql = `
  insert into loan_quote (user_id, quote_id, lender_id, lender_edition, product_id, product_edition, amount_fen, periods, method, loan_use, pay_out_date, annual_rate_ppm, simple_ppm,
    compound_ppm, plan, cost_sheet, texts, quoted_at, expires_at, cost_sheet_shown_at)
  select 10000000 + i, 20000000 + i, 1, 1, 101, 1, 1000000, 12, 'equalInstalment', '01', $2::date, 180000, 180000, 195618, '[]', '{}', '[]', now(), now(), now()
  from generate_series(1, $1::integer) i`

const loansSql = `
  insert into loan (user_id, loan_id, quote_id, contract_no, lender_id, lender_edition, product_id, product_edition, card_id, debit_card_id,
    status, amount_fen, periods, method, loan_use,
    annual_rate_ppm, simple_ppm, compound_ppm, day_count, tail, days_off, rules, plan, borrowed_at, paid_out_at, pay_out_date, booked_to,
    quiet_to, run_start, run_due, run_interest_fen, overdue)
  select 10000000 + i, 30000000 + i, 20000000 + i, 'FY' || i, 1, 1, 101, 1, 1, 1, k.status, 1000000, 12, 'equalInstalment', '01',
    180000, 180000, 195618, '30/360', 'lastInstalment', 'stay', $3::jsonb, k.plan, k.pay_out_date, k.pay_out_date, k.pay_out_date, $2::date,
    k.quiet_to, k.run_start, k.run_due, k.run_interest, k.overdue
  from generate_series(1, $1::integer) i
  join kind k on k.no = case when i % 20 = 0 then $4::integer + (i / 20) % $5::integer else i % $4::integer end`
