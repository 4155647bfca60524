import { api } from '@fyh/contract/api.ts'
import { makeBorrower } from './api-borrower.ts'
import { overlaps } from './audit.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'
import { packs } from './words.ts'

test('R2.32 R2.33 a message opened is read everywhere; reading all clears the count; one that is gone says so', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const w = words.message
  const borrower = await makeBorrower(stack, { seed: 'messages', number: 341, upTo: 'card' })
  const unread = async () => (await borrower.call(api.home.tabInfo)).unread
  const count = await unread()
  expect(count).toBeGreaterThan(1)
  await enter(borrower)
  await open('/home')
  await page.getByRole('button', { name: new RegExp(words.borrower.messagesRow) }).click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.getByLabel(w.unread)).toHaveCount(count)
  await rows.filter({ hasText: w.kind.cardBound.title }).getByRole('button').click()
  await expect(page.getByRole('heading', { name: w.kind.cardBound.title })).toBeVisible()
  await page.goBack()
  await expect(rows.getByLabel(w.unread)).toHaveCount(count - 1)
  await button(page, w.readAll).click()
  await expect(rows.getByLabel(w.unread)).toHaveCount(0)
  await expect(button(page, w.readAll)).toBeDisabled()
  expect(await unread()).toBe(0)
  await page.goBack()
  await expect(page.getByText(words.borrower.noUnread)).toBeVisible()

  for (const path of ['/messageDetail?id=9', '/messageDetail?id=abc', '/messageDetail']) {
    await open(path)
    await expect(page.getByText(w.notFound), path).toBeVisible()
  }
  await button(page, w.toCenter).click()
  await expect(page).toHaveURL(/\/messageCenter/)
})

test('R9.5 counts of messages end at 10000+ on home and account, and at 99+ on the tab; screen readers hear the number', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'counts', number: 342, upTo: 'card' })
  await enter(borrower)
  let unread = 0
  for (const path of [api.home.fyhHome.path, api.home.account.path, api.home.tabInfo.path])
    await page.route(`**/api${path}`, async (route) => {
      const response = await route.fetch()
      const answer: { data: object } = await response.json()
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, unread } } })
    })
  const places = [
    { path: '/home', row: words.borrower.messagesRow },
    { path: '/account', row: words.borrower.account.messages },
  ]
  for (const [count, inRow, onTab] of [
    [99, '99', '99'],
    [100, '100', '99+'],
    [10_000, '10000', '99+'],
    [10_001, '10000+', '99+'],
  ] as const) {
    unread = count
    for (const { path, row } of places) {
      await open(path)
      const badge = page.getByRole('main').getByRole('listitem').filter({ hasText: row }).getByRole('img')
      await expect(badge, `${count} on ${path}`).toHaveText(inRow)
      await expect(badge).toHaveAccessibleName(words.borrower.unreadCount.replace('{{count}}', String(count)))
      const tab = page.getByRole('navigation').getByRole('button', { name: words.shell.tab.account })
      await expect(tab, `${count} on the tab`).toContainText(onTab)
      await expect(tab).not.toContainText(`${onTab}+`)
    }
  }
})

test('R2.32 in the larger look at 320 px the title of the messages and the word beside it have room, in both languages', async ({
  page,
  stack,
  enter,
}) => {
  await enter(await makeBorrower(stack, { seed: 'large-title', number: 343, upTo: 'login' }))
  await page.setViewportSize({ width: 320, height: 568 })
  await page.evaluate(() => localStorage.setItem('textSize', 'large'))
  for (const language of ['zh-cn', 'en-us'] as const) {
    await page.goto(`${stack.web}/messageCenter?lang=${language}`)
    await expect(button(page, packs[language].message.readAll)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-text', 'large')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(packs[language].message.title.center)
    expect(await overlaps(page, 'header'), language).toEqual([])
  }
})
