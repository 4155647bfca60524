import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { apps } from './apps.ts'
import type { Settings } from './config.ts'

/** Throws, naming them, when ports are taken. With patience it first waits for processes that are ending to let go of theirs. */
export async function requireFreePorts(
  { ports, runs }: Pick<Settings, 'ports' | 'runs'>,
  { patienceMs }: { patienceMs: number },
): Promise<void> {
  const begin = performance.now()
  for (;;) {
    const checks = await Promise.all(runs.map(async (name) => ({ name, trouble: await portTrouble(ports[name]) })))
    const taken = checks.filter(({ trouble }) => trouble !== undefined)
    if (taken.length === 0) return
    if (performance.now() - begin >= patienceMs) {
      throw new Error(
        taken
          .map(({ name, trouble }) => `Port ${ports[name]} ${trouble}. Free it, or set ${apps[name].portSetting} to another one.`)
          .join('\n'),
      )
    }
    await wait(100)
  }
}

function portTrouble(port: number): Promise<string | undefined> {
  return new Promise((settle) => {
    const server = createServer()
    server.once('error', (error) =>
      settle('code' in error && error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.message})`),
    )
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => settle(undefined)))
  })
}
