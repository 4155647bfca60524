import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, formatYuan, zeroFen } from '@fyh/base/money.ts'
import { type Fields, fenAt, fieldsAt, has, rowsAt, textAt, wholeAt } from './fields.ts'
import type { Difference } from './kind.ts'
import type { BookRow, Books, Movement } from './timeline-books.ts'
import { nameInLists } from './timeline-charges.ts'

/** Everything a check may look at: the books of the day it stands on, the day, and the days late that count as none. */
export type Scene = { readonly books: Books; readonly today: CivilDate; readonly graceDays: number }

/** Every check of a time line. */
export const knownChecks: ReadonlySet<string> = new Set([
  'expect_schedule',
  'expect_ledger',
  'expect_charges',
  'expect_state',
  'expect_outstanding',
  'expect_overpaid',
  'expect_overdue',
  'expect_all_settled',
  'expect_bucket',
  'expect_next_due',
])

/** What a check of the time line expects and the books do not show. */
export function check(step: Fields, scene: Scene): Difference[] {
  const { books } = scene
  switch (textAt(step, 'op')) {
    case 'expect_schedule':
      return scheduleDifferences(step, books)
    case 'expect_ledger':
      return movementDifferences(rowsAt(step, 'rows'), books)
    case 'expect_charges':
      return chargeDifferences(rowsAt(step, 'rows'), books)
    case 'expect_state':
      return differs('state', textAt(step, 'state'), books.state)
    case 'expect_outstanding':
      return differs('outstanding', yuanAt(step, 'amount'), yuan(books.outstanding))
    case 'expect_overpaid':
      return differs('overpaid', yuanAt(step, 'amount'), yuan(books.overpaid))
    case 'expect_overdue':
      return differs('overdue', yuanAt(step, 'amount'), yuan(overdueOf(scene)))
    case 'expect_all_settled':
      return books.rows.flatMap(({ n, settledOn }) =>
        settledOn === undefined ? [{ at: `period ${n}`, expected: 'settled', got: 'open' }] : [],
      )
    default:
      return dueDifferences(step, scene)
  }
}

function scheduleDifferences(step: Fields, books: Books): Difference[] {
  const { rows } = books
  const expected = rowsAt(step, 'rows')
  return [
    ...(isLeavingOutLast(expected, rows) ? [] : differs('number of rows', String(expected.length), String(rows.length))),
    ...expected.flatMap((row, index) => {
      const got = rows[index]
      return got === undefined ? [] : rowDifferences(row, got)
    }),
    ...(has(step, 'totals') ? totalDifferences(fieldsAt(step, 'totals'), books) : []),
  ]
}

/** A row after the plan may be left out of a list; its amounts are in the totals all the same. */
function isLeavingOutLast(expected: readonly Fields[], rows: readonly BookRow[]): boolean {
  return rows.length === expected.length + 1 && rows[rows.length - 1]?.isAfterPlan === true
}

function rowDifferences(row: Fields, got: BookRow): Difference[] {
  const at = (field: string) => `period ${got.n} ${field}`
  return [
    ...differs(at('n'), String(wholeAt(row, 'n')), String(got.n)),
    ...differs(at('days'), String(wholeAt(row, 'days')), String(got.days)),
    ...differs(at('due'), textAt(row, 'due'), got.due),
    ...differs(at('settled_on'), has(row, 'settled_on') ? textAt(row, 'settled_on') : 'open', got.settledOn ?? 'open'),
    ...amountColumns.flatMap(([field, amountOf]) => (has(row, field) ? differs(at(field), yuanAt(row, field), yuan(amountOf(got))) : [])),
  ]
}

/** A fee taken at the pay-out stands in the totals, charged and paid, but in no row. */
function totalDifferences(totals: Fields, { rows, upFrontFee }: Books): Difference[] {
  return amountColumns.flatMap(([field, amountOf]) => {
    const taken = field === 'fee' || field === 'total' || field === 'paid' ? upFrontFee : zeroFen
    return has(totals, field) ? differs(`total ${field}`, yuanAt(totals, field), yuan(addFen(taken, ...rows.map(amountOf)))) : []
  })
}

const amountColumns: readonly (readonly [string, (row: BookRow) => Fen])[] = [
  ['balance_after', (row) => row.balanceAfter],
  ['principal', (row) => row.principal],
  ['interest', (row) => row.interest],
  ['fee', (row) => row.fee],
  ['penalty', (row) => row.penalty],
  ['total', (row) => row.total],
  ['paid', (row) => row.paid],
  ['paid_early', (row) => row.paidEarly],
  ['paid_late', (row) => row.paidLate],
  ['waived', (row) => row.waived],
  ['unpaid', (row) => row.unpaid],
]

/**
 * Movements are the same when each has its like; their order on a day is not compared. Rows without a day only say what there must be,
 * a list without rows says nothing, and whether a movement was taken back is compared where the rows tell it.
 */
function movementDifferences(rows: readonly Fields[], { movements }: Books): Difference[] {
  if (rows.length === 0) return []
  const told = { day: rows.every((row) => has(row, 'on')), reversal: rows.some((row) => has(row, 'reversed')) }
  const expected = rows.map((row) => textOfRow(row, told))
  const got = movements.map((movement) => textOfMovement(movement, told))
  const missing = without(expected, got)
  const beyond = told.day ? without(got, expected) : []
  return Array.from({ length: Math.max(missing.length, beyond.length) }, (_, k) => ({
    at: 'movements',
    expected: missing[k] ?? 'nothing more',
    got: beyond[k] ?? 'nothing like it',
  }))
}

/** What the rows of a list tell of a movement beside its amounts. */
type Told = { readonly day: boolean; readonly reversal: boolean }

function textOfRow(row: Fields, told: Told): string {
  return movementText({
    on: told.day ? textAt(row, 'on') : '',
    kind: textAt(row, 'kind'),
    amount: yuanAt(row, 'amount'),
    parts: partNamesInOrder.map((part) => yuanAt(row, part)),
    balance: yuanAt(row, 'balance_after'),
    isReversed: told.reversal && row.reversed === true,
  })
}

function textOfMovement({ on, kind, amount, parts, balanceAfter, isReversed }: Movement, told: Told): string {
  return movementText({
    on: told.day ? on : '',
    kind,
    amount: yuan(amount),
    parts: partNamesInOrder.map((part) => yuan(parts[part])),
    balance: yuan(balanceAfter),
    isReversed: told.reversal && isReversed,
  })
}

const partNamesInOrder = ['principal', 'interest', 'fee', 'penalty'] as const

/** Whether a waiver lets go income that was recognised is a matter of the books kept, not of the loan: its parts are not compared. */
function movementText(row: {
  on: string
  kind: string
  amount: string
  parts: readonly string[]
  balance: string
  isReversed: boolean
}): string {
  const parts = row.kind === 'waive_loan_charges' ? '' : ` = ${row.parts.join(' + ')}`
  return `${row.on} ${row.kind} ${row.amount}${parts}, then ${row.balance}${row.isReversed ? ', reversed' : ''}`
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return texts.filter((text) => {
    const index = left.indexOf(text)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

/** Charges due with each period are one row in the list. */
function chargeDifferences(rows: readonly Fields[], { charges }: Books): Difference[] {
  return rows.flatMap((row) => {
    const name = textAt(row, 'name')
    if (textAt(row, 'when') === 'disbursement') return []
    const found = charges.filter(
      (charge) => nameInLists(charge.payee ?? '') === name && (!has(row, 'due') || charge.due === textAt(row, 'due')),
    )
    const sum = (of: (charge: (typeof charges)[number]) => Fen) => yuan(addFen(zeroFen, ...found.map(of)))
    return [
      ...differs(
        `charge ${name} amount`,
        yuanAt(row, 'amount'),
        sum(({ amount }) => amount),
      ),
      ...differs(
        `charge ${name} paid`,
        yuanAt(row, 'paid'),
        sum(({ paid }) => paid),
      ),
      ...differs(
        `charge ${name} waived`,
        yuanAt(row, 'waived'),
        sum(({ waived }) => waived),
      ),
      ...differs(
        `charge ${name} unpaid`,
        yuanAt(row, 'unpaid'),
        sum(({ unpaid }) => unpaid),
      ),
    ]
  })
}

function overdueOf({ books, today }: Scene): Fen {
  return addFen(zeroFen, ...books.rows.filter(({ due }) => due < today).map(({ unpaid }) => unpaid))
}

/** Of a settled loan nothing is due today. Buckets are told apart only as none and some: how many days each spans is not among the settings of a case. */
function dueDifferences(step: Fields, { books, today, graceDays }: Scene): Difference[] {
  const first = books.rows.find(({ unpaid }) => unpaid > 0)
  const late = first !== undefined && addDays(first.due, graceDays) < today ? first : undefined
  const isNone = textAt(step, 'bucket') === 'no_delinquency'
  return [
    ...differs('bucket', isNone ? 'none' : 'some', late === undefined ? 'none' : 'some'),
    ...(has(step, 'since')
      ? differs('late since', textAt(step, 'since'), first === undefined ? 'never' : addDays(first.due, graceDays))
      : []),
    ...(has(step, 'on') ? differs('next due on', textAt(step, 'on'), first?.due ?? today) : []),
    ...(has(step, 'amount') ? differs('next due', yuanAt(step, 'amount'), yuan(first?.unpaid ?? zeroFen)) : []),
  ]
}

function differs(at: string, expected: string, got: string): Difference[] {
  return expected === got ? [] : [{ at, expected, got }]
}

function yuanAt(fields: Fields, name: string): string {
  return yuan(fenAt(fields, name))
}

function yuan(amount: Fen): string {
  return formatYuan(amount)
}
