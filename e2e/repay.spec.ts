import { api } from '@fyh/contract/api.ts'
import { makeBorrower, takeLoan } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { answerAfterDebit, button, enterCode, filled, pay } from './walk.ts'
import { refusal } from './words.ts'

test('R2.26 RT-07 RT-08 going back to the bills finds the old place; after paying, list and details are fresh', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const person = { seed: 'bills', mobile: '13800000351', number: 351 }
  const borrower = await makeBorrower(stack, { ...person, upTo: 'card' })
  const first = await takeLoan(stack, borrower, { yuan: 1000, periods: 12 })
  const second = await takeLoan(stack, borrower, { yuan: 2000, periods: 12 })
  const { contractNo: ofFirst } = await borrower.call(api.loan.detail, { params: { id: first } })
  const { contractNo: ofSecond } = await borrower.call(api.loan.detail, { params: { id: second } })
  await enter(borrower)
  await open('/home')
  await page.getByRole('button', { name: new RegExp(words.borrower.loans.bills) }).click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(24)

  await test.step('back to a long list that comes late', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/repay/bills**', async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response }).catch(() => undefined)
    })
    await rows.nth(16).scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, 700))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700)
    const row = rows.nth(14).getByRole('button')
    const amount =
      (await row
        .locator('span', { hasText: /^[\d,]+\.\d{2}$/ })
        .first()
        .textContent()) ?? 'no amount'
    await row.click({ position: { x: 20, y: 10 } })
    // Not payable yet: its place in the plan opens, with the amount that was tapped, and no payment of another one.
    await expect(page).toHaveURL(/\/repayment\?.*explain=/)
    await expect(page.getByRole('dialog').getByText(amount, { exact: true }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(/\/loan\/record/)
    const fresh = page.waitForResponse('**/repay/bills**')
    release()
    await fresh
    await expect(rows).toHaveCount(24)
    await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - 700)).toBeLessThan(50)
    await page.unroute('**/repay/bills**')
  })

  await test.step('a payment shows in the list behind it and in no other loan', async () => {
    await rows.filter({ hasText: ofFirst }).first().getByRole('button').click()
    await expect(page).toHaveURL(new RegExp(`/repaymentDetail/${first}`))
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await pay({ page, sandbox, words, open }, person)
    await page.goBack()
    await expect(page).toHaveURL(/\/loan\/record/)
    await expect(rows).toHaveCount(23)
    await expect(rows.filter({ hasText: ofFirst })).toHaveCount(11)
    await page.getByRole('tab', { name: words.repay.bills.paid }).click()
    await expect(rows).toHaveCount(1)
    await page.getByRole('tab', { name: words.repay.bills.due }).click()
    await rows.filter({ hasText: ofSecond }).first().getByRole('button').click()
    await expect(page).toHaveURL(new RegExp(`/repaymentDetail/${second}`))
    await expect(page.getByText('179.95').filter({ visible: true }).first()).toBeVisible()
    expect((await borrower.call(api.loan.detail, { params: { id: second } })).paidTotal).toBe(0)
  })
})

test('LN-11 interest paid ahead counts: settling the same day costs nothing, on the screen, in its explanation and in the end', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'ahead', number: 359, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 6000, periods: 6 })
  const [first] = (await borrower.call(api.loan.detail, { params: { id: loanId } })).plan
  const interest = (first?.interest ?? 0) / 100
  const walker = { page, sandbox, words, open }
  const main = page.getByRole('main')
  await enter(borrower)
  await open(`/repaymentDetail/${loanId}`)
  await button(page, words.repay.detail.payPart).click()
  await page.getByRole('textbox', { name: words.repay.detail.amount }).fill('100.50')
  await pay(walker, borrower)
  await open(`/repaymentDetail/${loanId}?mode=all`)
  const ahead = filled(words.blocks.explain.aheadOf, { part: words.blocks.explain.interest })
  const toSettle = (6000 - 100.5).toFixed(2).replace(/^5/, '5,')
  await expect(main.getByText(`${ahead} -${interest.toFixed(2)}`)).toBeVisible()
  await main.getByRole('button', { name: new RegExp(toSettle) }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(toSettle)).toBeVisible()
  await expect(sheet.getByText(new RegExp(`${ahead}\\s-${interest.toFixed(2)}`))).toBeVisible()
  await page.keyboard.press('Escape')
  // A settled loan has no quote any more.
  await answerAfterDebit(page, borrower, loanId)
  await pay(walker, borrower)
  await expect(page.getByText(words.repay.result.settled)).toBeVisible()
  await expect(main.getByText(new RegExp(`${ahead}\\s-${interest.toFixed(2)}`))).toBeVisible()
  expect(await borrower.call(api.loan.detail, { params: { id: loanId } })).toMatchObject({
    status: 5,
    paidTotal: 600_000,
    surplusHeldFen: 0,
  })
})

test('ID-02 ID-01 R8.2 paying: offline nothing is queued, a lost answer and five taps debit once, a wrong code counts down', async ({
  page,
  context,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'paying', number: 352, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 1000, periods: 3 })
  const paid = async () => (await borrower.call(api.loan.detail, { params: { id: loanId } })).paidTotal
  const due = (await borrower.call(api.repay.quote, { params: { id: loanId } })).parts.total
  const call = `**/api${api.repay.pay.path}`
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.url().endsWith(api.repay.pay.path)) keys.add(request.headers()['idempotency-key'])
  })
  await enter(borrower)
  await open('/home')
  await open(`/repaymentDetail/${loanId}`)
  const confirm = page.getByRole('button', { name: /^确认还款/ })
  const box = page.getByLabel(words.blocks.sms.label)
  await expect(page.getByText(words.repay.detail.ahead.counts)).toBeVisible()

  const before = await sandbox.codes(borrower.mobile)
  await button(page, words.blocks.sms.get).click()
  const code = await sandbox.code(borrower.mobile, before)
  await box.fill(code === '0000' ? '0001' : '0000')
  await expect(page.getByText(refusal('SMS_CODE_WRONG', { left: 4 }))).toBeVisible()
  await expect(box).toHaveValue('')

  await context.setOffline(true)
  await box.fill(code)
  await expect(page.getByText(words.repay.detail.unsent)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(words.repay.detail.unsent)).toBeHidden()
  await expect(page.getByText(words.repay.detail.backOnline)).toBeVisible()
  expect(await paid()).toBe(0)

  await page.route(
    call,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 2 },
  )
  await confirm.click()
  await expect.poll(paid).toBe(due)
  await expect(page.getByText(words.repay.detail.lost)).toBeVisible()
  await expect(confirm).not.toHaveAttribute('aria-busy')
  await confirm.evaluate((element: HTMLElement) => {
    for (let tap = 0; tap < 5; tap++) element.click()
  })
  await expect(page).toHaveURL(/\/repaymentResult/)
  await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible()
  expect(keys.size).toBe(1)
  expect(await paid()).toBe(due)
  await page.goBack()
  await expect(page).toHaveURL(/\/home/)
  expect(await paid()).toBe(due)

  await test.step('UI-05 Back closes the list of cards and leaves the page as it is', async () => {
    await button(page, words.borrower.due.repay).click()
    await page.getByRole('button', { name: /\(0352\)/ }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await page.evaluate(() => window.history.back())
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/repaymentDetail/${loanId}`))
  })

  await test.step('the code of one payment is not good for another', async () => {
    await box.fill(code)
    await expect(page.getByText(refusal('SMS_CODE_EXPIRED'))).toBeVisible()
    expect(await paid()).toBe(due)
  })
})

for (const { way, number } of [
  { way: 'repaymentDetail', number: 354 },
  { way: 'prepayment', number: 355 },
] as const)
  test(`ID-02 UI-05 a debit on /${way} without an answer outlives a reload: made, its result comes; not made, the form says so`, async ({
    page,
    stack,
    sandbox,
    words,
    open,
    enter,
  }) => {
    const borrower = await makeBorrower(stack, { seed: `unanswered-${way}`, number, upTo: 'card' })
    const loanId = await takeLoan(stack, borrower, { yuan: 3000, periods: 6 })
    const paid = async () => (await borrower.call(api.loan.detail, { params: { id: loanId } })).paidTotal
    const call = `**/api${way === 'prepayment' ? api.repay.prepay.path : api.repay.pay.path}`
    const walker = { page, sandbox, words, open }
    const amount = page.getByRole('textbox', { name: way === 'prepayment' ? words.repay.prepay.amount : words.repay.detail.amount })
    await enter(borrower)
    await open(`/${way}/${loanId}`)
    if (way === 'repaymentDetail') await button(page, words.repay.detail.payPart).click()
    await amount.fill('500')

    await test.step('it never reached the server', async () => {
      await page.route(call, (route) => route.abort())
      await enterCode(walker, borrower.mobile)
      await expect(page.getByText(words.repay.detail.lost)).toBeVisible()
      await page.unroute(call)
      await page.reload()
      await expect(page.getByText(words.repay.detail.notDebited)).toBeVisible()
      await expect(amount).toHaveValue('500')
      expect(await paid()).toBe(0)
      await page.reload()
      await expect(amount).toHaveValue('500')
      await expect(page.getByText(words.repay.detail.notDebited)).toBeHidden()
    })

    await test.step('its answer was cut', async () => {
      await page.route(call, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await enterCode(walker, borrower.mobile)
      await expect(page.getByText(words.repay.detail.lost)).toBeVisible()
      await expect.poll(paid).toBeGreaterThan(0)
      const once = await paid()
      await page.reload()
      await expect(page).toHaveURL(/\/repaymentResult/)
      await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible()
      await open(`/${way}/${loanId}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/${way}/`))
      expect(await paid()).toBe(once)
    })
  })

test('R2.21 R2.22 R2.23 R2.25 loans and payments that are not there say so and lead on', async ({ page, stack, words, open, enter }) => {
  const borrower = await makeBorrower(stack, { seed: 'nothing', number: 353, upTo: 'login' })
  await enter(borrower)
  for (const [path, sentence] of [
    ['/loan/detail/9', words.loan.notFound],
    ['/loan/detail/abc', words.loan.notFound],
    ['/repaymentDetail/9', refusal('LOAN_NOT_FOUND')],
    ['/repaymentDetail/-1', words.repay.detail.notFound],
    ['/repayment?loanId=9', words.repay.plan.none],
    ['/repayment', words.repay.plan.none],
    ['/repaymentResult?id=9', words.repay.result.notFound],
    ['/repaymentResult', words.repay.result.notFound],
    ['/loan', words.loan.empty],
    ['/loan/record', words.repay.bills.empty],
  ] as const) {
    await open(path)
    await expect(page.getByText(sentence).first(), path).toBeVisible()
  }
})
