import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tools/postgres/test-database.ts'
import { storeEvents } from './collect/event-store.ts'
import { openMobileIndex } from './collect/mobile-index.ts'
import { testRows } from './collect/test-events.ts'

const key = 'a key for tests, which is no secret'
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../migrations', import.meta.url)), schema: 'trace' })
})
afterAll(() => database.drop())

const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('./command.ts', import.meta.url)), ...args], {
    env: { DATABASE_URL: database.url, TRACE_INDEX_KEY: key },
  })

test('forget deletes what a user sent, says how much, and records the wish without the user', async () => {
  const pool = openPool({ url: database.url, schema: 'trace', applicationName: 'command-test', max: 1 })
  await storeEvents(
    pool,
    testRows(
      [
        { userId: '7', seq: 1 },
        { userId: '8', seq: 1, generateId: 'other' },
      ],
      '2026-11-28T10:00:00+08:00',
    ),
  )
  expect((await command('forget', '--user', '7')).stdout).toBe('Deleted: 1 events, 1 visits, 1 browsers.\n')
  expect((await pool.query('select user_id from event')).rows).toEqual([{ user_id: '8' }])
  expect((await pool.query('select subject_index, asked_by, events from forget_record')).rows).toEqual([
    { subject_index: openMobileIndex(key)('user 7'), asked_by: 'command', events: 1 },
  ])
  expect((await command('forget', '--mobile', '138 0000 0001')).stdout).toMatch(/^Deleted: 0 events.*\n.*--user/)
  await pool.end()
})

test.each([
  [[]],
  [['forget']],
  [['forget', '--user', '7', '--mobile', '13800000001']],
  [['forget', '--mobile', '12']],
  [['remember', '--user', '7']],
])('%j is refused with how to say it', async (args) => {
  await expect(command(...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Usage:|^This isn’t a valid phone number/),
  })
})
