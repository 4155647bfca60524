import { makeBorrower, takeLoan } from './api-borrower.ts'
import { barriers } from './audit.ts'
import { expect, sharedTest as test } from './harness.ts'
import { pay } from './walk.ts'

test('a coupon from customer service is suggested for a payment, can be declined, lowers the debit, and stands among the used ones', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const person = { seed: 'coupon', mobile: '13800004600', number: 4600 }
  const borrower = await makeBorrower(stack, { ...person, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 3000, periods: 3 })
  const named = ['--by', 'e2e', '--reason', 'goodwill']
  expect(await stack.service('coupon-issue', '--phone', person.mobile, '--coupon', 'repay-20', ...named)).toContain('issued coupon')
  expect(await stack.service('coupon-issue', '--phone', person.mobile, '--coupon', 'borrow-20', ...named)).toContain('issued coupon')
  await enter(borrower)

  await test.step('my coupons', async () => {
    await open('/coupons')
    await expect(page.getByRole('heading', { name: '还款立减 20 元' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '借款利息减 20 元' })).toBeVisible()
    expect(await barriers(page)).toEqual([])
  })

  await test.step('the borrowing page suggests the one that fits', async () => {
    await open('/borrowMoney')
    await page.getByLabel(words.borrow.amount.label).fill('3000')
    await expect(page.getByRole('button', { name: /优惠券.*减 20 元/ })).toBeVisible()
  })

  await test.step('the payment page', async () => {
    await open(`/repaymentDetail/${loanId}`)
    const row = page.getByRole('button', { name: /优惠券.*减 20 元/ })
    await expect(row).toBeVisible()
    await row.click()
    await page.getByRole('dialog').getByRole('button', { name: words.coupon.none }).click()
    await expect(page.getByText(words.coupon.partNote)).toBeHidden()
    await page.getByRole('button', { name: /优惠券/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /减 20 元/ })
      .click()
    await expect(page.getByText(/优惠前/)).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await pay({ page, sandbox, words, open }, person)
    await expect(page.getByText('−20.00')).toBeVisible()
  })

  await test.step('used', async () => {
    await open('/coupons')
    await page.getByRole('tab', { name: words.coupon.tab.used }).click()
    await expect(page.getByRole('main')).toContainText(/已减\s20\.00/)
  })
})
