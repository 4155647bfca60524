import { parseArgs } from 'node:util'
import { systemClock } from '@fyh/base/clock.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { openMobileIndex } from './collect/mobile-index.ts'
import { readConfig } from './config.ts'
import { forget } from './upkeep/forget.ts'
import { type Named, phoneNamed, userNamed } from './upkeep/subject.ts'

const usage = `Usage:
  npm run trace -- forget --user 754974720000123     deletes all events, visits and browsers of a user
  npm run trace -- forget --mobile 13800000000       the same by phone number
Counts stay: there is nobody in them.`

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function run(args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { user: { type: 'string' }, mobile: { type: 'string' } },
  })
  if (positionals.join() !== 'forget') throw new Error(usage)
  const { databaseUrl, databaseSchema, indexKey } = readConfig(process.env)
  const mobileIndex = openMobileIndex(indexKey)
  const { subject, subjectIndex } = subjectOf(values, mobileIndex)
  const pool = openPool({ url: databaseUrl, schema: databaseSchema, applicationName: 'fyh-trace-command', max: 1 })
  try {
    const { events, visits, browsers } = await forget(pool, { subject, subjectIndex, askedBy: 'command', at: systemClock().machineNow() })
    const deleted = `Deleted: ${events} events, ${visits} visits, ${browsers} browsers.`
    // Our web sends masks alone, from which no number is found.
    return values.mobile === undefined
      ? deleted
      : `${deleted}\nOnly events that carried the whole number are found by it; the web application sends a mask. Use --user as well.`
  } finally {
    await pool.end()
  }
}

function subjectOf({ user, mobile }: { user?: string; mobile?: string }, mobileIndex: (text: string) => string): Named {
  if ((user === undefined) === (mobile === undefined)) throw new Error(usage)
  const named = user === undefined ? phoneNamed(mobile ?? '', mobileIndex) : userNamed(user, mobileIndex)
  if (named === undefined) throw new Error(user === undefined ? 'This is no phone number.' : 'This is no id of a user.')
  return named
}
