import { kinds } from '../golden/kinds.ts'
import { unreadable } from '../golden/run-case.ts'
import { markdownTable, pageHead } from './markdown.ts'

/** What the runner of golden files takes, and by which settings a case is not applicable. */
export function goldenPage(): string {
  const rows = kinds.flatMap(({ name, unsupported }) =>
    unsupported.length === 0 ? [[name, 'none']] : unsupported.map(({ reason }) => [name, reason]),
  )
  rows.push(['every kind', `${unreadable}: the field and the value`])
  return `${pageHead('Golden cases: kinds, and what is not applicable', 'tools/golden/kinds.ts')}\n${markdownTable(['kind of case', 'not applicable'], rows)}`
}
