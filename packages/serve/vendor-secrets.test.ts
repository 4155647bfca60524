import { expect, test } from 'vitest'
import { vendorSecrets } from './vendor-secrets.ts'

const base = 'v'.repeat(32)
const parties = ['sms', 'bank', 'bank_1', 'bank_2'] as const
type Party = (typeof parties)[number]
const none = { base, own: new Map<Party, string>(), retired: [] }

test('every party has a secret of its own, which is never the one it was made from', () => {
  const secrets = vendorSecrets(none)
  const made = parties.map((party) => secrets(party)[0])
  expect(new Set([...made, base]).size).toBe(parties.length + 1)
  expect(parties.map((party) => vendorSecrets(none)(party)[0])).toEqual(made)
})

test('the secret made for a party stays the same from release to release, so that both sides need not be updated at once', () => {
  expect(vendorSecrets(none)('sms')).toEqual(['jwLG9YHqwMTxlgYiFn1dM5vNdcrBFZNU085UItUFIlE'])
})

test('a party’s own secret goes before it', () => {
  const secrets = vendorSecrets({ ...none, own: new Map<Party, string>([['bank_2', 'p'.repeat(32)]]) })
  expect(secrets('bank_2')).toEqual(['p'.repeat(32)])
  for (const party of ['sms', 'bank', 'bank_1'] as const) expect(secrets(party)).toEqual(vendorSecrets(none)(party))
})

test('retired secrets are accepted after the one in use, those of a party at that party alone', () => {
  const former = 'f'.repeat(32)
  const retired = [
    { party: undefined, secret: former },
    { party: 'bank_2', secret: 'q'.repeat(32) },
  ] as const
  const secrets = vendorSecrets({ ...none, retired })
  const ofFormer = vendorSecrets({ ...none, base: former })
  expect(secrets('bank_1')).toEqual([vendorSecrets(none)('bank_1')[0], ofFormer('bank_1')[0]])
  expect(secrets('bank_2')).toEqual([vendorSecrets(none)('bank_2')[0], ofFormer('bank_2')[0], 'q'.repeat(32)])
})
