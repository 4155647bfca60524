import { api } from '@fyh/contract/api.ts'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { shifts, watchShifts } from './audit.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, filled, pay, sign, wishFor, withdraw } from './walk.ts'

test('R5.2 an amount is never read as another one: what is typed or pasted and is no sum stays, is told at the box, and asks for no quote', async ({
  page,
  context,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'amounts', number: 9930, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 3000, periods: 3 })
  await enter(borrower)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const quotes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.borrow.quote.path)) quotes.push(request.url())
  })

  await test.step('borrowing: whole multiples', async () => {
    await open('/borrowMoney')
    const amount = page.getByRole('textbox', { name: words.borrow.amount.label })
    const step = filled(words.borrow.amount.step, { step: '100' })
    for (const [typed, shown, sentence] of [
      ['-5000', '-5000', words.blocks.amount.whole],
      ['1e5', '1e5', words.blocks.amount.whole],
      ['5😀00', '5😀00', words.blocks.amount.whole],
      ['1000.55', '1,000.55', step],
    ] as const) {
      await amount.fill('')
      await amount.pressSequentially(typed)
      await expect(amount).toHaveValue(shown)
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
      await expect(page.locator('#amount-rule')).toHaveText(sentence)
      await button(page, words.borrow.next).click()
    }
    expect(quotes).toEqual([])
    for (const [pasted, shown] of [
      ['1,5', '1,5'],
      ['1,000元', '1,000'],
      ['１０００', '1,000'],
      ['￥2,000.00', '2,000.00'],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted)
      await amount.press('ControlOrMeta+a')
      await amount.press('ControlOrMeta+v')
      await expect(amount, pasted).toHaveValue(shown)
    }
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('paying a part: to the fen', async () => {
    await open(`/repaymentDetail/${loanId}`)
    await button(page, words.repay.detail.payPart).click()
    const amount = page.getByRole('textbox', { name: words.repay.detail.amount })
    for (const typed of ['-3', '88.567']) {
      await amount.fill('')
      await amount.pressSequentially(typed)
      await expect(amount).toHaveValue(typed)
      await expect(page.getByText(words.blocks.amount.fen)).toBeVisible()
      await expect(button(page, words.repay.detail.confirmAfterAmount)).toBeVisible()
    }
    await amount.fill('88.56')
    await expect(button(page, filled(words.repay.detail.confirm, { amount: '88.56' }))).toBeVisible()
  })
})

test('UI-05 a part that was typed outlives a reload, and is gone when it is paid; so are principal and effect of a prepayment', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'part-reload', number: 9931, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 3000, periods: 6 })
  await enter(borrower)
  await open(`/prepayment/${loanId}`)
  const principal = page.getByRole('textbox', { name: words.repay.prepay.amount })
  const lower = page
    .getByRole('group', { name: words.repay.prepay.effect })
    .getByRole('radio', { name: new RegExp(`^${words.repay.prepay.lower}`) })
  await principal.fill('500')
  await lower.check()
  await page.reload()
  await expect(principal).toHaveValue('500')
  await expect(lower).toBeChecked()

  await open(`/repaymentDetail/${loanId}`)
  const part = page.getByRole('textbox', { name: words.repay.detail.amount })
  await button(page, words.repay.detail.payPart).click()
  await part.fill('100.50')
  await page.reload()
  await expect(part).toHaveValue('100.50')
  await expect(button(page, filled(words.repay.detail.confirm, { amount: '100.50' }))).toBeVisible()
  await pay({ page, sandbox, words, open }, borrower)
  await open(`/repaymentDetail/${loanId}`)
  await expect(button(page, words.repay.detail.payPart)).toBeVisible()
  await expect(part).toBeHidden()
  expect((await borrower.call(api.loan.detail, { params: { id: loanId } })).paidTotal).toBe(10_050)
})

test('a prepayment quote that comes late moves nothing on the page', async ({ page, stack, words, open, enter }) => {
  const borrower = await makeBorrower(stack, { seed: 'late-quote', number: 9932, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 3000, periods: 6 })
  await enter(borrower)
  await watchShifts(page)
  await open(`/prepayment/${loanId}`)
  const principal = page.getByRole('textbox', { name: words.repay.prepay.amount })
  await expect(principal).toBeVisible()
  const told = Promise.withResolvers<void>()
  await page.route(/\/prepayQuote\/\d+\?principalFen/, async (route) => {
    const response = await route.fetch()
    await told.promise
    await route.fulfill({ response })
  })
  await principal.fill('500')
  // What moves right after a touch counts as the person's own doing; a quote that is called slow comes by itself.
  await expect(page.getByText(words.shell.ui.slow)).toBeVisible()
  told.resolve()
  await expect(button(page, filled(words.repay.prepay.confirm, { amount: '500.00' }))).toBeVisible()
  expect(await shifts(page)).toBeLessThan(0.1)
})

test('UI-05 ID-01 what was wished for goes when the loan is made, and Back from the paid screen leads home', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'after-payout', number: 9933, upTo: 'card' })
  await enter(borrower)
  const walker = { page, sandbox, words, open }
  await open('/home')
  await button(page, words.borrower.limit.borrow).click()
  await wishFor(walker, { yuan: '6000', periods: '6' })
  await sign(walker)
  await withdraw(walker, { seed: 'after-payout', mobile: borrower.mobile, number: 9933 })
  await page.goBack()
  await expect(page).toHaveURL(/\/home/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open('/borrowMoney')
  await expect(page.getByRole('textbox', { name: words.borrow.amount.label })).not.toHaveValue('6,000')
  expect((await borrower.call(api.loan.list)).items).toHaveLength(1)
})

test('R8.2 what could not be had without a network is there by itself when the network is back', async ({
  page,
  context,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'back-online', number: 9934, upTo: 'card' })
  await takeLoan(stack, borrower, { yuan: 3000, periods: 6 })
  await enter(borrower)
  await open('/loan')
  const row = page.getByRole('main').getByRole('listitem').first()
  await row.getByRole('button').click()
  await expect(page).toHaveURL(/\/loan\/detail/)
  await open('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: new RegExp(words.borrower.loans.bills) }).click()
  const again = button(page, words.shell.ui.retry).or(button(page, words.shell.error.reload))
  await expect(again).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6)
  await expect(again).toBeHidden()
})
