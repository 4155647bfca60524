import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from '../postgres/postmaster.ts'
import { asRecord } from '../postgres/read-json.ts'

// The script begins with "exec", so that npm's signals reach the bootstrap and not a shell that keeps them to itself. A shell
// that does not know the word, that of Windows, goes on to the second half.
const manifest = asRecord(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
const startScript = asRecord(manifest.scripts).start

/** A project with nothing installed and nothing to install, whose commands say their process number and wait to be stopped. */
let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'fyh-bootstrap-'))
  mkdirSync(join(project, 'tools/launch'), { recursive: true })
  cpSync(fileURLToPath(new URL('./bootstrap.mjs', import.meta.url)), join(project, 'tools/launch/bootstrap.mjs'))
  const about = { name: 'bare', version: '1.0.0', type: 'module' }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ ...about, scripts: { start: startScript } }))
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({ ...about, lockfileVersion: 3, requires: true, packages: { '': about } }),
  )
  writeFileSync(
    join(project, 'tools/launch/start.ts'),
    `const stop = (why: string) => { console.log(why); process.exit(0) }
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop('told to stop'))
    process.on('disconnect', () => stop('parent gone'))
    setInterval(() => undefined, 1000)
    console.log('running ' + process.pid)`,
  )
  writeFileSync(join(project, 'tools/launch/check.ts'), 'process.exit(3)')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function run(program: string, args: string[]) {
  const child: ChildProcess = spawn(program, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part
    })
  }
  const ended = new Promise<number | string | null>((settle) => child.once('exit', (code, signal) => settle(code ?? signal)))
  const worker = async () => {
    await expect.poll(() => output).toMatch(/running \d+/)
    return Number(/running (\d+)/.exec(output)?.[1])
  }
  return { child, ended, worker, output: () => output }
}

const bootstrap = (command: string) => run(process.execPath, ['tools/launch/bootstrap.mjs', command])

test('npm start installs what is missing first, once, and stops in order by SIGTERM', async () => {
  const first = run('npm', ['start'])
  const pid = await first.worker()
  expect(first.output()).toContain('Installing')
  expect(existsSync(join(project, 'node_modules/.installed-lock'))).toBe(true)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(isAlive(pid)).toBe(false)

  const second = bootstrap('start')
  const secondPid = await second.worker()
  expect(second.output()).not.toContain('Installing')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(isAlive(secondPid)).toBe(false)
  expect(second.output()).toContain('told to stop')
})

test('SIGINT to npm alone, without the terminal that sends it to all, stops everything too', async () => {
  const started = run('npm', ['start'])
  const pid = await started.worker()
  started.child.kill('SIGINT')
  expect(await started.ended).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('a changed lock file installs again', async () => {
  expect(await bootstrap('check').ended).toBe(3)
  const lock = join(project, 'package-lock.json')
  const packages = { '': {}, 'node_modules/absent': { version: '1.0.0' } }
  writeFileSync(lock, JSON.stringify({ ...JSON.parse(readFileSync(lock, 'utf8')), packages }))
  const again = bootstrap('check')
  expect(await again.ended).toBe(3)
  expect(again.output()).toContain('Installing')
  const unchanged = bootstrap('check')
  expect(await unchanged.ended).toBe(3)
  expect(unchanged.output()).not.toContain('Installing')
})

test.each(['npm', 'bootstrap'])('kill -9 of %s leaves no process behind', async (who) => {
  const started = who === 'npm' ? run('npm', ['start']) : bootstrap('start')
  const pid = await started.worker()
  started.child.kill('SIGKILL')
  await started.ended
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('the result of the command is the result of the bootstrap, an unknown command names those there are', async () => {
  expect(await bootstrap('check').ended).toBe(3)
  const unknown = bootstrap('strat')
  expect(await unknown.ended).toBe(1)
  expect(unknown.output()).toContain('start, test, check')
})
