import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tools/postgres/test-database.ts'

test('told to stop in the very moment in which it listens, it stops in order', async () => {
  const database = await testDatabase({ migrations: fileURLToPath(new URL('../migrations', import.meta.url)), schema: 'sandbox' })
  const atOnce = new URL('../../../tools/launch/stand-ins/stopped-at-once.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--import', atOnce, fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: database.url,
      DATABASE_SCHEMA: 'sandbox',
      VENDOR_SECRET: 'a secret only for tests',
      SANDBOX_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  expect([child.exitCode, child.signalCode]).toEqual([0, null])
  await database.drop()
})
