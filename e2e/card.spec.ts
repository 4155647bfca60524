import { api } from '@fyh/contract/api.ts'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'
import { refusal } from './words.ts'

test('CN-14 RT-11 all digits of a long card number are taken where they are typed; a wrong code counts down; a reload keeps the phone and never the number; five taps bind once', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.card.add
  const borrower = await makeBorrower(stack, { seed: 'binding', number: 331, upTo: 'face' })
  await enter(borrower)
  await open('/addBankCard')
  const number = page.getByLabel(w.number)
  const mobile = page.getByLabel(w.mobile)

  await button(page, w.submit).click()
  await expect(page.getByText(w.numberInvalid)).toBeVisible()
  await number.focus()
  await page.keyboard.type('622848000000001500')
  await expect(number).toBeFocused()
  await number.evaluate((box: HTMLInputElement) => box.setSelectionRange(6, 6))
  await page.keyboard.type('8')
  await expect(number).toHaveValue('6228 4880 0000 0001 500')
  expect(await number.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(7)
  await page.keyboard.press('Backspace')
  await number.press('End')
  await page.keyboard.type('8')
  await expect(number).toHaveValue('6228 4800 0000 0015 008')
  await mobile.fill('\u202d138 0000 0331\u202c')

  await button(page, w.banks).click()
  await expect(page).toHaveURL(/\/supportedBankList/)
  await page.goBack()
  await expect(number).toHaveValue('6228 4800 0000 0015 008')
  await expect(mobile).toHaveValue(borrower.mobile)
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(await stored()).not.toContain('622848')
  await page.reload()
  await expect(mobile).toHaveValue(borrower.mobile)
  await expect(number).toHaveValue('')
  await number.fill('6228480000000015008')
  expect(await stored()).not.toContain('622848')

  const sent = page.waitForRequest((request) => request.url().endsWith(api.card.startBind.path))
  const before = await sandbox.codes(borrower.mobile)
  await button(page, words.blocks.sms.get).click()
  expect((await sent).postDataJSON()).toMatchObject({ cardNumber: '6228480000000015008' })
  const code = await sandbox.code(borrower.mobile, before)
  const box = page.getByLabel(words.blocks.sms.label)
  await box.fill(code === '0000' ? '0001' : '0000')
  await page.getByRole('checkbox').check()
  await button(page, w.submit).click()
  await expect(page.getByText(refusal('SMS_CODE_WRONG', { left: 4 }))).toBeVisible()
  await box.fill(code)
  await button(page, w.submit).evaluate((element: HTMLElement) => {
    for (let tap = 0; tap < 5; tap++) element.click()
  })
  await expect(page).toHaveURL(/\/home/)
  const { cards } = await borrower.call(api.card.list)
  expect(cards.map(({ tail }) => tail)).toEqual(['5008'])
  expect(await stored()).not.toContain(borrower.mobile)
})
