import { requirementOf, specifiedAddresses } from '@fyh/contract/addresses.ts'
import { describe, expect, test } from 'vitest'
import { entryAt, firstEntries, learnMoreScreens } from './screens.ts'

const table = [...firstEntries, ...(await learnMoreScreens())]
const screenOf = (path: string) => table.find(({ screen }) => screen.path === path)?.screen

test.each(specifiedAddresses)('%s is in the table exactly once, and its address finds it', (_id, ...paths) => {
  for (const path of paths) {
    expect(table.filter(({ screen }) => screen.path === path)).toHaveLength(1)
    expect(entryAt(path.replace(/:\w+/, '17'))?.screen.path).toBe(path)
  }
})

test('R2.2 to R2.72 are all there, and a screen with an address of our own is built', () => {
  expect(specifiedAddresses.map(([id]) => id)).toEqual(Array.from({ length: 71 }, (_, place) => `R2.${place + 2}`))
  const later = table.filter(({ screen }) => screen.load === 'later').map(({ screen }) => screen.path)
  expect(later.filter((path) => requirementOf(path) === undefined)).toEqual([])
})

describe('what the table says of the screens', () => {
  test('R2.62 R2.63 the texts shown outside have no title bar of the page, and otherwise are the same', () => {
    const outside = table.filter(({ screen }) => screen.path.endsWith('Out'))
    expect(outside).toHaveLength(6)
    for (const { screen } of outside) {
      expect(screen.meta.hideH5Header, screen.path).toBe(true)
      const inside = screenOf(screen.path.replace(/Out$/, ''))
      expect([inside?.titleKey, inside?.meta.auth, String(inside?.load)]).toEqual([screen.titleKey, screen.meta.auth, String(screen.load)])
      expect(inside?.meta.hideH5Header, screen.path).not.toBe(true)
    }
    expect(screenOf('/protocol/shareAgreement/:id')?.meta.hideH5Header).toBe(true)
  })
  test('R2.40 /webViewProduct is the screen of /product', () => {
    const [one, other] = [screenOf('/product'), screenOf('/webViewProduct')]
    expect([other?.titleKey, other?.meta, String(other?.load)]).toEqual([one?.titleKey, one?.meta, String(one?.load)])
  })
  test('R2.7 /demo is kept alive', () => expect(screenOf('/demo')?.meta.keepAlive).toBe(true))
  test('R2.80 an init event is for five screens, and for home only when logged in', () => {
    const tracking = table.filter(({ screen }) => screen.meta.tracksInit !== undefined)
    const rules = tracking.map(({ screen }) => [screen.path, screen.meta.tracksInit])
    expect(Object.fromEntries(rules)).toEqual({
      '/home': 'user',
      '/download': true,
      '/extend': true,
      '/applyIdentity': true,
      '/applyProfile': true,
    })
  })
  test('R6.1 a guest may read agreements, offers and help; what is about a person’s money asks for a login', () => {
    const guests = table.filter(({ screen }) => screen.meta.auth === 'guest').map(({ screen }) => screen.path)
    const texts = specifiedAddresses.flatMap(([, ...paths]) => paths).filter((path) => path.startsWith('/protocol/'))
    const open = ['/home', '/account', '/login', '/setting', '/supportedBankList', '/aboutUs', '/aboutFyh', '/demo']
    const offers = ['/h5Middle', '/download', '/extend', '/product', '/webViewProduct', '/funders/cash/:id', '/capitalForm']
    const service = ['/help', '/customerService', '/noticeList']
    const other = ['/customAgreement', '/customized', '/sharedIndividual', '/mock/serviceAgreement']
    expect(guests.toSorted()).toEqual([...texts, ...open, ...offers, ...service, ...other].toSorted())
  })
})
