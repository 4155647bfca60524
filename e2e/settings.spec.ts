import { api } from '@fyh/contract/api.ts'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'

test('R2.28 AU-14 a borrower sees both devices and logs the other one out, which finds the login at its next step', async ({
  page,
  browser,
  stack,
  words,
  open,
  enter,
}) => {
  const own = await makeBorrower(stack, { seed: 'devices', number: 321, upTo: 'login' })
  const waitSeconds = async () => (await own.call(api.session.checkMobile, { body: { mobile: own.mobile } })).waitSeconds
  await expect.poll(waitSeconds).toBe(0)
  const other = await makeBorrower(stack, { seed: 'devices', number: 321, upTo: 'login' })
  await enter(own)
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await elsewhere.addInitScript((token) => localStorage.getItem('user') ?? localStorage.setItem('token', token), other.token)
  await open('/account', elsewhere)
  await expect(elsewhere).toHaveURL(/\/account/)

  await open('/setting')
  const list = page.getByRole('list', { name: words.settings.devices.title })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText(words.settings.devices.this)).toHaveCount(1)
  // Both were logged in by a program that names no machine.
  await expect(list.getByText(words.settings.devices.machine.unknown)).toHaveCount(2)
  await list.getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.settings.logoutConfirm, exact: true }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(button(page, words.settings.devices.endOthers)).toHaveCount(0)

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login\?redirectUrl=%2Faccount/)
  expect((await own.call(api.session.devices)).devices).toHaveLength(1)
  await context.close()
})

test('AU-14 logging out in one tab sends the other to the login, which leads back after logging in again', async ({
  page,
  context,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'tabs', number: 322, upTo: 'login' })
  await enter(borrower)
  await open('/account')
  const other = await context.newPage()
  await open('/messageCenter', other)
  await expect(other).toHaveURL(/\/messageCenter/)
  await open('/setting')
  await button(page, words.settings.logout).click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.settings.logoutConfirm, exact: true }).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(other).toHaveURL(/\/login\?redirectUrl=%2FmessageCenter/)
})

test('AU-04 one call that always says expired, with a fresh login: one redirect, and no calls without end', async ({
  page,
  stack,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'alwaysexpired', number: 323, upTo: 'login' })
  await enter(borrower)
  let asked = 0
  await page.route(`**/api${api.message.list.path}*`, (route) => {
    asked += 1
    return route.fulfill({ json: { code: -1, msg: 'expired', data: null } })
  })
  await open('/messageCenter')
  await expect(page).toHaveURL(/\/login\?redirectUrl=/)
  expect(asked).toBeLessThanOrEqual(2)
  const places: string[] = []
  page.on('framenavigated', (frame) => places.push(frame.url()))
  await page.waitForLoadState('networkidle')
  expect(places).toEqual([])
})
