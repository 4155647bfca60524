import { expect, test } from 'vitest'
import { readSettings } from './config.ts'

const secret = 's'.repeat(32)

test('secrets of single lenders go to the server and the sandbox, and to no other application', () => {
  const { environment, keySettingsOf } = readSettings({ VENDOR_SECRET_LENDER_2: secret, PROVIDER_LENDER_2: 'sandbox' }, '/')
  for (const app of ['server', 'sandbox'] as const) expect(keySettingsOf(app)).toEqual({ VENDOR_SECRET_LENDER_2: secret })
  expect(keySettingsOf('trace')).toEqual({})
  expect(environment).toEqual({ PROVIDER_LENDER_2: 'sandbox' })
})
