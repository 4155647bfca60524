import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNatsServer } from '../nats/find-nats-server.ts'
import { vitestTimes } from './file-times.ts'
import { filesForOldest, readStatements } from './oldest-postgres.ts'
import { quickSteps } from './quick-steps.ts'
import { playwrightStep, reportOf, root, runSteps, type Step, vitestStep } from './steps.ts'

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

const api = 'api, PostgreSQL 18'
/** What the test files of the step above sent to the database, from which those for the oldest version are chosen. */
const statements = join(root, 'test-results/statements')
rmSync(statements, { recursive: true, force: true })
const secondsOf = () => {
  const times = new Map(vitestTimes(JSON.parse(readFileSync(reportOf(api), 'utf8'))).map(({ file, seconds }) => [file, seconds]))
  return (file: string) => times.get(file) ?? 0
}
const onOldest: Step[] =
  found === undefined
    ? []
    : [
        vitestStep('api, PostgreSQL 15', ['api'], {
          environment: { TEST_PG_BIN: found },
          chooseFiles: () => filesForOldest(readStatements(statements), existsSync(reportOf(api)) ? secondsOf() : () => 0),
        }),
      ]

if (findNatsServer() === undefined)
  console.log(
    'There is no nats-server on this machine (Debian: apt-get install nats-server), so its tests are skipped: trace beyond one machine is not tested.',
  )

await runSteps([
  ...quickSteps,
  vitestStep(api, ['api'], { environment: { RECORD_STATEMENTS: statements } }),
  // Whole starts wait for processes and for time to pass; a few API tests fill that.
  [...onOldest, vitestStep('start and stop', ['launch'])],
  playwrightStep('browser journeys', 'e2e/playwright.config.ts', 'test-results/e2e.json'),
])
