import { expect, test, vi } from 'vitest'
import { ensureBrowserId } from './browser-id.ts'

const taken = Promise.withResolvers<{ visitorId: string }>()
vi.mock('@fingerprintjs/fingerprintjs', () => ({ load: async () => ({ get: () => taken.promise }) }))

test('R9.3 a browser whose first visit opens two tabs at once is one browser', async () => {
  const mine = ensureBrowserId()
  window.localStorage.setItem('browserId', 'of the other tab')
  taken.resolve({ visitorId: 'f'.repeat(32) })
  expect(await mine).toBe('of the other tab')
  expect(window.localStorage.getItem('browserId')).toBe('of the other tab')
})
