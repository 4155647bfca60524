import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outcomeOf } from './stand-ins/outcome.ts'
import { ask, freePorts, type Product, startProduct, untilAnswering } from './stand-ins/run.ts'

let dataDir: string
let ports: Product['ports']
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fyh-production-'))
  ports = await freePorts()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const allPorts = 'sms,ocr,face,bank,payment,benefit,lender,check'
const key = 'k'.repeat(40)
const keys = { FIELD_KEY: key, INDEX_KEY: key, VENDOR_SECRET: key, TRACE_INDEX_KEY: key, TRACE_OPERATOR_PASSWORD: key }
const start = (settings: Record<string, string>) =>
  startProduct({ dataDir, ports, settings: { NODE_ENV: 'production', ALLOW_STAND_INS: '', ...settings } })

test('production refuses stand-ins that are not allowed by name', async () => {
  const product = start(keys)
  expect(await product.ended).toBe(1)
  for (const name of ['SMS', 'OCR', 'FACE', 'BANK', 'PAYMENT', 'BENEFIT', 'LENDER'])
    expect(product.output()).toContain(`PROVIDER_${name}=sandbox`)
  const developing = start({ ...keys, ALLOW_STAND_INS: allPorts, DEV_TOOLS: '1' })
  expect(await developing.ended).toBe(1)
  expect(developing.output()).toContain('DEV_TOOLS=1')
})

test('production refuses generated keys that are not allowed by name, those of the trace backend too, and makes none', async () => {
  const { TRACE_INDEX_KEY: _, ...others } = keys
  const product = start({ ...others, ALLOW_STAND_INS: allPorts })
  expect(await product.ended).toBe(1)
  expect(product.output()).toContain('set TRACE_INDEX_KEY, or allow them: ALLOW_GENERATED_KEYS=TRACE_INDEX_KEY')
  const none = start({ ALLOW_STAND_INS: allPorts, ALLOW_GENERATED_KEYS: 'FIELD_KEY,INDEX_KEY' })
  expect(await none.ended).toBe(1)
  expect(none.output()).toContain('set VENDOR_SECRET, TRACE_INDEX_KEY, TRACE_OPERATOR_PASSWORD')
  const wrong = start({ ...keys, ALLOW_STAND_INS: allPorts, ALLOW_GENERATED_KEYS: 'all' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.output()).toContain('ALLOW_GENERATED_KEYS: all does not name a key')
  expect(() => readFileSync(join(dataDir, 'secrets.json'))).toThrow()
})

test('production starts with what is allowed, prints each, starts no sandbox and has no development tools', async () => {
  const { FIELD_KEY: _, ...others } = keys
  const product = start({ ...others, ALLOW_STAND_INS: allPorts, ALLOW_GENERATED_KEYS: 'FIELD_KEY', SANDBOX_URL: 'http://sandbox.example' })
  try {
    await product.started
    for (const name of allPorts.split(',')) expect(product.output()).toContain(`allowed by ALLOW_STAND_INS: ${name}`)
    expect(product.output()).toContain('allowed by ALLOW_GENERATED_KEYS: FIELD_KEY')
    expect(product.output()).not.toContain('Sandbox ')
    expect(await untilAnswering(ports.server)).toMatchObject({ devTools: '0', sandboxUrl: 'http://sandbox.example' })
    await untilAnswering(ports.trace)
    expect(await ask(ports.sandbox)).toBeUndefined()
  } finally {
    product.process.kill('SIGTERM')
    expect(await product.ended).toBe(0)
  }
})

test.each([
  ['apps/server/src/main.ts', 'PROVIDER_SMS=sandbox'],
  ['apps/server/src/worker.ts', 'PROVIDER_SMS=sandbox'],
  ['apps/sandbox/src/main.ts', 'The sandbox does not start with NODE_ENV=production'],
])('%s alone refuses as well', async (entry, message) => {
  const { code, output } = await outcomeOf(entry, { NODE_ENV: 'production', DATABASE_URL: 'postgres://app@127.0.0.1:1/x' })
  expect([code, output]).toEqual([1, expect.stringContaining(message)])
})

test('apps/server/src/main.ts alone prints what is allowed', async () => {
  const settings = { NODE_ENV: 'production', ALLOW_STAND_INS: allPorts, DATABASE_URL: 'postgres://app@127.0.0.1:1/x' }
  const { output } = await outcomeOf('apps/server/src/main.ts', settings)
  for (const name of allPorts.split(',')) expect(output).toContain(`"standIn":"${name}"`)
})
