import { addMonths } from '@fyh/base/dates.ts'
import { dayInMonth, isWorkingDay, moveOffDaysOff } from '@fyh/loan-engine/due-dates.ts'
import { officialCalendar, officialYears } from '@fyh/loan-engine/official-calendar.ts'
import { agreedDueDate } from '@fyh/loan-engine/periods.ts'
import { dateAt, type Fields, has, textAt, wholeAt } from './fields.ts'
import { textDifference } from './figure.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Difference, Kind } from './kind.ts'

const dayOffKind: Kind = {
  name: 'due day on a day off',
  takes: ({ inputs }) => has(inputs, 'nominal_due'),
  unsupported: [
    {
      reason: 'a year whose days off are not in the official calendar',
      holds: ({ inputs }) => officialYears[dateAt(inputs, 'nominal_due').slice(0, 4)] === undefined,
    },
  ],
  differencesOf: ({ inputs, expected }) => {
    const day = dateAt(inputs, 'nominal_due')
    const moved = (policy: 'nextWorkingDay' | 'onlyPublicHolidays') => moveOffDaysOff(day, { policy, calendar: officialCalendar })
    const isOff = !isWorkingDay(day, officialCalendar)
    return [
      ...(has(expected, 'is_day_off') && expected.is_day_off !== isOff
        ? [{ at: 'is_day_off', expected: String(expected.is_day_off), got: String(isOff) }]
        : []),
      ...textDifference('', expected, 'moved_to_next_working_day', moved('nextWorkingDay')),
      ...textDifference('', expected, 'not_moved', moveOffDaysOff(day, { policy: 'stay' })),
      ...textDifference('', expected, 'moved_only_for_public_holiday_periods', moved('onlyPublicHolidays')),
    ]
  },
}

const monthsKind: Kind = {
  name: 'due day so many months on',
  takes: ({ inputs }) => has(inputs, 'from', 'months') || has(inputs, 'from', 'add_months'),
  unsupported: [],
  differencesOf: ({ inputs, expected }) => {
    const months = wholeAt(inputs, has(inputs, 'months') ? 'months' : 'add_months')
    const day = addMonths(dateAt(inputs, 'from'), months)
    return [...textDifference('', expected, 'due', day), ...textDifference('', expected, 'date', day)]
  },
}

const chosenDayKind: Kind = {
  name: 'chosen day of the month',
  takes: ({ inputs }) => has(inputs, 'period_to', 'chosen_day_of_month'),
  unsupported: [],
  differencesOf: ({ inputs, expected }) =>
    textDifference('', expected, 'due', dayInMonth(dateAt(inputs, 'period_to'), wholeAt(inputs, 'chosen_day_of_month'))),
}

const dueRules = ['day of first repayment', 'end of current month', 'start of next month']

/** Rules for a loan's due days by their words; the first repayment falls on the pay-out's day unless it is given. */
const dueRuleKind: Kind = {
  name: 'rule of due days',
  takes: ({ inputs }) => has(inputs, 'due_rule', 'disbursed_on', 'periods'),
  unsupported: [
    { reason: 'a rule of due days that is none of the engine’s', holds: ({ inputs }) => !dueRules.includes(textAt(inputs, 'due_rule')) },
  ],
  differencesOf: dueRuleDifferences,
}

function dueRuleDifferences({ inputs, expected }: GoldenCase): Difference[] {
  const payOutDate = dateAt(inputs, 'disbursed_on')
  const rule = textAt(inputs, 'due_rule')
  const given = has(inputs, 'first_due') ? dateAt(inputs, 'first_due') : payOutDate
  const first =
    rule === 'end of current month'
      ? dayInMonth(payOutDate, 31)
      : rule === 'start of next month'
        ? dayInMonth(addMonths(payOutDate, 1), 1)
        : given
  const dueDay = rule === 'end of current month' ? { dueDay: 31 } : {}
  const dueOf = (period: number) => agreedDueDate({ payOutDate, firstDueDate: first, ...dueDay }, period)
  return [
    ...textDifference('', expected, 'first_due', dueOf(1)),
    ...textDifference('', expected, 'second_due', dueOf(2)),
    ...textDifference('', expected, 'last_due', dueOf(wholeAt(inputs, 'periods'))),
  ]
}

const termKind: Kind = {
  name: 'periods of a term',
  takes: ({ inputs }) => has(inputs, 'term_months', 'every_months'),
  unsupported: [
    {
      reason: 'a term that is no whole number of periods',
      holds: ({ inputs }) => periodsOfTerm(inputs) === undefined,
    },
  ],
  differencesOf: ({ inputs, expected }) => textDifference('', expected, 'periods', String(periodsOfTerm(inputs))),
}

/** A term shorter than one period is one period. */
function periodsOfTerm(inputs: Fields): number | undefined {
  const [term, every] = [wholeAt(inputs, 'term_months'), wholeAt(inputs, 'every_months')]
  return term % every === 0 ? term / every : term < every ? 1 : undefined
}

/** What concerns days alone. */
export const dueDayKinds: readonly Kind[] = [dayOffKind, monthsKind, chosenDayKind, dueRuleKind, termKind]
