import { FormatError } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Difference, Kind } from './kind.ts'
import { kinds } from './kinds.ts'

export type Outcome =
  | { readonly id: string; readonly result: 'passed' }
  | { readonly id: string; readonly result: 'failed'; readonly differences: readonly Difference[] }
  | { readonly id: string; readonly result: 'not applicable'; readonly reason: string }

/** Inputs or figures written in a way the reader does not have: a unit, a convention, a number finer than ours. */
export const unreadable = 'a value written in a way that is not read'

/** Runs one case. A case no kind takes has failed: its figures were not checked. */
export function runCase(golden: GoldenCase, known: readonly Kind[] = kinds): Outcome {
  const { id } = golden
  const kind = known.find(({ takes }) => takes(golden))
  if (kind === undefined) return failed(id, `no kind takes it: ${Object.keys(golden.inputs).join(', ')}`)
  try {
    const unsupported = kind.unsupported.find(({ holds }) => holds(golden))
    if (unsupported !== undefined) return { id, result: 'not applicable', reason: unsupported.reason }
    const differences = kind.differencesOf(golden)
    return differences.length === 0 ? { id, result: 'passed' } : { id, result: 'failed', differences }
  } catch (error) {
    if (error instanceof FormatError) return { id, result: 'not applicable', reason: `${unreadable}: ${error.message}` }
    return failed(id, error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
}

function failed(id: string, got: string): Outcome {
  return { id, result: 'failed', differences: [{ at: 'the whole case', expected: 'to be reckoned', got }] }
}
