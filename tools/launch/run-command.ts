import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressOfRunning } from '../postgres/running.ts'
import { apps } from './apps.ts'
import { type Environment, readSettings } from './config.ts'
import { readSecrets } from './secrets.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a program of the server beside the product that is running, with the arguments given, and ends as it ends. */
export async function runCommand(entry: string): Promise<void> {
  try {
    const child = spawn(process.execPath, [join(root, entry), ...process.argv.slice(2)], {
      env: commandEnvironment(process.env, root),
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
  process.disconnect?.()
}

/** The settings that the running server has, as far as they are known here. Throws when there is no product to work beside. */
export function commandEnvironment(given: Environment, folder: string): Environment {
  const settings = readSettings(given, folder)
  const url = settings.databaseUrls.server ?? addressOfRunning(join(settings.dataDir, 'postgres'), apps.server.database)
  if (url === undefined) throw new Error(`No product runs on ${settings.dataDir}. Start it (npm start), or set DATABASE_URL.`)
  const { FIELD_KEY, INDEX_KEY, VENDOR_SECRET } = settings.secrets
  const areGiven = FIELD_KEY !== undefined && INDEX_KEY !== undefined && VENDOR_SECRET !== undefined
  if (!areGiven && !existsSync(join(settings.dataDir, 'secrets.json')))
    throw new Error(`${join(settings.dataDir, 'secrets.json')} is missing: set FIELD_KEY, INDEX_KEY and VENDOR_SECRET.`)
  return {
    PATH: given.PATH,
    ...settings.environment,
    ...readSecrets(settings),
    API_URL: settings.environment.API_URL ?? `http://127.0.0.1:${settings.ports.server}`,
    SANDBOX_URL: settings.environment.SANDBOX_URL ?? `http://127.0.0.1:${settings.ports.sandbox}`,
    TRACE_URL: `http://127.0.0.1:${settings.ports.trace}`,
    DATABASE_URL: url,
    DATABASE_SCHEMA: settings.environment.DATABASE_SCHEMA ?? apps.server.schema,
    DEV_TOOLS: settings.devTools,
    // Ids are made from it, and the running nodes count from 0.
    NODE_ID: String(settings.nodeId === 15 ? 14 : 15),
  }
}
