import { join } from 'node:path'
import { systemClock } from '@fyh/base/clock.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { type Logger, makeLog } from '@fyh/serve/log.ts'
import { stopAsked } from '@fyh/serve/stop-asked.ts'
import { type Config, readConfig } from './config.ts'
import { marksInUse } from './keys/key-marks.ts'
import { takeNodeLease } from './node-lease.ts'

/** What a process is there for, made but not begun. */
export type Work = { start(): Promise<void>; stop(): Promise<void> }

const migrations = join(import.meta.dirname, '../../migrations')
/** The launcher ends a process that takes longer; whatever is cut off then is finished after the next start. */
const drainLimitMs = 2_200

/**
 * Runs one of the server's two doors: reads the settings, migrates, starts, and stops in order on a signal or when the launcher is gone. Until
 * the work begins there is nothing to finish, and a signal simply ends it.
 */
export async function runProcess(
  name: string,
  { lenderIds }: { readonly lenderIds: readonly number[] },
  make: (given: { config: Config; log: Logger; machine: ReturnType<typeof systemClock> }) => Promise<Work>,
) {
  const config = configOrExit()
  const log = makeLog({ name, level: config.logLevel })
  const machine = systemClock()
  for (const standIn of config.standIns) log.warn({ standIn }, 'production uses a stand-in allowed by ALLOW_STAND_INS')
  try {
    await migrateSchema(config)
    const lease = await takeNodeLease({ config, log, keyMarks: marksInUse({ config, lenderIds }), onLost: () => process.exit(1) })
    const work = await make({ config, log, machine })
    const asked = stopAsked()
    void asked.then(() => setTimeout(() => process.exit(1), drainLimitMs))
    await work.start()
    void asked.then((why) => stopInOrder({ start: work.start, stop: () => work.stop().finally(lease.release) }, why, log))
  } catch (error) {
    log.error({ err: error }, 'the start failed')
    process.exitCode = 1
    // Pools and timers of a half-made application must not keep it alive.
    process.exit()
  }
}

type Command = {
  readonly config: Config
  readonly log: Logger
  readonly machine: ReturnType<typeof systemClock>
  readonly args: readonly string[]
  /** Writes a line for the person at the command line. */
  readonly say: (line: string) => void
}

/**
 * Runs a command beside the running product and ends the process with the code that the work answers; what it throws is told and ends
 * it with 1. Nothing is migrated.
 */
export async function runCommand(name: string, work: (given: Command) => Promise<number>): Promise<void> {
  const config = configOrExit()
  // Lines of the log would stand between those of the command.
  const log = makeLog({ name, level: 'silent' })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  try {
    process.exitCode = await work({ config, log, machine: systemClock(), args: process.argv.slice(2), say })
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
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

async function migrateSchema({ database }: Config): Promise<void> {
  const pool = openPool({ ...database, max: 1, applicationName: 'fyh-migrate' })
  await migrate(pool, migrations, { schema: database.schema }).finally(() => pool.end())
}

async function stopInOrder(work: Work, why: string, log: Logger): Promise<void> {
  log.info({ why }, 'stopping')
  await work.stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'))
  process.exit()
}
