import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { type ApiBorrower, makeBorrower } from './api-borrower.ts'
import { expect, test } from './harness.ts'
import { button, enterCode, sign, type Walker, withdraw } from './walk.ts'
import { filled, type Words } from './words.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ settings: { LENDERS_ALWAYS_OPEN: '1' } })

/** The partner that is applied to in the app, the first on the list. */
const inApp = 4

test('R2.39 R2.40 a guest reads the whole price before applying, and a borrower finds their own price in it', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const w = words.product
  await open('/product')
  const worked = page.getByRole('table', { name: filled(w.product.worked, { principal: '10,000', periods: '12' }) })
  await expect(worked.getByRole('row')).toHaveCount(3)
  await page.getByRole('radio', { name: words.option.period['3'], exact: true }).check()
  await expect(page.getByRole('table', { name: filled(w.product.worked, { principal: '10,000', periods: '3' }) })).toBeVisible()
  await expect(page.getByRole('table', { name: words.capital.cost.fees }).getByText('0.00').first()).toBeVisible()
  await page.getByText(w.questions.settle).click()
  await expect(page.getByText(w.questions.settleAnswer)).toBeVisible()
  await button(page, w.product.act.login).click()
  await expect(page).toHaveURL(/\/login\?redirectUrl=%2FapplyNext/)

  const borrower = await makeBorrower(stack, { seed: 'capital-product', number: 4010, upTo: 'applied' })
  await enter(borrower)
  await open('/webViewProduct')
  const { worked: figures } = await borrower.call(api.capital.product, { query: { periods: '12' } })
  const own = figures.loans.find(({ which }) => which === 'own')
  expect(own).toBeDefined()
  await expect(worked.getByRole('row')).toHaveCount(4)
  await button(page, w.product.act.borrow).click()
  await expect(page).toHaveURL(/\/borrowMoney/)
})

/** On /funders/jsd: how much and for what, the consent, on to the form. */
async function agree({ page, words }: Pick<Walker, 'page' | 'words'>, yuan: string): Promise<void> {
  const w = words.capital.jsd
  await button(page, w.choose).click()
  const sheet = page.getByRole('dialog').first()
  await sheet.getByRole('textbox', { name: words.borrow.amount.label }).fill(yuan)
  await sheet.getByRole('button', { name: new RegExp(`^${words.borrow.use}`) }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: words.option.loanUse['02'], exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await button(page, w.wishDone).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('checkbox').check()
  await button(page, w.go).click()
  await expect(page).toHaveURL(/\/capitalForm/)
}

async function fillForm(page: Page, words: Words): Promise<void> {
  await page.getByLabel(/工作年限|Years with/).fill('3')
  await page.getByRole('button', { name: /住房情况|Housing/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^租房$|^I rent$/ })
    .click()
  await expect(page.getByText(ending(words.capital.form.savedAt))).toBeVisible()
}
/** What stands behind the time in a sentence. */
const ending = (text: string) => new RegExp(`${text.split('{{time}}').at(-1)?.trim()}$`)

const applicationOf = async ({ call }: ApiBorrower) => (await call(api.capital.result)).application

test('R2.41 R2.45 R3.1 R3.4 R4.3 R7.14 a borrower agrees to a partner, fills in its form, loses the login on the way and finds all of it again', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  test.slow()
  const w = words.capital
  const borrower = await makeBorrower(stack, { seed: 'capital-form', number: 4011, upTo: 'card' })
  await enter(borrower)
  const clicks: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(api.capital.click.path)) clicks.push(request.postDataJSON())
  })
  await open('/funders/jsd')
  await expect(page.getByText(w.jsd.notGiven)).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('capitalHitItem') ?? '{}').capitalId)).toBe(inApp)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('app-user') ?? '{}').capitalHitItem.capitalId)).toBe(inApp)
  await button(page, w.jsd.go).click()
  await expect(page.getByText(w.jsd.agreeFirst)).toBeVisible()
  expect(await applicationOf(borrower)).toBeNull()
  await agree({ page, words }, '10000')
  await expect
    .poll(() => clicks)
    .toMatchObject([{ action: 'view', capitalId: inApp }, { action: 'consent' }, { action: 'view', page: '/capitalForm' }])

  await button(page, w.form.submit).click()
  await expect(page.getByText(filled(w.fault.required, { label: '现单位工作年限' }))).toBeVisible()
  await fillForm(page, words)
  await page.reload()
  await expect(page.getByLabel('现单位工作年限')).toHaveValue('3')

  await borrower.call(api.session.logout, { body: {} })
  await button(page, w.form.submit).click()
  await expect(button(page, w.form.login)).toBeVisible({ timeout: 15_000 })
  expect(new URL(page.url()).pathname).toBe('/capitalForm')
  await expect(page.getByText(/现单位工作年限/)).toBeVisible()
  await page.getByRole('textbox', { name: words.session.login.mobile }).fill(borrower.mobile)
  await enterCode({ page, sandbox, words }, borrower.mobile)
  await page.getByRole('checkbox').check()
  await button(page, w.form.login).click()
  await expect(page.getByLabel('现单位工作年限')).toHaveValue('3')
  await button(page, w.form.submit).dblclick()
  await expect(page).toHaveURL(/\/capitalResult\?applicationId=/)
  await expect(page.getByText(w.step.submitted).first()).toBeVisible()

  await page.goBack()
  await expect(button(page, w.form.toResult).or(page.getByText(w.form.sent))).not.toHaveCount(0)
})

test('R2.41 R2.46 not agreeing leaves nothing with the partner; what was agreed to is listed and can be withdrawn', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const w = words.capital
  const borrower = await makeBorrower(stack, { seed: 'capital-consent', number: 4012, upTo: 'applied' })
  await enter(borrower)
  await open('/funders/jsd')
  await button(page, w.jsd.refuse).click()
  await expect(page.getByText(w.jsd.refused)).toBeVisible()
  expect((await borrower.call(api.capital.profile)).partners).toEqual([])
  await button(page, w.jsd.lookAgain).click()
  await agree({ page, words }, '5000')

  await open('/capitalProfile')
  await expect(page.getByText(w.profile.nothingSent)).toBeVisible()
  const withdraw = button(page, filled(w.profile.withdrawOf, { title: '合作机构个人信息共享授权书' }))
  await withdraw.click()
  await expect(page.getByText(w.effect.stops)).toBeVisible()
  await expect(page.getByText(w.effect.stop.openApplication)).toBeVisible()
  await button(page, w.effect.keep).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await applicationOf(borrower))?.status).toBe('filling')
  await withdraw.click()
  await button(page, w.effect.withdraw).dblclick()
  await expect(page.getByText(w.profile.ended, { exact: true })).toBeVisible()
  expect((await applicationOf(borrower))?.status).toBe('stopped')

  await open('/capitalResult')
  await expect(page.getByRole('heading', { name: w.result.title.stopped })).toBeVisible()
})
/** Hands an application in to the partner in the app, for an amount that the sandbox decides in its own way. */
async function apply({ page, words, open }: Walker, yuan: string): Promise<void> {
  await open('/funders/jsd')
  await agree({ page, words }, yuan)
  await fillForm(page, words)
  await button(page, words.capital.form.submit).click()
  await expect(page).toHaveURL(/\/capitalResult/)
}

test('R2.47 R2.48 a partner approves another amount; the loan is made of it by the one way, and only one', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  test.slow()
  const w = words.capital
  const borrower = await makeBorrower(stack, { seed: 'capital-approved', number: 4013, upTo: 'card' })
  await enter(borrower)
  const walker = { page, sandbox, words, open }
  await apply(walker, '4500')
  await expect(button(page, w.result.act.borrow)).toBeVisible({ timeout: 30_000 })
  const approvedFen = (await applicationOf(borrower))?.approvedFen
  expect(approvedFen).toBe(220_000)
  await button(page, w.result.act.borrow).click()
  await expect(page).toHaveURL(/\/capitalWithdraw/)
  await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('2300')
  await button(page, words.borrow.next).click()
  await expect(page.getByText(filled(words.borrow.amount.tooLarge, { max: '2,200' })).first()).toBeVisible()
  await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('2200')
  await button(page, words.borrow.next).click()
  await expect(page).toHaveURL(/\/signAgreement/)
  await sign(walker)
  await expect(page).toHaveURL(new RegExp(`/withdraw/${inApp}\\?`))
  await withdraw(walker, { ...borrower, number: 4013 })
  const { items } = await borrower.call(api.loan.list)
  expect(items).toHaveLength(1)
  await open('/capitalResult')
  await button(page, w.result.act.loan).click()
  await expect(page).toHaveURL(/\/loan\/detail\//)
})

test('R2.41 R2.48 a refusal leads to the next partner, whose own page is gone to by a signed address and comes back with the answer', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  test.slow()
  const w = words.capital
  const borrower = await makeBorrower(stack, { seed: 'capital-refused', number: 4014, upTo: 'card' })
  await enter(borrower)
  await apply({ page, sandbox, words, open }, '4400')
  await expect(page.getByText(w.refusal.riskRefused)).toBeVisible({ timeout: 30_000 })
  await button(page, w.result.act.next).click()
  await expect(page).toHaveURL(/\/funders\/jsd\?capitalId=5/)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('checkbox').check()
  await button(page, w.jsd.go).click()
  await expect(page).toHaveURL(new RegExp(`^${stack.sandbox}/partner/lender_5`))
  await page
    .getByText(/提交申请|Apply: approved/)
    .first()
    .click()
  await expect(page).toHaveURL(/\/capitalResult\?applicationId=\d+$/, { timeout: 30_000 })
  await expect(button(page, w.result.act.borrow)).toBeVisible({ timeout: 30_000 })
  expect((await applicationOf(borrower))?.capitalId).toBe(5)
})

test('R2.45 R2.48 what a partner asks for again is marked in the form, and is handed in again', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  test.slow()
  const w = words.capital
  const borrower = await makeBorrower(stack, { seed: 'capital-missing', number: 4015, upTo: 'card' })
  await enter(borrower)
  await apply({ page, sandbox, words, open }, '4600')
  await button(page, w.result.act.missing).click({ timeout: 30_000 })
  await expect(page.getByText(w.form.askedAgain)).toBeVisible()
  await page.getByLabel(/单位电话/).fill('010-12345678')
  await button(page, w.form.submit).click()
  await expect(page).toHaveURL(/\/capitalResult/)
})

test('R2.48 a partner that does not decide is waited for, and can be left for the next one once it has confirmed the cancellation', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  test.slow()
  const w = words.capital
  const waiting = await makeBorrower(stack, { seed: 'capital-waiting', number: 4016, upTo: 'card' })
  await enter(waiting)
  await apply({ page, sandbox, words, open }, '4700')
  await expect(page.getByRole('img', { name: /^已等/ })).toBeVisible({ timeout: 30_000 })
  await button(page, w.result.act.next).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await button(page, w.result.act.moved).click({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/funders\/jsd\?capitalId=5/)
  expect((await waiting.call(api.loan.list)).items).toEqual([])
})
