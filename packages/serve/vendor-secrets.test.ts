import { expect, test } from 'vitest'
import { z } from 'zod'
import { isVendorParty, lenderSecrets, settingsByLender, singleParties, vendorSecrets } from './vendor-secrets.ts'

const base = { VENDOR_SECRET: 'v'.repeat(32), VENDOR_SECRETS_RETIRED: [] }

const parties = [...singleParties, 'lender_1', 'lender_2', 'lender_3'] as const

test('every party has a secret of its own, also each lender, which is never the one it was made from', () => {
  const secrets = vendorSecrets(base)
  const made = parties.map((party) => secrets(party)[0])
  expect(new Set([...made, base.VENDOR_SECRET]).size).toBe(parties.length + 1)
  expect(parties.map((party) => vendorSecrets(base)(party)[0])).toEqual(made)
})

test('a party’s own setting goes before it, a lender’s by its number', () => {
  const lenderSecrets = new Map([[2, 'l'.repeat(32)]])
  const secrets = vendorSecrets({ ...base, VENDOR_SECRET_PAYMENT: 'p'.repeat(32), lenderSecrets })
  expect(secrets('payment')).toEqual(['p'.repeat(32)])
  expect(secrets('lender_2')).toEqual(['l'.repeat(32)])
  for (const party of ['bank', 'lender_1', 'lender_3'] as const) expect(secrets(party)).toEqual(vendorSecrets(base)(party))
})

test('retired secrets are accepted after the one in use, those of a party at that party alone', () => {
  const former = 'f'.repeat(32)
  const retired = [former, `payment:${'o'.repeat(32)}`, `lender_2:${'q'.repeat(32)}`]
  const secrets = vendorSecrets({ ...base, VENDOR_SECRETS_RETIRED: retired })
  const ofFormer = vendorSecrets({ ...base, VENDOR_SECRET: former })
  expect(secrets('payment')).toEqual([vendorSecrets(base)('payment')[0], ofFormer('payment')[0], 'o'.repeat(32)])
  expect(secrets('lender_1')).toEqual([vendorSecrets(base)('lender_1')[0], ofFormer('lender_1')[0]])
  expect(secrets('lender_2')).toEqual([vendorSecrets(base)('lender_2')[0], ofFormer('lender_2')[0], 'q'.repeat(32)])
})

test('two lenders with one secret, in use or retired, are refused by their numbers, and the secret is not printed', () => {
  const [shared, other] = ['s'.repeat(32), 'o'.repeat(32)]
  const twice = new Map([
    [1, shared],
    [3, shared],
  ])
  const read =
    (lenderSecrets: ReadonlyMap<number, string>, VENDOR_SECRETS_RETIRED: string[] = []) =>
    () =>
      vendorSecrets({ ...base, lenderSecrets, VENDOR_SECRETS_RETIRED })
  expect(read(twice)).toThrow('Lenders 1 and 3 share a secret')
  expect(read(twice)).not.toThrow(shared)
  expect(read(new Map([[2, shared]]), [`lender_3:${shared}`])).toThrow('Lenders 2 and 3 share a secret')
  expect(read(new Map([[2, shared]]), [`lender_2:${other}`, other])).not.toThrow()
  expect(read(new Map(), [`lender:${other}`])).toThrow('name the lender')
})

test('a party is one of those of which there is one, or a lender with a number', () => {
  expect(['sms', 'messenger', 'lender_2'].every(isVendorParty)).toBe(true)
  expect(['lender', 'lender_', 'nobody'].some(isVendorParty)).toBe(false)
})

const key = z.string().min(32, 'should be at least 32 characters long')

test('settings are read by lender; a wrong one is named, its value is not', () => {
  const own = 'l'.repeat(32)
  expect([...lenderSecrets({ VENDOR_SECRET_LENDER_2: own }, key)]).toEqual([[2, own]])
  const read = () => lenderSecrets({ VENDOR_SECRET_LENDER_2: 'too short' }, key)
  expect(read).toThrow('VENDOR_SECRET_LENDER_2: should be at least 32 characters long')
  expect(read).not.toThrow('too short')
  expect(() => settingsByLender({ VENDOR_URL_LENDER_1: 'nowhere' }, 'VENDOR_URL_LENDER', z.url())).toThrow('VENDOR_URL_LENDER_1')
})

test('one secret for all lenders is refused, and the way out is named', () => {
  expect(() => lenderSecrets({ VENDOR_SECRET_LENDER: 'l'.repeat(32) }, key)).toThrow('such as VENDOR_SECRET_LENDER_1')
})
