import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecrets, secretsOf } from './secrets.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fyh-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const file = () => join(dataDir, 'secrets.json')
const kept = (): Record<string, string> => JSON.parse(readFileSync(file(), 'utf8'))
const databases = () => {
  for (const folder of ['postgres', 'postgres-trace']) mkdirSync(join(dataDir, folder), { recursive: true })
}
const readAll = (secrets: Record<string, string> = {}) => readSecrets({ dataDir, secrets })
const read = (secrets: Record<string, string> = {}) => readAll(secrets).secrets

test('a first start makes them, for its own eyes, and a later one finds them; each application is told its own', () => {
  const made = read()
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(kept()).toEqual(made)
  databases()
  expect(read()).toEqual(made)
  expect(Object.keys(secretsOf('server', made))).toEqual(['FIELD_KEY', 'INDEX_KEY', 'VENDOR_SECRET'])
  expect(Object.keys(secretsOf('trace', made))).toEqual(['TRACE_INDEX_KEY', 'TRACE_OPERATOR_PASSWORD'])
  expect(made.TRACE_OPERATOR_PASSWORD).toMatch(/^[a-z2-9]{20}$/)
})

test('those given as settings go before those kept, and are not written down', () => {
  const given = { FIELD_KEY: 'f'.repeat(44), INDEX_KEY: 'i'.repeat(44), VENDOR_SECRET: 'v'.repeat(44) }
  expect(read(given)).toMatchObject(given)
  expect(Object.keys(kept())).toEqual(['TRACE_INDEX_KEY', 'TRACE_OPERATOR_PASSWORD'])
})

test('lost keys are not made anew beside a database they could not read, the word of the operator is', () => {
  const { TRACE_OPERATOR_PASSWORD, ...keys } = read()
  databases()
  writeFileSync(file(), JSON.stringify(keys))
  expect(read()).toMatchObject(keys)
  expect(read().TRACE_OPERATOR_PASSWORD).not.toBe(TRACE_OPERATOR_PASSWORD)
  const { TRACE_INDEX_KEY, ...ofLending } = keys
  writeFileSync(file(), JSON.stringify(ofLending))
  // Lending can do without the trace backend, so it is told and not thrown.
  expect(readAll().lost).toContain('secrets.json has no TRACE_INDEX_KEY beside a database')
  expect(kept()).not.toHaveProperty('TRACE_INDEX_KEY')
  expect(readAll({ TRACE_INDEX_KEY })).toMatchObject({ secrets: keys })
  expect(readAll({ TRACE_INDEX_KEY }).lost).toBeUndefined()
  rmSync(file())
  expect(() => read()).toThrow('secrets.json is missing beside a database')
})

test('a data folder of before, without a database of the trace backend, gets what is missing', () => {
  const { TRACE_INDEX_KEY: _, TRACE_OPERATOR_PASSWORD: __, ...ofLending } = read()
  writeFileSync(file(), JSON.stringify(ofLending))
  mkdirSync(join(dataDir, 'postgres'))
  expect(read()).toMatchObject({ ...ofLending, TRACE_INDEX_KEY: expect.stringMatching(/^.{44}$/) })
  expect(kept()).toMatchObject(ofLending)
})

test('a database of one’s own that is in use already is no place for new keys either', () => {
  expect(() => readSecrets({ dataDir, secrets: {}, inUse: ['server'] })).toThrow('secrets.json is missing beside a database')
  expect(readSecrets({ dataDir, secrets: {}, inUse: ['trace'] }).lost).toContain('set TRACE_INDEX_KEY')
})
