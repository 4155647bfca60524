import { standInPorts } from '@fyh/base/stand-ins.ts'
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
    ['SERVICE_PHONE', 'tel:1'],
    ['SERVICE_HOURS', 'always'],
    ['COMPANY_CREDIT_CODE', '123'],
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
      servicePhone: undefined,
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

  test('in production without a messenger of its own there is none: no code is exchanged, not with the sandbox either', () => {
    const vendors = Object.fromEntries(standInPorts.map((port) => [`PROVIDER_${port.toUpperCase()}`, 'vendor']))
    const live = { ...needed, ...vendors, NODE_ENV: 'production' }
    expect(readConfig(live).messenger).toMatchObject({ apiUrl: null, authorizeUrl: null })
    expect(readConfig({ ...live, ALLOW_STAND_INS: 'messenger' })).toMatchObject({
      standIns: ['messenger'],
      messenger: { apiUrl: 'http://127.0.0.1:8082/messenger' },
    })
    expect(() => readConfig({ ...live, PROVIDER_SMS: 'sandbox' })).toThrow('PROVIDER_SMS=sandbox')
  })

  const real = {
    MESSENGER_API_URL: 'https://api.messenger.example/',
    MESSENGER_AUTHORIZE_URL: 'https://open.messenger.example/authorize',
    MESSENGER_APP_ID: 'wx0123456789abcdef',
    MESSENGER_APP_SECRET: 's'.repeat(32),
  }
  test('the sandbox stands in for the messenger unless its address is set, and then its own app and secret are needed too', () => {
    const { apiUrl, authorizeUrl } = readConfig({ ...needed, DEV_TOOLS: '1' }).messenger
    expect([apiUrl, authorizeUrl]).toEqual(['http://127.0.0.1:8082/messenger', 'http://127.0.0.1:8082/messenger/connect/oauth2/authorize'])
    expect(readConfig(needed).messenger.authorizeUrl, 'nobody of a live product is sent to a stand-in').toBeNull()
    expect(readConfig({ ...needed, ...real }).messenger).toEqual({
      apiUrl: 'https://api.messenger.example',
      authorizeUrl: real.MESSENGER_AUTHORIZE_URL,
      account: { kind: 'account', appId: real.MESSENGER_APP_ID, secret: real.MESSENGER_APP_SECRET },
      mini: undefined,
    })
    for (const name of ['MESSENGER_AUTHORIZE_URL', 'MESSENGER_APP_ID', 'MESSENGER_APP_SECRET'])
      expect(() => readConfig({ ...needed, ...real, [name]: undefined }), name).toThrow(name)
    expect(() => readConfig({ ...needed, ...real, MESSENGER_MINI_APP_ID: 'wx9876543210abcdef' })).toThrow('MESSENGER_MINI_APP_SECRET')
  })
})
