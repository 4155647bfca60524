import { fileURLToPath } from 'node:url'
import { systemClock } from '@fyh/base/clock.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { keepFirstOperator } from './answer/login/accounts.ts'
import { openAnswerPool } from './answer/answer-pool.ts'
import { createTrace } from './app.ts'
import { openBroker } from './broker/broker.ts'
import { openWriter } from './broker/writer.ts'
import { isFaultOfRows, storeEvents } from './collect/event-store.ts'
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
// A collector takes events while the database is away, so it must not need it to start.
if (config.role !== 'collect')
  await migrate(pool, fileURLToPath(new URL('../migrations', import.meta.url)), { schema: config.databaseSchema })

const answers = config.operator && openAnswerPool({ ...connection, max: 3 })
if (config.operator && answers) await keepFirstOperator(answers, config.operator.password, clock.machineNow())

const broker = config.broker && openBroker(config.broker, log)
const writer =
  broker && config.role !== 'collect' ? openWriter({ broker, store: (rows) => storeEvents(pool, rows), isFaultOfRows, log }) : undefined
const app = createTrace({
  pool,
  clock: systemClock(),
  log,
  mobileIndex: openMobileIndex(config.indexKey),
  origins: config.origins,
  ...(broker && { between: { broker, writer, collects: config.role !== 'write' } }),
})
await app.listen({ host: '127.0.0.1', port: config.port })

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

/** No new connections, open requests get their answer after their commit, then the broker and the database are let go of. */
async function stop(): Promise<void> {
  await app.close()
  await writer?.close()
  await broker?.close()
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
