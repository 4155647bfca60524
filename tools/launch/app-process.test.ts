import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AppProcess, superviseApp } from './app-process.ts'
import { hold } from './stand-ins/run.ts'

let folder: string
let app: AppProcess
const notices: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fyh-app-'))
  notices.length = 0
})
afterEach(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program of these lines; PORT is its port. */
async function supervise(lines: string, dispensable: boolean): Promise<AppProcess> {
  const entry = join(folder, 'app.mjs')
  writeFileSync(entry, lines)
  const { port, release } = await hold(0)
  await release()
  const onNotice = (what: string) => void notices.push(what)
  app = superviseApp({ name: 'app', entry, port, environment: { PORT: String(port) }, onLine: () => undefined, onNotice, dispensable })
  return app
}

test('R1.4 one that can be done without holds nothing up while it waits for its database: any answer of it will do', async () => {
  const ill = `import { createServer } from 'node:http'
    createServer((_, response) => response.writeHead(503).end()).listen(Number(process.env.PORT), '127.0.0.1')`
  const { healthy } = await supervise(ill, true)
  await healthy
  expect(notices).toEqual([])
})

test('R1.4 one that can be done without is started again also when it never was healthy, another fails the start', async () => {
  const { healthy } = await supervise('process.exit(1)', true)
  await healthy
  await expect.poll(() => notices.join()).toMatch(/ended while starting.*restarting in/)
  await app.stop()
  await expect((await supervise('process.exit(1)', false)).healthy).rejects.toThrow('app ended while starting (exit 1)')
})
