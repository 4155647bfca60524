import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type AppProcess, superviseApp } from './app-process.ts'
import { type AppName, apps, dispensable } from './apps.ts'
import type { Settings } from './config.ts'
import { type Databases, lookAtGiven, openDatabases } from './databases.ts'
import { lockFolder } from './folder-lock.ts'
import { requireFreePorts } from './ports.ts'
import { readSecrets, type Secrets, secretsOf } from './secrets.ts'

export type Plan = {
  settings: Settings
  /** The program of each application. */
  entries: Record<AppName, string>
  /** Makes the web app ready and returns its folder. */
  buildWeb: (surroundings: { onProgress: (what: string) => void; signal: AbortSignal }) => Promise<string>
  /** Writes a line for the person who started it. */
  say: (line: string) => void
}

/** Longer than an application takes to stop once its launcher is gone. */
const leftoverPatienceMs = 5_000

/**
 * Runs the product until the signal tells it to stop, and returns when all of it has stopped, the last part first: the
 * applications finish their requests before the database goes. A step that fails stops what had started and throws.
 */
export async function launch(plan: Plan, signal: AbortSignal): Promise<void> {
  const undo: (() => void | Promise<void>)[] = []
  try {
    const prepared = await prepare(plan, signal, undo)
    const isComplete = await runApps(plan, prepared, signal, undo)
    for (const line of welcome(plan.settings, prepared.secrets, isComplete)) plan.say(line)
    await whenAborted(signal)
    plan.say('Stopping …')
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

type Prepared = Pick<Databases, 'urls' | 'dispensableUrl'> & { webDist: string; secrets: Secrets }

async function prepare({ settings, buildWeb, say }: Plan, signal: AbortSignal, undo: (() => void | Promise<void>)[]): Promise<Prepared> {
  for (const line of allowances(settings)) say(line)
  const surroundings = { onProgress: (what: string) => say(`${what} …`), signal }
  const lock = lockFolder(settings.dataDir)
  undo.push(() => lock.release())
  await requireFreePorts(settings, { patienceMs: lock.takenOver ? leftoverPatienceMs : 0 })
  const { secrets, lost } = readSecrets({ ...settings, inUse: await lookAtGiven(settings, surroundings.onProgress) })
  if (lost !== undefined) say(`Starting without the trace backend. ${lost}`)
  // The two long steps of a first start need nothing of each other.
  const [web, databases] = await Promise.allSettled([buildWeb(surroundings), openDatabases(settings, surroundings)])
  if (databases.status === 'fulfilled') undo.push(() => databases.value.stop())
  if (databases.status === 'rejected') throw databases.reason
  if (web.status === 'rejected') throw web.reason
  signal.throwIfAborted()
  const { urls, dispensableUrl } = databases.value
  return { urls, dispensableUrl: lost === undefined ? dispensableUrl : new Promise(() => undefined), webDist: web.value, secrets }
}

/** So long the welcome waits for what can be done without, once everything else serves. */
const companionMs = 2_000

/** Ends when everything that lending needs serves, and tells whether the rest does. */
async function runApps({ settings, entries, say }: Plan, prepared: Prepared, signal: AbortSignal, undo: (() => Promise<void> | void)[]) {
  const width = Math.max(...settings.runs.map((name) => name.length))
  const processes: AppProcess[] = []
  let isOver = false
  const run = (name: AppName, url: string): AppProcess => {
    const app = superviseApp({
      name,
      entry: entries[name],
      port: settings.ports[name],
      environment: environmentOf(name, settings, { ...prepared, url }),
      onLine: (line) => say(`${name.padEnd(width)} | ${line}`),
      onNotice: say,
      dispensable: name === dispensable,
    })
    processes.push(app)
    return app
  }
  undo.push(() => {
    isOver = true
    return Promise.all(processes.map((app) => app.stop())).then(() => undefined)
  })
  const needed = settings.runs.flatMap((name) => {
    const url = prepared.urls[name]
    return url === undefined ? [] : [run(name, url)]
  })
  const companion = prepared.dispensableUrl.then((url) => (isOver ? undefined : run(dispensable, url).healthy)).then(() => true)
  const stopped = whenAborted(signal).then(() => signal.throwIfAborted())
  await Promise.race([Promise.all(needed.map((app) => app.healthy)), stopped])
  return Promise.race([companion, wait(companionMs, false)])
}

/** What every application is told; anything else that was set when starting is handed on as it is. */
function environmentOf(
  name: AppName,
  settings: Settings,
  { url, webDist, secrets }: Pick<Prepared, 'webDist' | 'secrets'> & { url: string },
): Record<string, string | undefined> {
  const address = (app: AppName) => `http://127.0.0.1:${settings.ports[app]}`
  return {
    NODE_COMPILE_CACHE: join(settings.dataDir, 'compile-cache'),
    ...settings.environment,
    ...settings.keySettingsOf(name),
    ...secretsOf(name, secrets),
    HOST: '127.0.0.1',
    PORT: String(settings.ports[name]),
    TRACE_PORT: String(settings.ports.trace),
    SANDBOX_PORT: String(settings.ports.sandbox),
    // Behind a proxy of one's own, vendors and pages reach the server elsewhere.
    API_URL: settings.environment.API_URL ?? address('server'),
    TRACE_URL: address('trace'),
    // One is enough for whoever starts all of it on one machine, and a second one takes as much memory again.
    TRACE_PROCESSES: settings.environment.TRACE_PROCESSES ?? '1',
    SANDBOX_URL: settings.production ? settings.environment.SANDBOX_URL : address('sandbox'),
    DATABASE_URL: url,
    DATABASE_SCHEMA: apps[name].schema,
    DATA_DIR: settings.dataDir,
    DEV_TOOLS: settings.devTools,
    NODE_ID: String(settings.nodeId),
    WEB_DIST: webDist,
  }
}

/** What production does without real parties or keys, one a line, as it was allowed. */
function allowances({ standIns, generatedKeys }: Settings): string[] {
  return [
    ...standIns.map((name) => `Production with a stand-in, allowed by ALLOW_STAND_INS: ${name}`),
    ...generatedKeys.map((name) => `Production with a generated key, allowed by ALLOW_GENERATED_KEYS: ${name}`),
  ]
}

function welcome({ ports, runs, secrets: given }: Settings, secrets: Secrets, isComplete: boolean): string[] {
  const operatorPassword =
    given.TRACE_OPERATOR_PASSWORD === undefined ? secrets.TRACE_OPERATOR_PASSWORD : 'as set in TRACE_OPERATOR_PASSWORD'
  return [
    '',
    `  Product   http://127.0.0.1:${ports.server}   web and API`,
    `  Trace     http://127.0.0.1:${ports.trace}   receives behavior events${isComplete ? '' : '; not available yet, lending works without it'}`,
    `  Operator  http://127.0.0.1:${ports.trace}/operator   reports on these events; account operator, first password ${operatorPassword}`,
    ...(runs.includes('sandbox')
      ? [`  Sandbox   http://127.0.0.1:${ports.sandbox}   stand-ins for all outside parties; shows SMS codes`]
      : []),
    '',
    '  Ctrl-C stops everything.',
    '',
  ]
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((settle) => signal.addEventListener('abort', () => settle(), { once: true }))
}
