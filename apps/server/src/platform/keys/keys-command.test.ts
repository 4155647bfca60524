import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '../test-borrower.ts'
import { type TestServer, testServer } from '../test-server.ts'
import { bothKeys, formerKeys, newKeys, onDatabaseOf } from './test-keys.ts'

const people = 1_500
let server: TestServer
let children: ChildProcess[] = []
beforeEach(async () => {
  server = await testServer({ settings: formerKeys })
  await fill()
})
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  children = []
  await server.close()
})

const mobileOf = (userId: number) => `1360000${String(userId).padStart(4, '0')}`

/** Borrowers with nothing but a phone, as many as make several steps of the command. */
async function fill(): Promise<void> {
  const { seal } = server.deps
  const rows = Array.from({ length: people }, (_, at) => {
    const userId = at + 1
    const sealed = seal.text(mobileOf(userId), { table: 'borrower', column: 'mobile', row: userId })
    return { userId, sealed: sealed.toString('hex'), index: seal.blindIndex('mobile', mobileOf(userId)).toString('hex') }
  })
  const given = JSON.stringify(rows)
  await sql`
    insert into borrower (user_id, mobile_sealed, channel_code, registered_at)
    select "userId", decode(sealed, 'hex'), 'fyh', now() from jsonb_to_recordset(${given}::jsonb) as row("userId" bigint, sealed text)`.execute(
    server.db,
  )
  await sql`
    insert into borrower_phone (phone_index, user_id)
    select decode(index, 'hex'), "userId" from jsonb_to_recordset(${given}::jsonb) as row("userId" bigint, index text)`.execute(server.db)
}

function run(keys: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../keys.ts'), ...args], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...onDatabaseOf(server, keys) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const ended = new Promise<number | string | null>((settle) => child.once('close', (code, signal) => settle(code ?? signal)))
  return { child, ended, output: () => output }
}

/** Kills the command as soon as it has said this. */
async function killedAfter(words: string): Promise<string> {
  const command = run(bothKeys, 'renew')
  command.child.stdout?.on('data', () => command.output().includes(words) && command.child.kill('SIGKILL'))
  expect(await command.ended).toBe('SIGKILL')
  return command.output()
}

async function logIn(keys: Readonly<Record<string, string>>, userIds: readonly number[]): Promise<number[]> {
  const node = await testServer({ settings: onDatabaseOf(server, keys) })
  try {
    const agreed = must(await node.call('agreement', 'current', { query: { scene: 'login' } })).texts
    const found: number[] = []
    for (const userId of userIds) {
      const mobile = mobileOf(userId)
      must(await node.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }))
      const authCode = /\d{4}/.exec(node.providers.sms.send.calls.at(-1)?.text ?? '')?.[0] ?? ''
      found.push(must(await node.call('session', 'registerAndLogin', { body: { mobile, authCode, agreed } })).user.userId)
    }
    return found
  } finally {
    await node.close()
  }
}

test('killed while it seals and again while it indexes, it goes on where it was, and meanwhile everybody is found', async () => {
  await killedAfter('FIELD_KEY: borrower.mobile_sealed: 400 resealed')
  expect(await logIn(bothKeys, [1, people])).toEqual([1, people])
  const second = await killedAfter('INDEX_KEY: borrower_phone: 400 reindexed')
  // What was sealed before the kill was not sealed again.
  const sealedThen = Math.max(...[...second.matchAll(/mobile_sealed: (\d+) resealed/g)].map(([, count]) => Number(count)))
  expect(sealedThen).toBeLessThan(people)
  expect(await logIn(bothKeys, [2, people - 1])).toEqual([2, people - 1])
  const third = run(bothKeys, 'renew')
  expect(await third.ended).toBe(0)
  expect(third.output()).toContain('FIELD_KEY: one key in use, nothing to do')
  const indexedThen = Math.max(...[...third.output().matchAll(/borrower_phone: (\d+) reindexed/g)].map(([, count]) => Number(count)))
  expect(indexedThen).toBeLessThan(people)
  expect(await logIn(newKeys, [3, people - 2])).toEqual([3, people - 2])
  const { rows } = await sql<{ people: number; phones: number }>`
    select (select count(*) from borrower)::integer as people, (select count(*) from borrower_phone)::integer as phones`.execute(server.db)
  expect(rows).toEqual([{ people, phones: people }])
}, 60_000)

test('status names the keys that the database needs, and a start or a renewal without one of them is refused', async () => {
  const before = run(formerKeys, 'status')
  expect(await before.ended).toBe(0)
  expect(before.output()).toMatch(/FIELD_KEY: the database needs [\da-f]{16} \(in use\)/)
  const without = run(newKeys, 'renew')
  expect(await without.ended).toBe(1)
  expect(without.output()).toContain('FIELD_KEY is not the key of this database')
  const wrong = run(newKeys, 'status')
  await wrong.ended
  expect(wrong.output()).toMatch(/FIELD_KEY: the database needs [\da-f]{16} \(NOT SET\)/)
  const nothing = run(formerKeys)
  expect(await nothing.ended).toBe(1)
  expect(nothing.output()).toContain('npm run keys -- renew')
})
