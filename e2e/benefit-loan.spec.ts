import { api } from '@fyh/contract/api.ts'
import { makeBorrower } from './api-borrower.ts'
import { barriers } from './audit.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, fillWish, sign, withdraw } from './walk.ts'
import { filled, opening } from './words.ts'

test('R2.49 a package added to a loan: unticked, in the cost sheet, removable, signed, paid after the pay-out, and named by the loan', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const person = { seed: 'together', mobile: '13800004250', number: 4250 }
  const borrower = await makeBorrower(stack, { ...person, upTo: 'card' })
  await enter(borrower)
  const w = words.borrow
  const sheet = page.getByRole('dialog', { name: w.sign.sheet })
  const box = page.getByRole('checkbox', { name: /生活权益包/ })
  const remove = filled(w.benefit.remove, { name: '生活权益包' })
  const toSheet = async () => {
    await button(page, w.next).click()
    await expect(page).toHaveURL(/\/signAgreement/)
    await expect(sheet).toBeVisible()
  }

  await test.step('nothing is ticked, and without a tick the sheet has no such line', async () => {
    await open('/borrowMoney')
    await fillWish({ page, words }, '10000')
    await expect(box).toBeVisible()
    for (const one of await page.getByRole('checkbox').all()) await expect(one).not.toBeChecked()
    expect(await barriers(page)).toEqual([])
    await toSheet()
    await expect(sheet.getByText(/示例权益服务有限公司/)).toHaveCount(0)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(/\/borrowMoney/)
  })

  await test.step('ticked, the sheet names the supplier and the price; one tap takes it out', async () => {
    await box.check()
    await expect(page.getByText(/含自选权益包/)).toBeVisible()
    await toSheet()
    await expect(sheet.getByRole('row').filter({ hasText: '示例权益服务有限公司' })).toContainText('29.90')
    await expect(sheet.getByText(/不买权益包：成本合计/)).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await sheet.getByRole('button', { name: remove }).click()
    await expect(sheet.getByRole('button', { name: remove })).toHaveCount(0)
    await expect(sheet).toBeVisible()
    await expect(sheet.getByText(/示例权益服务有限公司/)).toHaveCount(0)
  })

  await test.step('added again, signed and borrowed by one code that names it', async () => {
    await open('/borrowMoney')
    await fillWish({ page, words }, '10000')
    await expect(box).not.toBeChecked()
    await box.check()
    await toSheet()
    await sign({ page, sandbox, words, open })
    await expect(page.getByText(/生活权益包，自愿购买/)).toBeVisible()
    await withdraw({ page, sandbox, words, open }, person)
    await expect(page.getByRole('heading', { name: new RegExp(`^${opening(w.success.paid)}`) })).toBeVisible()
  })

  await test.step('the loan leads to the order in use, and the order to the loan', async () => {
    const [loan] = (await borrower.call(api.loan.list)).items
    await expect
      .poll(async () => (await borrower.call(api.equity.orders)).items.map(({ status, loanId }) => [status, loanId]), { timeout: 60_000 })
      .toEqual([[3, loan?.loanId]])
    await open(`/loan/detail/${loan?.loanId}`)
    await page.getByRole('button', { name: /生活权益包/ }).click()
    await expect(page).toHaveURL(/\/equityOrder\?id=/)
    await expect(page.getByText('生效中').first()).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: /随一笔借款购买/ }).click()
    await expect(page).toHaveURL(new RegExp(`/loan/detail/${loan?.loanId}`))
  })
})
