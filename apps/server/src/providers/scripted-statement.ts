import type { CivilDate } from '@fyh/base/dates.ts'
import { scriptedCall } from './scripted-call.ts'
import type { AskStatement, StatementEntry, StatementPage } from './statement.ts'

/** An entry with the day it is filed under. */
export type ScriptedEntry = StatementEntry & { readonly on: CivilDate }

/** Small, so that a test with a handful of orders turns pages. */
const pageSize = 2

/** The statement of a scripted party. `filed` is what it did so far, and a test may write into it as a party that errs would. */
export function scriptedStatement(filed: ScriptedEntry[]) {
  const page = ({ date, after }: AskStatement): StatementPage => {
    const from = after === null ? 0 : Number(after)
    const ofDay = filed.filter(({ on }) => on === date).sort((a, b) => (a.orderKey < b.orderKey ? -1 : a.orderKey > b.orderKey ? 1 : 0))
    const entries = ofDay.slice(from, from + pageSize).map(({ orderKey, kind, amountFen }) => ({ orderKey, kind, amountFen }))
    return { answer: 'ok', entries, next: from + pageSize < ofDay.length ? String(from + pageSize) : null }
  }
  return { filed, statement: scriptedCall<AskStatement, StatementPage>(page) }
}
