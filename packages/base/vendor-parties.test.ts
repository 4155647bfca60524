import { expect, test } from 'vitest'
import { isVendorParty, lenderSecrets, partySecrets, settingsByLender } from './vendor-parties.ts'

const base = { VENDOR_SECRET: 'v'.repeat(32), VENDOR_SECRETS_RETIRED: [] }

test('the settings give each party its own secret, a lender’s by its number', () => {
  const lenderSecrets = new Map([[2, 'l'.repeat(32)]])
  const { base: made, own, retired } = partySecrets({ ...base, VENDOR_SECRET_PAYMENT: 'p'.repeat(32), lenderSecrets })
  expect(made).toBe(base.VENDOR_SECRET)
  expect(Object.fromEntries(own)).toEqual({ payment: 'p'.repeat(32), lender_2: 'l'.repeat(32) })
  expect(retired).toEqual([])
})

test('a retired secret is of the party it names, or else a former VENDOR_SECRET', () => {
  const read = (...VENDOR_SECRETS_RETIRED: string[]) => partySecrets({ ...base, VENDOR_SECRETS_RETIRED }).retired
  expect(read('former', 'payment:a:b', 'lender_2:q', 'nobody:x')).toEqual([
    { party: undefined, secret: 'former' },
    { party: 'payment', secret: 'a:b' },
    { party: 'lender_2', secret: 'q' },
    { party: undefined, secret: 'nobody:x' },
  ])
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
      partySecrets({ ...base, lenderSecrets, VENDOR_SECRETS_RETIRED })
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

const long = {
  safeParse: (value: string) =>
    value.length >= 32
      ? ({ success: true, data: value } as const)
      : ({ success: false, error: { issues: [{ message: 'should be at least 32 characters long' }] } } as const),
}

test('settings are read by lender; a wrong one is named, its value is not', () => {
  const own = 'l'.repeat(32)
  expect([...lenderSecrets({ VENDOR_SECRET_LENDER_2: own }, long)]).toEqual([[2, own]])
  const read = () => lenderSecrets({ VENDOR_SECRET_LENDER_2: 'too short' }, long)
  expect(read).toThrow('VENDOR_SECRET_LENDER_2: should be at least 32 characters long')
  expect(read).not.toThrow('too short')
  expect(() => settingsByLender({ VENDOR_URL_LENDER_1: 'nowhere' }, 'VENDOR_URL_LENDER', long)).toThrow('VENDOR_URL_LENDER_1')
})

test('one secret for all lenders is refused, and the way out is named', () => {
  expect(() => lenderSecrets({ VENDOR_SECRET_LENDER: 'l'.repeat(32) }, long)).toThrow('such as VENDOR_SECRET_LENDER_1')
})
