import { fileURLToPath } from 'node:url'
import { systemClock } from '@fyh/base/clock.ts'
import { makeIdSource } from '@fyh/base/ids.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { stopAsked } from '@fyh/serve/stop-asked.ts'
import { createSandbox } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { forgetOld } from './watch.ts'

const config = configOrExit()
const log = makeLog({ name: 'sandbox', level: config.logLevel })
const pool = openPool({
  url: config.databaseUrl,
  schema: config.schema,
  applicationName: 'fyh-sandbox',
  max: 4,
  onBroken: (error) => log.warn({ err: error }, 'a database connection broke'),
})
await migrate(pool, fileURLToPath(new URL('../migrations', import.meta.url)), { schema: config.schema })

const clock = systemClock()
const deps = { pool, clock, ids: makeIdSource({ clock, node: 0 }), timing: config.timing }
await forgetOld(deps)
const app = createSandbox(deps, { secrets: config.vendorSecrets, apiUrl: config.apiUrl, log, hosts: config.hosts, lab: config.lab })
const stopping = stopAsked()
await app.listen({ host: config.host, port: config.port })
log.info({ port: Number(new URL(app.listeningOrigin).port) }, 'sandbox listens')
await stopping
// No new connections, open requests get their answer, then the database is let go of. What is left to send is in its rows.
await app.close()
await pool.end()

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
