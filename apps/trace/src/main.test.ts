import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tools/postgres/test-database.ts'
import { startTestProcess } from './broker/test-trace-process.ts'

test('told to stop in the very moment in which it listens, it stops in order', async () => {
  const database = await testDatabase({ migrations: fileURLToPath(new URL('../migrations', import.meta.url)), schema: 'trace' })
  const atOnce = new URL('../../../tools/launch/stand-ins/stopped-at-once.ts', import.meta.url).href
  const settings = { DATABASE_URL: database.url, TRACE_PORT: '0', TRACE_INDEX_KEY: 'a key for tests, which is no secret' }
  const { ended } = startTestProcess(['--import', atOnce, fileURLToPath(new URL('./main.ts', import.meta.url))], settings)
  expect(await ended).toMatchObject({ code: 0, signal: null })
  await database.drop()
})
