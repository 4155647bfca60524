import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startWords } from '#locales/i18n.ts'
import { screen } from '#platform/screen.ts'
import { loadScreen, ScreenNotLoaded } from './load-screen.ts'

beforeAll(() => startWords('zh-cn'))
beforeEach(() => window.sessionStorage.clear())

const There = () => null
const entry = (load: () => Promise<() => null>) => ({
  slice: 'home' as const,
  screen: screen({ path: '/repay', titleKey: 'home:title', meta: { auth: 'guest' }, label: 'repay', load }),
})

test('a screen that is there is handed over, and nothing is opened', async () => {
  const open = vi.fn()
  expect(
    await loadScreen(
      entry(() => Promise.resolve(There)),
      open,
    ),
  ).toBe(There)
  expect(open).not.toHaveBeenCalled()
})
test('RT-01 files that are gone open the address anew, once; the second time the error is shown', async () => {
  const open = vi.fn()
  const gone = entry(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  void loadScreen(gone, open)
  await expect.poll(() => open).toHaveBeenCalledTimes(1)
  await expect(loadScreen(gone, open)).rejects.toBeInstanceOf(ScreenNotLoaded)
  expect(open).toHaveBeenCalledTimes(1)
})
test('without a network the page stays, and nothing is opened anew', async () => {
  const open = vi.fn()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await expect(
    loadScreen(
      entry(() => Promise.reject(new TypeError('no network'))),
      open,
    ),
  ).rejects.toBeInstanceOf(ScreenNotLoaded)
  vi.restoreAllMocks()
  expect(open).not.toHaveBeenCalled()
})
test('RT-01 after a reload that helped, a later release gets its one reload again', async () => {
  const open = vi.fn()
  const gone = entry(() => Promise.reject(new TypeError('gone')))
  void loadScreen(gone, open)
  await expect.poll(() => open).toHaveBeenCalledTimes(1)
  await loadScreen(
    entry(() => Promise.resolve(There)),
    open,
  )
  void loadScreen(gone, open)
  await expect.poll(() => open).toHaveBeenCalledTimes(2)
})
