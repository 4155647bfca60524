import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOfRunning } from '../postgres/running.ts'
import { type AppName, apps } from './apps.ts'
import { clusters } from './clusters.ts'
import { type Environment, readSettings } from './config.ts'
import { existingSecretsOf } from './secrets.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a program of an application beside the product that is running, with the arguments given, and ends as it ends. */
export async function runCommand(app: AppName, entry: string): Promise<void> {
  try {
    const child = spawn(process.execPath, [join(root, entry), ...process.argv.slice(2)], {
      env: commandEnvironment(app, process.env, root),
      stdio: 'inherit',
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
    process.exitCode = await new Promise<number>((settle, fail) => {
      child.once('exit', (code) => settle(code ?? 1))
      child.once('error', fail)
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  // The channel to the bootstrap would keep this process.
  if (process.connected) process.disconnect()
}

/**
 * The settings that an application has where it runs, as far as they are known here. Throws when there is no product to work
 * beside.
 */
export function commandEnvironment(app: AppName, given: Environment, folder: string): Environment {
  const settings = readSettings(given, folder)
  const { database, schema, urlSetting } = apps[app]
  const cluster = clusters.find(({ apps: inside }) => inside.includes(app))?.folder ?? ''
  const url = settings.databaseUrls[app] ?? addressOfRunning(join(settings.dataDir, cluster), database)
  if (url === undefined) throw new Error(`No product runs on ${settings.dataDir}. Start it (npm start), or set ${urlSetting}.`)
  return {
    PATH: given.PATH,
    ...settings.environment,
    ...settings.keySettingsOf(app),
    ...existingSecretsOf(app, settings),
    API_URL: settings.environment.API_URL ?? `http://127.0.0.1:${settings.ports.server}`,
    SANDBOX_URL: settings.environment.SANDBOX_URL ?? `http://127.0.0.1:${settings.ports.sandbox}`,
    TRACE_URL: `http://127.0.0.1:${settings.ports.trace}`,
    DATABASE_URL: url,
    DATABASE_SCHEMA: settings.environment.DATABASE_SCHEMA ?? schema,
    DEV_TOOLS: settings.devTools,
    // Ids are made from it, and the running nodes count from 0.
    NODE_ID: String(settings.nodeId === 15 ? 14 : 15),
  }
}
