import cluster from 'node:cluster'
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
import { keepMarks } from './key-marks.ts'
import { standingOf } from './processes/standing.ts'
import { startWorkers } from './processes/workers.ts'
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
const upkeep = cluster.isPrimary && config.role !== 'collect' ? await prepareDatabase() : undefined

const stopping = stopAsked()
const serving = cluster.isPrimary && config.processes > 1 ? await startWorkers({ count: config.processes, log, stopping }) : await serve()
await stopping
// No new connections, open requests get their answer after their commit, then the database is let go of.
await serving.close()
await upkeep?.stop()
await pool.end()

/** Done once, however many processes there are. */
async function prepareDatabase() {
  await migrate(pool, fileURLToPath(new URL('../migrations', import.meta.url)), { schema: config.databaseSchema })
  await keepMarks(pool, config, clock.machineNow())
  if (config.operator !== undefined) await keepFirstOperator(pool, config.operator.password, clock.machineNow())
  return startUpkeep({ pool, clock, log, keepDays: config.keepDays, keepCountsDays: config.keepCountsDays })
}

async function serve() {
  const answers = config.role === 'collect' ? undefined : openAnswers()
  const app = createTrace({
    pool,
    clock,
    log,
    mobileIndex: openMobileIndex(config.indexKey),
    origins: config.origins,
    trustProxy: config.trustProxy,
    ...(config.broker && {
      between: { broker: openBroker(config.broker, log), collects: config.role !== 'write', writes: config.role !== 'collect' },
    }),
    ...(answers && { operator: answers }),
    ...(cluster.worker && { standing: standingOf(cluster.worker) }),
  })
  await app.listen({ host: '127.0.0.1', port: config.port })
  return {
    async close() {
      await app.close()
      await answers?.pool.end()
    },
  }
}

/** Questions have few connections of their own and little time on each, so that no question keeps events waiting. */
function openAnswers() {
  if (config.operator === undefined) return undefined
  return {
    pool: openPool({ ...database, applicationName: 'fyh-trace-answers', max: 3, statementTimeoutMs: 5_000 }),
    hosts: config.operator.hosts,
    keepDays: config.keepDays,
    keepCountsDays: config.keepCountsDays,
  }
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
