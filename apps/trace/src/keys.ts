import { systemClock } from '@fyh/base/clock.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { readConfig } from './config.ts'
import { forgetFormer, keepMarks } from './key-marks.ts'
import { reindexAll } from './reindex.ts'

/** The door for `npm run keys -- renew` in the trace backend's database. */
try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function run([act]: string[]): Promise<number> {
  const config = readConfig(process.env)
  const pool = openPool({
    url: config.databaseUrl,
    schema: config.databaseSchema,
    applicationName: 'fyh-trace-keys',
    max: 1,
    statementTimeoutMs: 600_000,
  })
  try {
    await keepMarks(pool, config, systemClock().machineNow())
    if (act !== 'renew') return 0
    const { changed, unknown } = await reindexAll(pool, config)
    process.stdout.write(`TRACE_INDEX_KEY: ${changed} numbers reindexed\n`)
    if (unknown > 0) {
      process.stdout.write(`TRACE_INDEX_KEY: ${unknown} numbers are known under none of the keys; they go with their events\n`)
      return 1
    }
    await forgetFormer(pool, config)
    return 0
  } finally {
    await pool.end()
  }
}
