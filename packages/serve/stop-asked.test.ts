import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** How a process of these lines ended, and what it wrote. A signal that nobody listens for ends it at once. */
function run(lines: string) {
  const script = `import { stopAsked } from ${JSON.stringify(new URL('./stop-asked.ts', import.meta.url).href)}
    const tell = (signal) => process.kill(process.pid, signal)
    setInterval(() => undefined, 1_000)
    ${lines}
    process.exit()`
  const { status, signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return [status ?? signal, stdout.trim()]
}

test('a stop that comes during the start is kept until it is asked after, however often it comes', () => {
  const lines = `const asked = stopAsked()
    tell('SIGTERM'); tell('SIGTERM'); console.log('started')
    console.log(await asked); tell('SIGTERM'); console.log('stopped')`
  expect(run(lines)).toEqual([0, 'started\nSIGTERM\nstopped'])
})

test('a second Ctrl-C does not wait for what the first one began', () => {
  const lines = `const asked = stopAsked(); tell('SIGINT'); console.log(await asked); tell('SIGINT'); console.log('stopped')`
  expect(run(lines)).toEqual(['SIGINT', 'SIGINT'])
})

test('before it listens a signal ends the process, which has begun nothing', () => {
  expect(run(`tell('SIGTERM'); stopAsked()`)).toEqual(['SIGTERM', ''])
})
