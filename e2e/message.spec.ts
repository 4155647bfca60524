import { api } from '@fyh/contract/api.ts'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'

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
  await page.getByRole('button', { name: new RegExp(words.home.messagesRow) }).click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.getByLabel(w.unread)).toHaveCount(count)
  await rows.filter({ hasText: w.kind.cardBound.title }).getByRole('button').click()
  await expect(page.getByRole('heading', { name: w.kind.cardBound.title })).toBeVisible()
  await page.goBack()
  await expect(rows.getByLabel(w.unread)).toHaveCount(count - 1)
  await button(page, w.readAll).click()
  await expect(rows.getByLabel(w.unread)).toHaveCount(0)
  expect(await unread()).toBe(0)
  await page.goBack()
  await expect(page.getByText(words.home.noUnread)).toBeVisible()

  for (const path of ['/messageDetail?id=9', '/messageDetail?id=abc', '/messageDetail']) {
    await open(path)
    await expect(page.getByText(w.notFound), path).toBeVisible()
  }
  await button(page, w.toCenter).click()
  await expect(page).toHaveURL(/\/messageCenter/)
})
