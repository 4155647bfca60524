import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, maxFen, minFen, mulDiv, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Loan, PeriodAccount } from './account.ts'
import { instalmentOf } from './annuity.ts'
import { addPeriods, moveOffDaysOff } from './due-dates.ts'
import { demand, EngineError } from './engine-error.ts'
import type { PlanChange } from './events.ts'
import { interestOf } from './interest.ts'
import { isAfterPlan } from './loan-state.ts'
import { methodTraits, principalRules } from './methods.ts'
import { agreedDueDate, daysOf, monthAfter } from './periods.ts'
import type { InterestSpan } from './prepay.ts'
import type { PlanRow } from './schedule.ts'
import { isFlat } from './shares.ts'
import type { LoanTerms } from './terms.ts'

type Of<Kind> = Extract<PlanChange, { readonly kind: Kind }>

/** A plan while events redraw it, its periods as they stand and the changes of the plan before. */
export type Redrawing = {
  readonly loan: Loan
  readonly accounts: readonly PeriodAccount[]
  readonly before: readonly PlanChange[]
  readonly annualRate: Ppm
}

/**
 * The rows after `periods` more: principal not due before the day is spread over the periods left and added, as the method does; a loan
 * paid at the end ends later. Principal that was met stays in its period. Interest is the caller's to work out.
 */
export function extendedRows({ loan, accounts, before, annualRate }: Redrawing, { on, periods }: Of<'extend'>): PlanRow[] {
  checkRedrawable(loan.terms)
  const isOpen = accounts.some(({ row, closedOn }) => row.dueDate >= on && closedOn === undefined)
  demand(isOpen, 'EVENT_NOT_POSSIBLE', `nothing is left on ${on} that is not yet due`)
  const rows = plannedRows(accounts)
  const longer = methodTraits[loan.terms.method].paysOnce
    ? laterEnd(rows, { loan, before, periods })
    : withAdded(rows, { loan, before, periods })
  return spread(longer, { accounts, terms: loan.terms, annualRate, from: rows.findIndex(({ dueDate }) => dueDate >= on) })
}

/** The rows of a loan by equal instalments that is to be drawn from a day on at another rate. */
export function rowsAtRate({ loan, accounts, annualRate }: Redrawing, on: CivilDate): PlanRow[] {
  const rows = plannedRows(accounts)
  const from = rows.findIndex(({ dueDate }) => dueDate >= on)
  return from === -1 ? rows : spread(rows, { accounts, terms: loan.terms, annualRate, from })
}

/** The instalment due on `from` is due on another day, those after it as far apart as agreed; principal stays where it is. */
export function movedRows({ loan: { terms }, accounts }: Redrawing, { from, newDue }: Of<'moveDueDate'>): PlanRow[] {
  checkRedrawable(terms)
  const rows = plannedRows(accounts)
  const index = rows.findIndex(({ dueDate }) => dueDate === from)
  const first = rows[index]
  if (first === undefined) throw new EngineError('EVENT_NOT_POSSIBLE', `nothing is due on ${from}`)
  let { startDate } = first
  demand(newDue > startDate, 'EVENT_NOT_POSSIBLE', `due on ${newDue} in a period from ${startDate}`)
  return rows.map((row, k) => {
    if (k < index) return row
    const dueDate = k === index ? newDue : dueAfter(terms, newDue, k - index)
    const moved = withDays(row, terms, { startDate, dueDate, periods: k === index ? undefined : 1 })
    startDate = dueDate
    return moved
  })
}

/** Without the period after the last that holds only charges. */
function plannedRows(accounts: readonly PeriodAccount[]): PlanRow[] {
  return accounts.map(({ row }) => row).filter((row) => !isAfterPlan(row))
}

/** Interest that waits or is a part of a whole, and amounts in multiples, cannot be taken apart. */
function checkRedrawable({ grace, amountMultiple, flatBy = 'principal' }: LoanTerms): void {
  const isPlain = grace === undefined && amountMultiple === undefined && flatBy === 'principal'
  demand(isPlain, 'EVENT_NOT_POSSIBLE', 'other days of a loan with grace, multiples or a flat total')
}

type Longer = Pick<Redrawing, 'loan' | 'before'> & { readonly periods: number }

function withAdded(rows: readonly PlanRow[], { loan: { terms }, before, periods }: Longer): PlanRow[] {
  const longer = [...rows]
  for (let count = 1; count <= periods; count += 1) {
    const last = longer[longer.length - 1]
    if (last === undefined) return longer
    const { redrawn, ...plain } = last
    const added = { ...plain, period: last.period + 1, month: monthAfter(last.month, terms) }
    const dueDate = dueOf(terms, { before, at: last.period + 1, rows })
    const open = {
      ...added,
      principal: zeroFen,
      balanceBefore: last.balanceAfter,
      explain: { ...last.explain, balance: isFlat(terms) ? last.explain.balance : last.balanceAfter },
    }
    longer.push(withDays(open, terms, { startDate: last.dueDate, dueDate, periods: 1 }))
  }
  return longer
}

function laterEnd(rows: readonly PlanRow[], { loan: { terms }, before, periods }: Longer): PlanRow[] {
  const at = periodsIn(terms, before) + periods
  const isMoved = before.some(({ kind }) => kind === 'moveDueDate')
  return rows.map((row) => {
    const dueDate = dueOf(terms, { before, at, rows })
    return withDays({ ...row, month: row.month === 0 ? 0 : at * (terms.period?.every ?? 1) }, terms, {
      startDate: row.startDate,
      dueDate,
      periods: isMoved ? undefined : at,
    })
  })
}

function periodsIn({ periods }: LoanTerms, changes: readonly PlanChange[]): number {
  return changes.reduce((sum, change) => sum + (change.kind === 'extend' ? change.periods : 0), periods)
}

/** The due day of a period by its number: counted from the pay-out, or from the last due day that was moved. */
function dueOf(terms: LoanTerms, { before, at, rows }: { before: readonly PlanChange[]; at: number; rows: readonly PlanRow[] }): CivilDate {
  let moved: { due: CivilDate; at: number } | undefined
  before.forEach((change, k) => {
    if (change.kind !== 'moveDueDate') return
    const row = rows.find(({ dueDate }) => dueDate === change.newDue)
    moved = { due: change.newDue, at: methodTraits[terms.method].paysOnce ? periodsIn(terms, before.slice(0, k)) : (row?.period ?? at) }
  })
  if (moved === undefined) return moveOffDaysOff(agreedDueDate(terms, at), terms.daysOff)
  return dueAfter(terms, moved.due, at - moved.at)
}

function dueAfter({ period = { unit: 'month', every: 1 }, daysOff }: LoanTerms, due: CivilDate, count: number): CivilDate {
  return moveOffDaysOff(addPeriods(due, { ...period, count }), daysOff)
}

function withDays(
  row: PlanRow,
  terms: LoanTerms,
  { startDate, dueDate, periods }: { startDate: CivilDate; dueDate: CivilDate; periods: number | undefined },
): PlanRow {
  const { years, ...explain } = row.explain
  const days = daysOf(terms, { from: startDate, to: dueDate, periods })
  const moved = { ...row, startDate, dueDate, explain: { ...explain, ...days } }
  const { redrawn } = row
  return redrawn === undefined ? moved : { ...moved, redrawn: { ...redrawn, spans: within(redrawn.spans, { startDate, dueDate }) } }
}

/** The same balances, as far as their days lie in the period, from its start to its due day. */
function within(
  spans: readonly InterestSpan[],
  { startDate, dueDate }: { readonly startDate: CivilDate; readonly dueDate: CivilDate },
): InterestSpan[] {
  const inside = spans.filter(({ from, to }, k) => from < dueDate && (to > startDate || k === spans.length - 1))
  return inside.map((span, k) => ({
    ...span,
    from: k === 0 ? startDate : span.from,
    to: k === inside.length - 1 ? dueDate : span.to,
  }))
}

type Spreading = {
  readonly accounts: readonly PeriodAccount[]
  readonly terms: LoanTerms
  readonly annualRate: Ppm
  readonly from: number
}

/** Principal from a row on, spread anew over all after it; what was met of a later period is left to it. */
function spread(rows: readonly PlanRow[], { accounts, terms, annualRate, from }: Spreading): PlanRow[] {
  const later = rows.slice(from)
  const leasts = later.map((row) => leastOf(row, accounts[row.period - 1]))
  const opening = later[0]?.balanceBefore ?? zeroFen
  const drawn = { balance: subFen(opening, later[0]?.redrawn?.prepaid ?? zeroFen), periods: later.length }
  const principalFor = principalsOf(terms, { annualRate, drawn, rows: later })
  let balance = opening
  let reserved = addFen(zeroFen, ...leasts)
  const redrawn = later.map((row, k) => {
    const least = leasts[k] ?? zeroFen
    reserved = subFen(reserved, least)
    const prepaid = row.redrawn?.prepaid ?? zeroFen
    const wanted = addFen(prepaid, principalFor(row, maxFen(zeroFen, subFen(balance, prepaid))))
    const principal = k === later.length - 1 ? balance : minFen(subFen(balance, reserved), maxFen(least, wanted))
    const next = rowFrom(row, { principal, balance, terms, rule: k === later.length - 1 ? 'rest' : undefined })
    balance = next.balanceAfter
    return k === 0 ? withDrawn(next, drawn) : next
  })
  return [...rows.slice(0, from), ...redrawn]
}

function leastOf({ redrawn }: PlanRow, account: PeriodAccount | undefined): Fen {
  const met = account === undefined ? zeroFen : addFen(account.paid.principal, account.waived.principal, account.writtenOff.principal)
  return maxFen(redrawn?.prepaid ?? zeroFen, met)
}

type Drawn = { readonly balance: Fen; readonly periods: number }

function principalsOf(
  { method, rounding = 'halfUp' }: LoanTerms,
  { annualRate, drawn, rows }: { annualRate: Ppm; drawn: Drawn; rows: readonly PlanRow[] },
): (row: PlanRow, balance: Fen) => Fen {
  switch (methodTraits[method].share) {
    case 'instalment': {
      const spans = rows.map(({ explain }) => explain)
      const instalment = drawn.balance === 0 ? zeroFen : instalmentOf({ principal: drawn.balance, annualRate, spans })
      return ({ explain: { days, basis } }, balance) =>
        maxFen(zeroFen, subFen(instalment, interestOf({ balance, annualRate, days, basis, rounding })))
    }
    case 'principal': {
      const share = fen(mulDiv({ value: drawn.balance, times: 1, over: drawn.periods, rounding: 'halfUp' }))
      return () => share
    }
    case 'none':
      return () => zeroFen
  }
}

/** Interest runs on what is open, so its balances move with the row's; flat interest is on what it was on. */
function rowFrom(
  row: PlanRow,
  { principal, balance, terms, rule }: { principal: Fen; balance: Fen; terms: LoanTerms; rule: 'rest' | undefined },
): PlanRow {
  const more = isFlat(terms) ? zeroFen : subFen(balance, row.balanceBefore)
  const { explain, redrawn } = row
  const next: PlanRow = {
    ...row,
    principal,
    total: addFen(principal, row.interest, row.fee),
    balanceBefore: balance,
    balanceAfter: subFen(balance, principal),
    explain: {
      ...explain,
      balance: addFen(explain.balance, more),
      principalRule: rule ?? principalRules[methodTraits[terms.method].share],
    },
  }
  if (redrawn === undefined) return next
  return { ...next, redrawn: { ...redrawn, spans: redrawn.spans.map((span) => ({ ...span, balance: addFen(span.balance, more) })) } }
}

/** Rows from here on open into what was left to spread and over how many periods. */
function withDrawn(row: PlanRow, drawn: Drawn): PlanRow {
  return { ...row, redrawn: { prepaid: zeroFen, spans: [], ...row.redrawn, drawn } }
}
