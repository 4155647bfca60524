import { readFileSync } from 'node:fs'
import { home as homeContract } from '@fyh/contract/home.ts'
import { describe, expect, test } from 'vitest'
import { home as english } from './locales/en-us/home.ts'
import { shell as englishShell } from './locales/en-us/shell.ts'
import { home as chinese } from './locales/zh-cn/home.ts'
import { shell as chineseShell } from './locales/zh-cn/shell.ts'
import { drawFirstPage, offerFor, versionOf } from './server.tsx'

const entry = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
const offer = homeContract.tourist.data.parse(homeContract.tourist.example.data)
const draw = (search: string, given: unknown = offer) => drawFirstPage(entry, versionOf({ search, cookie: '' }), given)

describe('the first page as the server draws it', () => {
  test.each([
    ['zh-cn', 'zh-CN', chinese, chineseShell],
    ['en-us', 'en-US', english, englishShell],
  ] as const)(
    'R1.2 R1.3 in %s it has the offer, its price, the example and who lends, for each brand',
    async (language, html, home, shell) => {
      for (const brand of ['fyh', 'fbd', 'neutral'] as const) {
        const page = await draw(`?lang=${language}&productType=${brand}`)
        expect(page).toContain(`<html lang="${html}" data-brand="${brand}" data-drawn="guest">`)
        expect(page).toContain(`<title>${shell.brand[brand]}</title>`)
        for (const text of ['200,000', '7.2%', '24%', '916.80', home.guest.lenderBody, home.guest.safetyBody, home.guest.seeLimit])
          expect(page).toContain(text)
      }
    },
  )

  test('pages drawn at once are each in their own language', async () => {
    const pages = await Promise.all(['zh-cn', 'en-us', 'zh-cn', 'en-us'].map((language) => draw(`?lang=${language}`)))
    expect(pages.map((page) => page.includes(english.guest.lenderBody))).toEqual([false, true, false, true])
  })

  test('a closed service shows no button to apply', async () => {
    const page = await draw('', { ...offer, serviceOpen: false })
    expect(page).toContain(chinese.guest.closed)
    expect(page).not.toContain(chinese.guest.seeLimit)
  })

  test('R2.2 the first notice and banner stand in it, and none that the visitor closed', async () => {
    const announcements = [
      { announcementId: 9, kind: 'notice', title: '系统维护' },
      { announcementId: 8, kind: 'banner', title: '新人活动' },
      { announcementId: 7, kind: 'notice', title: '较早的公告' },
    ] as const
    const drawn = (cookie: string) => draw('', offerFor({ ...offer, announcements: [...announcements] }, { cookie }))
    const titles = async (cookie: string) => {
      const [page = ''] = (await drawn(cookie)).split('<div id="waiting">')
      return announcements.map(({ title }) => page.includes(`>${title}<`))
    }
    expect(await titles('')).toEqual([true, true, false])
    expect(await titles('a=b; closedAnnouncements=9')).toEqual([false, true, true])
    expect(await titles('closedAnnouncements=9.8.7')).toEqual([false, false, false])
  })

  test('a borrower’s home waits in it, with brand and tabs, and has none of the guest’s texts', async () => {
    const waiting = (await draw('')).split('<div id="waiting">')[1]
    expect(waiting).toContain(chineseShell.brand.fyh)
    expect(waiting).toContain(chineseShell.tab.borrowMoney)
    expect(waiting).not.toContain(chinese.guest.lenderBody)
  })

  test('an entry page of another shape is refused', async () => {
    const version = versionOf({ search: '', cookie: '' })
    await expect(drawFirstPage('<html></html>', version, offer)).rejects.toThrow('the entry page has no')
    expect(await drawFirstPage(entry, version, offer)).toContain('data-drawn')
  })
})

describe('the version of a visitor', () => {
  test.each([
    ['', '', 'zh-cn', 'fyh'],
    ['?lang=en-us', '', 'en-us', 'fyh'],
    ['?productType=fbd&lang=xx', '', 'zh-cn', 'fbd'],
    ['?productType=partner7', '', 'zh-cn', 'neutral'],
    ['', 'token=abc; drawnPage=en-us.fbd', 'en-us', 'fbd'],
    ['?lang=zh-cn&productType=fyh', 'drawnPage=en-us.fbd', 'zh-cn', 'fyh'],
    ['', 'drawnPage=../../etc.<b>', 'zh-cn', 'fyh'],
  ])('address %s and cookie %s: %s, %s', (search, cookie, language, brand) => {
    expect(versionOf({ search, cookie })).toMatchObject({ language, brand: { id: brand } })
  })
})
