import { api } from '@fyh/contract/api.ts'
import { makeBorrower, phone, signedQuote } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { bindCard, button, withdraw } from './walk.ts'
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

test('R2.36 a card added for a pay-out is chosen by itself, and is the one the loan names; another default is named for what is debited from then on', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const person = { seed: 'two-cards', number: 332, mobile: phone(332) }
  const borrower = await makeBorrower(stack, { ...person, upTo: 'card' })
  const { quoteId, lenderId } = await signedQuote(borrower, { yuan: 2_000, periods: 3 })
  await enter(borrower)
  await open(`/withdraw/${lenderId}?quoteId=${quoteId}`)
  const chosen = page.getByRole('button', { name: new RegExp(`^${words.borrow.withdraw.card}`) })
  await expect(chosen).toContainText('0332')
  await chosen.click()
  await page.getByRole('dialog').getByRole('button', { name: words.blocks.card.add }).click()
  const walker = { page, sandbox, words, open }
  await bindCard(walker, { ...person, number: 333 })
  await expect(chosen).toContainText('0333')
  await page.reload()
  await expect(chosen).toContainText('0333')
  await withdraw(walker, person)

  const { items } = await borrower.call(api.loan.list, { query: {} })
  const loanId = items[0]?.loanId
  await open(`/loan/detail/${loanId}`)
  await expect(page.getByText(words.loan.card, { exact: true }).locator('..')).toContainText('0333')
  await open('/selectBank')
  for (const tail of ['0333', '0332']) {
    const makeDefault = page.getByRole('button', { name: new RegExp(`^${words.card.select.setDefault}.*${tail}$`) })
    await makeDefault.click()
    await expect(makeDefault).toHaveCount(0)
  }
  await open(`/loan/detail/${loanId}`)
  await expect(page.getByText(words.loan.receivingCard, { exact: true }).locator('..')).toContainText('0333')
  await expect(page.getByText(words.loan.debitCard, { exact: true }).locator('..')).toContainText('0332')
})
