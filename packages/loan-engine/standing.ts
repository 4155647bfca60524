import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, minFen } from '@fyh/base/money.ts'
import { figuresOn, type Loan, type PeriodAccount } from './account.ts'
import type { LoanEvent } from './events.ts'
import type { Entry } from './loan-state.ts'
import { addParts, byPart, noParts, type Parts, totalOf } from './parts.ts'
import type { PenaltyExplanation } from './penalty.ts'
import { type PaymentOutcome, type Replayed, replay } from './replay.ts'
import { explainInterest, type RunningInterestExplained } from './running-explain.ts'
import type { PlanRow } from './schedule.ts'

/** In this order of precedence: paid, else overdue (paid in part or not), else partly paid, else due today, else future. */
export type PeriodState = 'paid' | 'overdue' | 'partly' | 'dueToday' | 'future'

export type PeriodStanding = {
  readonly period: number
  readonly dueDate: CivilDate
  readonly state: PeriodState
  /** 0 on the due day itself, 1 on the day after; 0 once paid. */
  readonly overdueDays: number
  /** Overdue, but paying today still costs no penalty. */
  readonly withinGrace: boolean
  /** The plan's amounts with the penalty up to the day and what settling added. */
  readonly charged: Parts
  readonly paid: Parts
  readonly waived: Parts
  /** Of `waived`, what a waiver let go of; the rest was let go by settling early. */
  readonly remitted: Parts
  /** Given up by a write-off: it is owed no more and was not paid, so the state is paid all the same. */
  readonly writtenOff: Parts
  readonly owed: Parts
  readonly owedTotal: Fen
  readonly paidOn: CivilDate | undefined
  readonly row: PlanRow
  readonly penaltyExplain: PenaltyExplanation
  /** How the interest came about where it follows what is really open or events changed the plan; else the row says it. */
  readonly interestExplain: RunningInterestExplained | undefined
}

export type NextDue = { readonly period: number; readonly dueDate: CivilDate; readonly amount: Fen }

export type Standing = {
  readonly onDate: CivilDate
  readonly periods: readonly PeriodStanding[]
  /** Nothing is owed any more. */
  readonly isSettled: boolean
  readonly settledOn: CivilDate | undefined
  /** Counts fully paid periods only. */
  readonly paidPeriods: number
  /** Of the oldest overdue period; 0 when none is. */
  readonly overdueDays: number
  /** To be paid by today: overdue periods and today's. */
  readonly dueNow: Parts
  readonly dueNowTotal: Fen
  readonly overdueTotal: Fen
  /** Everything still owed by the plan, future interest included. */
  readonly owed: Parts
  readonly owedTotal: Fen
  readonly paid: Parts
  readonly paidTotal: Fen
  readonly principalLeft: Fen
  /** The oldest period not yet paid that is due today or later; an overdue one is due already and stands in dueNow. */
  readonly nextDue: NextDue | undefined
  /** Paid beyond what was owed: held for the borrower and refundable. */
  readonly surplus: Fen
  readonly outcomes: readonly PaymentOutcome[]
  /** What each waiver let go of. */
  readonly waivers: readonly Pick<Entry, 'event' | 'allocation'>[]
}

/** Where a loan stands at the end of a day of business time. */
export function standingOf({ loan, payments, onDate }: { loan: Loan; payments: readonly LoanEvent[]; onDate: CivilDate }): Standing {
  const { accounts, outcomes, surplus, running, entries } = replay(loan, payments, onDate)
  const periods = accounts.map((account) => periodStanding(account, { loan, running, entries }, onDate))
  const open = periods.filter((period) => period.state !== 'paid')
  const overdue = open.filter((period) => period.state === 'overdue')
  const dueNow = addParts(...open.filter((period) => period.dueDate <= onDate).map((period) => period.owed))
  const owed = addParts(...open.map((period) => period.owed))
  const paid = addParts(...periods.map((period) => period.paid))
  const isSettled = open.length === 0
  return {
    onDate,
    periods,
    isSettled,
    settledOn: isSettled ? latest(periods.map((period) => period.paidOn)) : undefined,
    paidPeriods: periods.length - open.length,
    overdueDays: overdue[0]?.overdueDays ?? 0,
    dueNow,
    dueNowTotal: totalOf(dueNow),
    overdueTotal: addFen(...overdue.map((period) => period.owedTotal)),
    owed,
    owedTotal: totalOf(owed),
    paid,
    paidTotal: totalOf(paid),
    principalLeft: owed.principal,
    nextDue: nextDueOf(open, onDate),
    surplus,
    outcomes,
    waivers: entries.filter(({ event }) => event.kind === 'waiver'),
  }
}

function periodStanding(
  account: PeriodAccount,
  { loan, running, entries }: { loan: Loan } & Pick<Replayed, 'running' | 'entries'>,
  onDate: CivilDate,
): PeriodStanding {
  const { row, paid, waived, writtenOff } = account
  const { charged, owed, penalty } = figuresOn(account, loan, onDate)
  const owedTotal = totalOf(owed)
  const state = stateOf({ owedTotal, paidTotal: totalOf(paid), dueDate: row.dueDate, onDate })
  const overdueDays = state === 'overdue' ? daysBetween(row.dueDate, onDate) : 0
  return {
    period: row.period,
    dueDate: row.dueDate,
    state,
    overdueDays,
    withinGrace: overdueDays > 0 && penalty.explain.rule === 'withinGrace',
    charged,
    paid,
    waived,
    remitted: remittedOf(account, entries),
    writtenOff,
    owed,
    owedTotal,
    paidOn: account.closedOn,
    row,
    penaltyExplain: penalty.explain,
    interestExplain: running !== undefined && row.period <= running.periods.length ? explainInterest(running, row.period) : undefined,
  }
}

/** Waivers that pay like a repayment are none of it: what they covered stands in `paid`. */
function remittedOf({ row: { period }, waived }: PeriodAccount, entries: Replayed['entries']): Parts {
  const lines = entries.flatMap(({ event, allocation }) => (event.kind === 'waiver' && event.of !== undefined ? allocation.lines : []))
  const remitted = addParts(noParts, ...lines.filter((line) => line.period === period).map(({ parts }) => parts))
  return byPart((part) => minFen(remitted[part], waived[part]))
}

function stateOf({
  owedTotal,
  paidTotal,
  dueDate,
  onDate,
}: {
  owedTotal: Fen
  paidTotal: Fen
  dueDate: CivilDate
  onDate: CivilDate
}): PeriodState {
  if (owedTotal === 0) return 'paid'
  if (dueDate < onDate) return 'overdue'
  if (paidTotal > 0) return 'partly'
  return dueDate === onDate ? 'dueToday' : 'future'
}

function nextDueOf(open: readonly PeriodStanding[], onDate: CivilDate): NextDue | undefined {
  const next = open.find((period) => period.dueDate >= onDate)
  return next && { period: next.period, dueDate: next.dueDate, amount: next.owedTotal }
}

function latest(days: readonly (CivilDate | undefined)[]): CivilDate | undefined {
  return days.reduce((last, day) => (last === undefined || (day !== undefined && day > last) ? day : last), undefined)
}
