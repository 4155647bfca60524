import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { adaptersUnderTest, type UnderTest } from './adapters-under-test.ts'
import type { AskStatement, StatementEntry, StatementPage } from './statement.ts'

/** Runs the same promises against every adapter. The function handed in gives the adapter once the tests run. */
export function everyAdapter(promises: (current: () => UnderTest) => void): void {
  describe.each(adaptersUnderTest)('%s', (_, open) => {
    let opened: UnderTest | undefined
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(async () => opened?.close())
    promises(() => {
      if (opened === undefined) throw new Error('the adapter is opened before the first test')
      return opened
    })
  })
}

/** A key no other test of this run uses. */
export function keyFor(what: string): string {
  count += 1
  return `${what}-${count}`
}
let count = 0

/** Every page of a statement. */
export async function statementOf(
  port: { readonly statement: (asked: AskStatement) => Promise<StatementPage> },
  date: CivilDate,
): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  for (let after: string | null = null; ; ) {
    const page: StatementPage = await port.statement({ date, after })
    assert(page.answer === 'ok', `the statement of ${date} is not to be had`)
    entries.push(...page.entries)
    if (page.next === null) return entries
    after = page.next
  }
}
