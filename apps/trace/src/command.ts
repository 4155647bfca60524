import { parseArgs } from 'node:util'
import { systemClock } from '@fyh/base/clock.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { openMobileIndex } from './collect/mobile-index.ts'
import { readConfig } from './config.ts'
import { forget } from './upkeep/forget.ts'
import { type Named, phoneNamed, userNamed } from './upkeep/subject.ts'

const usage = `Usage:
  npm run trace -- forget --user 754974720000123     deletes all events, visits and browsers of a user
  npm run trace -- forget --mobile 13800000000       deletes the same by phone number
Counts remain; they contain no personal data.`

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
    // The web app sends only masks, which a search by number can't find.
    return values.mobile === undefined
      ? deleted
      : `${deleted}\nA number finds only events that carried the full number. The web app sends a mask, so use --user as well.`
  } finally {
    await pool.end()
  }
}

function subjectOf({ user, mobile }: { user?: string; mobile?: string }, mobileIndex: (text: string) => string): Named {
  if ((user === undefined) === (mobile === undefined)) throw new Error(usage)
  const named = user === undefined ? phoneNamed(mobile ?? '', mobileIndex) : userNamed(user, mobileIndex)
  if (named === undefined) throw new Error(user === undefined ? 'This isn’t a valid phone number.' : 'This isn’t a valid user ID.')
  return named
}
