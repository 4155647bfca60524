import { expect, test } from 'vitest'
import { vendorPorts, vendorSecrets } from './vendor-secrets.ts'

const base = { VENDOR_SECRET: 'v'.repeat(32), VENDOR_SECRETS_RETIRED: [] }

test('every port has a secret of its own, which is never the one it was made from', () => {
  const secrets = vendorSecrets(base)
  const made = vendorPorts.map((port) => secrets(port)[0])
  expect(new Set([...made, base.VENDOR_SECRET]).size).toBe(vendorPorts.length + 1)
  expect(vendorPorts.map((port) => vendorSecrets(base)(port)[0])).toEqual(made)
})

test('a port’s own setting goes before it', () => {
  const secrets = vendorSecrets({ ...base, VENDOR_SECRET_PAYMENT: 'p'.repeat(32) })
  expect(secrets('payment')).toEqual(['p'.repeat(32)])
  expect(secrets('lender')).toEqual(vendorSecrets(base)('lender'))
})

test('retired secrets are accepted after the one in use, those of a port at that port alone', () => {
  const former = 'f'.repeat(32)
  const secrets = vendorSecrets({ ...base, VENDOR_SECRETS_RETIRED: [former, `payment:${'o'.repeat(32)}`] })
  const ofFormer = vendorSecrets({ ...base, VENDOR_SECRET: former })
  expect(secrets('payment')).toEqual([vendorSecrets(base)('payment')[0], ofFormer('payment')[0], 'o'.repeat(32)])
  expect(secrets('lender')).toEqual([vendorSecrets(base)('lender')[0], ofFormer('lender')[0]])
})
