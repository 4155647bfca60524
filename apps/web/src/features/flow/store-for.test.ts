import { expect, test } from 'vitest'
import { storeFor } from './store-for.ts'

const stores = (['appStore', 'huawei', 'market'] as const).map((kind) => ({ kind, address: `https://example.com/${kind}` }))

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 'appStore'],
  ['Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00)', 'huawei'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0)', 'huawei'],
  ['Mozilla/5.0 (Linux; Android 13; M2102J20SG)', 'market'],
  ['Mozilla/5.0 (X11; Linux x86_64)', undefined],
])('R2.6 the main button opens the store of the phone: %s', (userAgent, kind) => {
  expect(storeFor(userAgent, stores)?.kind).toBe(kind)
})

test('R2.6 a Huawei phone without its own store set up gets that of other Android phones, an iPhone none', () => {
  const market = stores.slice(2)
  expect(storeFor('Android 12; HarmonyOS', market)?.kind).toBe('market')
  expect(storeFor('iPhone', market)).toBeUndefined()
})
