import { expect, test } from 'vitest'
import { isLenderParty, lenderIdOf, lenderParty, lenderSettings } from './lender-party.ts'

test('a lender is a party of its own by its number, and nothing else is a lender', () => {
  expect([lenderParty(2), isLenderParty(lenderParty(2)), lenderIdOf(lenderParty(2))]).toEqual(['lender_2', true, 2])
  for (const name of ['lender', 'lender_', 'lender_0', 'lender_02', 'lender_x', 'lender_2 ', 'payment'])
    expect([isLenderParty(name), lenderIdOf(name)], name).toEqual([false, undefined])
})

test('settings of single lenders are read by their number; one that ends in no number is named', () => {
  const environment = { PROVIDER_LENDER: 'sandbox', PROVIDER_LENDER_2: 'bank', PROVIDER_LENDER_12: 'other', PROVIDER_LENDER_3: '' }
  expect([...lenderSettings(environment, 'PROVIDER_LENDER')]).toEqual([
    [2, 'bank'],
    [12, 'other'],
  ])
  expect(() => lenderSettings({ PROVIDER_LENDER_TWO: 'bank' }, 'PROVIDER_LENDER')).toThrow(
    'PROVIDER_LENDER_TWO ends in no number of a lender',
  )
})
