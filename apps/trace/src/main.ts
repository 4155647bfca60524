import { fileURLToPath } from 'node:url'
import { systemClock } from '@fyh/base/clock.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { createTrace } from './app.ts'
import { openMobileIndex } from './collect/mobile-index.ts'
import { type Config, readConfig } from './config.ts'

const config = configOrExit()
const log = makeLog({ name: 'trace', level: config.logLevel })
const pool = openPool({
  url: config.databaseUrl,
  schema: config.databaseSchema,
  applicationName: 'fyh-trace',
  max: 4,
  onBroken: (error) => log.warn({ err: error }, 'a database connection broke'),
})
await migrate(pool, fileURLToPath(new URL('../migrations', import.meta.url)), { schema: config.databaseSchema })

const app = createTrace({ pool, clock: systemClock(), log, mobileIndex: openMobileIndex(config.indexKey), origins: config.origins })
await app.listen({ host: '127.0.0.1', port: config.port })

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

/** No new connections, open requests get their answer after their commit, then the database is let go of. */
async function stop(): Promise<void> {
  await app.close()
  await pool.end()
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
