import { systemClock } from '@fyh/base/clock.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { type App, createApp } from './app.ts'
import { readConfig } from './platform/config.ts'

/**
 * Runs a command of an operator beside the running product, on its database and its outside parties, and ends the process with the code
 * that the work answers. Nothing is migrated and no job is worked.
 */
export async function runCommand(name: string, work: (app: App, args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    const config = readConfig(process.env)
    const app = await createApp({ config, log: makeLog({ name, level: 'error' }), machine: systemClock(), superviseJobs: false })
    process.exitCode = await work(app, process.argv.slice(2)).finally(() => app.close())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
