import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { casesOf } from './golden-case.ts'
import { type Outcome, runCase } from './run-case.ts'

const usage = 'npm run golden -- FILE… [--case ID] [--verbose]\n'

/** Runs golden files and prints what came of each; ends with 1 when a case failed or a file could not be read. */
function run(args: readonly string[]): boolean {
  const options = { case: { type: 'string' }, verbose: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (positionals.length === 0) {
    process.stderr.write(usage)
    return false
  }
  return positionals.map((file) => runFile(file, values)).every((passed) => passed)
}

function runFile(file: string, chosen: { case?: string; verbose?: boolean }): boolean {
  try {
    const cases = casesOf(readFileSync(file, 'utf8')).filter(({ id }) => chosen.case === undefined || id === chosen.case)
    const outcomes = cases.map((golden) => runCase(golden))
    process.stdout.write(reportOf(basename(file), outcomes, chosen.verbose ?? false))
    return outcomes.every(({ result }) => result !== 'failed')
  } catch (error) {
    process.stdout.write(`${basename(file)}: cannot be read: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  }
}

const shortList = 3

function reportOf(name: string, outcomes: readonly Outcome[], verbose: boolean): string {
  const count = (result: Outcome['result']) => outcomes.filter((outcome) => outcome.result === result).length
  const lines = [`${name}: ${count('passed')} passed, ${count('failed')} failed, ${count('not applicable')} not applicable`]
  for (const [reason, ids] of byReason(outcomes)) lines.push(`  not applicable (${reason}): ${verbose ? ids.join(' ') : ids.length}`)
  for (const outcome of outcomes) {
    if (outcome.result !== 'failed') continue
    const shown = verbose ? outcome.differences : outcome.differences.slice(0, shortList)
    const texts = shown.map(({ at, expected, got }) => `${at}: expected ${expected}, got ${got}`)
    const more = outcome.differences.length - shown.length
    lines.push(`  FAILED ${outcome.id}: ${texts.join(verbose ? '\n    ' : '; ')}${more > 0 ? ` (and ${more} more)` : ''}`)
  }
  return `${lines.join('\n')}\n`
}

function byReason(outcomes: readonly Outcome[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>()
  for (const outcome of outcomes) {
    if (outcome.result === 'not applicable') reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), outcome.id])
  }
  return reasons
}

process.exitCode = run(process.argv.slice(2)) ? 0 : 1
