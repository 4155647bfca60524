import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findNatsServer } from '../nats/find-nats-server.ts'
import { quickSteps } from './quick-steps.ts'
import { playwrightStep, runSteps, type Step, vitestStep } from './steps.ts'

/** Where systems put the programs of PostgreSQL 15, the oldest version that is promised to work. */
const oldestPostgres = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]

const found = oldestPostgres.find((folder) => existsSync(join(folder, 'postgres')))
if (found === undefined)
  console.log('The programs of PostgreSQL 15 are not on this machine, so the API is tested on the installed version alone.')
const onOldest: Step[] = found === undefined ? [] : [vitestStep('api, PostgreSQL 15', ['api'], { TEST_PG_BIN: found })]

if (findNatsServer() === undefined)
  console.log(
    'There is no nats-server on this machine (Debian: apt-get install nats-server), so its tests are skipped: trace beyond one machine is not tested.',
  )

await runSteps([
  ...quickSteps,
  vitestStep('api, PostgreSQL 18', ['api']),
  ...onOldest,
  vitestStep('start and stop', ['launch']),
  playwrightStep('browser journeys', 'e2e/playwright.config.ts', 'test-results/e2e.json'),
])
