import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const needed = {
  DATABASE_URL: 'postgresql://user:password@127.0.0.1:5432/fyh',
  FIELD_KEY: 'f'.repeat(32),
  INDEX_KEY: 'i'.repeat(32),
  VENDOR_SECRET: 'v'.repeat(32),
}

describe('settings', () => {
  test.each(Object.keys(needed))('a missing %s stops the start and is named', (name) => {
    expect(() => readConfig({ ...needed, [name]: undefined })).toThrow(`${name}: it is missing`)
    expect(() => readConfig({ ...needed, [name]: '' })).toThrow(`${name}: it is missing`)
  })

  test.each([
    ['FIELD_KEY', 'a short secret'],
    ['DATABASE_URL', 'mysql://secret@host/db'],
  ])('PS-01 a wrong %s is named, its value is not', (name, value) => {
    const read = () => readConfig({ ...needed, [name]: value })
    expect(read).toThrow(name)
    expect(read).not.toThrow(value)
  })

  test.each([
    ['PORT', '70000'],
    ['NODE_ID', '16'],
    ['DEV_TOOLS', 'yes'],
    ['API_URL', 'file:///etc/passwd'],
    ['WORKER', 'maybe'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => readConfig({ ...needed, [name]: value })).toThrow(name)
  })

  test('what is not set has a default; development tools are off, and one network address gets 30 codes a day', () => {
    expect(readConfig(needed)).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      database: { schema: 'fyh', poolMax: 10 },
      devTools: false,
      workerHere: true,
      trustProxy: [],
      frameAncestors: [],
      smsAddressDailyMax: 30,
    })
  })

  test('lists are split by commas, addresses lose their last slash', () => {
    const { frameAncestors, traceUrl } = readConfig({
      ...needed,
      FRAME_ANCESTORS: 'https://a.example, https://b.example',
      TRACE_URL: 'http://trace.example/',
    })
    expect([frameAncestors, traceUrl]).toEqual([['https://a.example', 'https://b.example'], 'http://trace.example'])
  })
})
