import { fileURLToPath } from 'node:url'
import { systemClock } from '@fyh/base/clock.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { gatheredOutput, makeLog } from '@fyh/serve/log.ts'
import { stopAsked } from '@fyh/serve/stop-asked.ts'
import { keepFirstOperator } from './answer/login/accounts.ts'
import { createTrace } from './app.ts'
import { openBroker } from './broker/broker.ts'
import { openMobileIndex } from './collect/mobile-index.ts'
import { type Config, readConfig } from './config.ts'
import { startUpkeep } from './upkeep/upkeep.ts'

const config = configOrExit()
const log = makeLog({ name: 'trace', level: config.logLevel, to: gatheredOutput() })
const clock = systemClock()
const database = {
  url: config.databaseUrl,
  schema: config.databaseSchema,
  onBroken: (error: Error) => log.warn({ err: error }, 'a database connection broke'),
}
const pool = openPool({ ...database, applicationName: 'fyh-trace', max: 4 })
// A collector takes events while the database is away, so it must not need it to start.
if (config.role !== 'collect')
  await migrate(pool, fileURLToPath(new URL('../migrations', import.meta.url)), { schema: config.databaseSchema })

const answers = config.role === 'collect' ? undefined : await openAnswers()
const app = createTrace({
  pool,
  clock,
  log,
  mobileIndex: openMobileIndex(config.indexKey),
  origins: config.origins,
  ...(config.broker && {
    between: { broker: openBroker(config.broker, log), collects: config.role !== 'write', writes: config.role !== 'collect' },
  }),
  ...(answers && { operator: answers }),
})
const upkeep =
  config.role === 'collect'
    ? undefined
    : startUpkeep({ pool, clock, log, keepDays: config.keepDays, keepCountsDays: config.keepCountsDays })

const stopping = stopAsked()
await app.listen({ host: '127.0.0.1', port: config.port })
await stopping
// No new connections, open requests get their answer after their commit, then the database is let go of.
await app.close()
await upkeep?.stop()
await answers?.pool.end()
await pool.end()

/** Questions have few connections of their own and little time on each, so that no question keeps events waiting. */
async function openAnswers() {
  if (config.operator === undefined) return undefined
  const { password, hosts } = config.operator
  const ofAnswers = openPool({ ...database, applicationName: 'fyh-trace-answers', max: 3, statementTimeoutMs: 5_000 })
  await keepFirstOperator(ofAnswers, password, clock.machineNow())
  return { pool: ofAnswers, hosts, keepDays: config.keepDays, keepCountsDays: config.keepCountsDays }
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
