import { standInPorts } from '@fyh/base/stand-ins.ts'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { requireLenders } from './lender-settings.ts'

const needed = {
  DATABASE_URL: 'postgresql://user:password@127.0.0.1:5432/fyh',
  FIELD_KEY: 'f'.repeat(32),
  INDEX_KEY: 'i'.repeat(32),
  VENDOR_SECRET: 'v'.repeat(32),
}
const real = Object.fromEntries(standInPorts.map((port) => [`PROVIDER_${port.toUpperCase()}`, 'vendor']))
const live = { ...needed, ...real, NODE_ENV: 'production', PROVIDER_LENDER: '' }
/** All that production needs of a real lender. */
const bank = (lenderId: number) => ({
  [`PROVIDER_LENDER_${lenderId}`]: 'bank',
  [`VENDOR_URL_LENDER_${lenderId}`]: `https://lender${lenderId}.example/`,
  [`VENDOR_SECRET_LENDER_${lenderId}`]: String(lenderId).repeat(32),
})
const start = (settings: Readonly<Record<string, string>>) => () => requireLenders(readConfig(settings), [1, 2, 3])

describe('a lender’s settings', () => {
  test('its own go before those for all lenders, and leave the other lenders as they are', () => {
    const { lenders, vendorSecrets } = readConfig({ ...needed, PROVIDER_LENDER: 'broker', ...bank(2) })
    expect(lenders.adapterOf(2)).toEqual({ name: 'bank', setting: 'PROVIDER_LENDER_2' })
    expect(lenders.adapterOf(3)).toEqual({ name: 'broker', setting: 'PROVIDER_LENDER' })
    expect([lenders.addressOf(2), lenders.addressOf(3)]).toEqual(['https://lender2.example', undefined])
    expect(vendorSecrets('lender_2')).toEqual(['2'.repeat(32)])
    expect(vendorSecrets('lender_3')).toEqual(readConfig(needed).vendorSecrets('lender_3'))
    expect(readConfig(needed).lenders.adapterOf(1).name).toBe('sandbox')
  })

  test.each([
    ['VENDOR_SECRET_LENDER_2', 'too short'],
    ['VENDOR_URL_LENDER_2', 'ftp://secret.example'],
    ['PROVIDER_LENDER_TWO', 'bank'],
    ['VENDOR_SECRET_LENDER', 'x'.repeat(32)],
  ])('a wrong %s stops the start and is named, its value is not', (name, value) => {
    const read = () => readConfig({ ...needed, [name]: value })
    expect(read).toThrow(name)
    expect(read).not.toThrow(value)
  })

  test('two lenders with one secret stop the start', () => {
    const VENDOR_SECRET_LENDER_3 = bank(2).VENDOR_SECRET_LENDER_2 ?? ''
    expect(() => readConfig({ ...needed, ...bank(2), VENDOR_SECRET_LENDER_3 })).toThrow('Lenders 2 and 3 share a secret')
  })
})

describe('production', () => {
  test('refuses a published lender without an adapter, and names it', () => {
    expect(start({ ...live, ...bank(1), ...bank(2) })).toThrow('lender 3: set PROVIDER_LENDER_3, or allow its stand-in')
    expect(start({ ...live, ...bank(1), ...bank(2) })).not.toThrow('lender 2')
    expect(start({ ...live, ...bank(1), ...bank(2), ALLOW_STAND_INS: 'lender_3' })).not.toThrow()
    expect(start({ ...live, ...bank(1), ALLOW_STAND_INS: 'lender' })).not.toThrow()
  })

  test('refuses a real lender without its own address or secret: one made from VENDOR_SECRET is for stand-ins', () => {
    const all = { ...live, ...bank(1), ...bank(2), ...bank(3) }
    expect(start(all)).not.toThrow()
    expect(start({ ...all, VENDOR_SECRET_LENDER_2: '' })).toThrow('lender 2: set VENDOR_SECRET_LENDER_2')
    expect(start({ ...all, VENDOR_URL_LENDER_1: '' })).toThrow('lender 1: set VENDOR_URL_LENDER_1')
    expect(start({ ...live, PROVIDER_LENDER: 'broker' })).toThrow('lender 3: set VENDOR_URL_LENDER_3 and VENDOR_SECRET_LENDER_3')
  })

  test('in development every lender has its stand-in', () => {
    expect(start(needed)).not.toThrow()
  })
})
