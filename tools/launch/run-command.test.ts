import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandEnvironment } from './run-command.ts'

const key = 'a key for tests that is long enough to be one'
const secrets = { FIELD_KEY: key, INDEX_KEY: key, VENDOR_SECRET: key }
const DATABASE_URL = 'postgres://app@127.0.0.1:1/fyh'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fyh-command-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a command without a product to run beside says so, and makes neither a database nor keys', () => {
  expect(() => commandEnvironment('server', { DATA_DIR: folder }, folder)).toThrow(
    `No product runs on ${folder}. Start it (npm start), or set DATABASE_URL.`,
  )
  expect(() => commandEnvironment('server', { DATA_DIR: folder, DATABASE_URL }, folder)).toThrow('secrets.json is missing: set FIELD_KEY')
})

test('a command speaks to the database and the outside parties of the product, under a node number that serves no requests', () => {
  const given = { DATA_DIR: folder, DATABASE_URL, SANDBOX_PORT: '9082', NODE_ID: '15', AUTO_DEBIT: '0', ...secrets }
  expect(commandEnvironment('server', given, folder)).toMatchObject({
    DATABASE_URL,
    DATABASE_SCHEMA: 'fyh',
    SANDBOX_URL: 'http://127.0.0.1:9082',
    VENDOR_SECRET: key,
    AUTO_DEBIT: '0',
    NODE_ID: '14',
  })
})

test('keys that the first start made are the keys of the command', () => {
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(secrets))
  expect(commandEnvironment('server', { DATA_DIR: folder, DATABASE_URL }, folder)).toMatchObject({ ...secrets, NODE_ID: '15' })
})

test('a command of the trace backend speaks to its own database with its own key, and is told none of lending', () => {
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ ...secrets, TRACE_INDEX_KEY: 'trace key', TRACE_OPERATOR_PASSWORD: 'word' }))
  const known = commandEnvironment('trace', { DATA_DIR: folder, DATABASE_URL, TRACE_DATABASE_URL: `${DATABASE_URL}_trace` }, folder)
  expect(known).toMatchObject({ DATABASE_URL: `${DATABASE_URL}_trace`, DATABASE_SCHEMA: 'trace', TRACE_INDEX_KEY: 'trace key' })
  expect(known).not.toHaveProperty('FIELD_KEY')
  expect(() => commandEnvironment('trace', { DATA_DIR: folder, DATABASE_URL }, folder)).toThrow('or set TRACE_DATABASE_URL')
})
