import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestFolder } from '../postgres/test-folder.ts'
import { lockFolder } from './folder-lock.ts'

const takers: ChildProcess[] = []
beforeAll(() => {
  for (let n = 0; n < 4; n += 1) takers.push(fork(new URL('stand-ins/lock-taker.ts', import.meta.url)))
})
afterAll(async () => {
  for (const taker of takers) if (taker.exitCode === null) taker.kill()
})

const folder = () => makeTestFolder('fyh-lock-')
/** A number that no process has: its process has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid
const lockOf = (pid: number, word?: string) => JSON.stringify({ pid, begun: '1', ...(word !== undefined && { word }) })

/** Where the claim of the process stands that follows the holder of a lock. */
const afterOf = (file: string, lock: string) => `${file}.after.${createHash('sha256').update(lock).digest('hex').slice(0, 24)}`

async function told(taker: ChildProcess, message: object | string) {
  const answer = once(taker, 'message')
  taker.send(message)
  return (await answer)[0]
}

/** What each of the processes answers that take the folder in one moment. */
const takenAtOnce = (dataDir: string) => {
  const at = performance.timeOrigin + performance.now() + 15
  return Promise.all(takers.map((taker) => told(taker, { take: dataDir, at })))
}
const letGo = () => Promise.all(takers.map((taker) => told(taker, 'release')))

test('of four processes that start at once on the lock of a dead one, exactly one has the folder, in each of 150 rounds', async () => {
  const pid = deadPid()
  const dataDir = folder()
  for (let round = 0; round < 150; round += 1) {
    writeFileSync(join(dataDir, 'launcher.lock'), lockOf(pid, `round ${round}`))
    const answers = await takenAtOnce(dataDir)
    expect({ round, answers: answers.filter(({ has }) => has) }).toEqual({ round, answers: [{ has: true, takenOver: true }] })
    for (const { has, why } of answers) if (!has) expect(why).toContain('is in use by process')
    await letGo()
    expect(readdirSync(dataDir)).toEqual([])
  }
}, 60_000)

test('of four processes that start at once on a free folder exactly one has it, and it is no take-over', async () => {
  const dataDir = folder()
  for (let round = 0; round < 40; round += 1) {
    expect((await takenAtOnce(dataDir)).filter(({ has }) => has)).toEqual([{ has: true, takenOver: false }])
    await letGo()
  }
}, 30_000)

test('a start that was killed between its claim and its lock is succeeded like any other, however often', async () => {
  const dataDir = folder()
  const pid = deadPid()
  for (let round = 0; round < 20; round += 1) {
    const file = join(dataDir, 'launcher.lock')
    writeFileSync(file, lockOf(pid, `first ${round}`))
    writeFileSync(afterOf(file, lockOf(pid, `first ${round}`)), lockOf(pid, `second ${round}`))
    writeFileSync(afterOf(file, lockOf(pid, `second ${round}`)), lockOf(pid, `third ${round}`))
    expect((await takenAtOnce(dataDir)).filter(({ has }) => has)).toEqual([{ has: true, takenOver: true }])
    await letGo()
    expect(readdirSync(dataDir)).toEqual([])
  }
}, 30_000)

test.each(['', '{"pid":', lockOf(process.pid)])(
  'a lock that says nothing usable, or names a process that began later, is taken over: %j',
  (text) => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'launcher.lock'), text)
    const { takenOver, release } = lockFolder(dataDir)
    expect(takenOver).toBe(true)
    expect(() => lockFolder(dataDir)).toThrow(`in use by process ${process.pid}`)
    release()
    expect(existsSync(join(dataDir, 'launcher.lock'))).toBe(false)
  },
)
