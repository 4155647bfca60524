import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const recordSchema = z.object({ file: z.string(), statements: z.array(z.string()) })
export type StatementsOfFile = z.infer<typeof recordSchema>

/** Tests of the driver's layer, of migrations, and of servers that die or hang: here versions differ beyond the statements. */
const alwaysRun = /\/packages\/postgres\/|\/tools\/schema\/|(?:death|crash|frozen)[^/]*\.test\.ts$/

/** Reads what the test files of a run recorded (`tools/postgres/record-statements.ts`); nothing where they recorded nothing. */
export function readStatements(folder: string): StatementsOfFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => recordSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
}

/**
 * Chooses the test files for the oldest PostgreSQL: together they send every statement that the whole run sent, and they
 * contain every test of the layers in which versions differ. Prefers files that send many statements in little time.
 */
export function filesForOldest(records: readonly StatementsOfFile[], secondsOf: (file: string) => number): string[] {
  const always = records.filter(({ file }) => alwaysRun.test(file))
  const chosen = [...always]
  for (;;) {
    const sent = statementsOf(chosen)
    const worth = records.map((record) => {
      const added = record.statements.filter((statement) => !sent.has(statement)).length
      return { record, added, rate: added / (secondsOf(record.file) + 0.1) }
    })
    const best = worth.filter(({ added }) => added > 0).toSorted((one, other) => other.rate - one.rate)[0]
    if (best === undefined) break
    chosen.push(best.record)
  }
  // What was chosen early may be sent by the later ones as well.
  const needed = new Set(chosen)
  for (const record of chosen.toSorted((one, other) => secondsOf(other.file) - secondsOf(one.file))) {
    const others = statementsOf([...needed].filter((one) => one !== record))
    if (!always.includes(record) && record.statements.every((statement) => others.has(statement))) needed.delete(record)
  }
  return [...needed].map(({ file }) => file).toSorted()
}

const statementsOf = (records: readonly StatementsOfFile[]) => new Set(records.flatMap(({ statements }) => statements))
