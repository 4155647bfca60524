import { api } from '@fyh/contract/api.ts'
import type { Page, Response } from '@playwright/test'
import { z } from 'zod'
import { type ApiBorrower, cardNumber, loanBecomes } from './api-borrower.ts'
import { expect } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { filled, opening, type Words } from './words.ts'

export type Walker = {
  readonly page: Page
  readonly sandbox: Sandbox
  readonly words: Words
  readonly open: (path: string) => Promise<void>
}
export type Person = { readonly seed: string; readonly mobile: string; readonly number: number }
type Within = Pick<Page, 'getByLabel' | 'getByRole'>
type ProfileChoice = { education: string; occupation: string; trade: string; income: string; employer: string }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Guest home → login by the code in the sandbox → home of a borrower. */
export async function logIn({ page, sandbox, words, open }: Walker, { mobile }: Person): Promise<void> {
  await open('/home')
  await button(page, words.home.guest.seeLimit).click()
  await page.getByLabel(words.session.login.mobile).fill(mobile)
  await enterCode({ page, sandbox, words }, mobile)
  await page.getByRole('checkbox').check()
  await button(page, words.session.login.submit).click()
  await expect(page).toHaveURL(/\/home/)
}

/** Taps "get code" and types the code that arrives; `page` may be one in a frame. */
export async function enterCode(
  { page, sandbox, words }: { page: Within } & Pick<Walker, 'sandbox' | 'words'>,
  mobile: string,
): Promise<void> {
  const before = await sandbox.codes(mobile)
  const get = page.getByRole('button', { name: new RegExp(`^(${words.blocks.sms.get}|${words.blocks.sms.again})$`) })
  // Another page may have asked a moment ago; then this one is told to wait a second and asks again.
  await expect(async () => {
    await get.click()
    await expect.poll(() => sandbox.codes(mobile), { intervals: [100], timeout: 4_000 }).toBeGreaterThan(before)
  }).toPass({ timeout: 60_000 })
  await page.getByLabel(words.blocks.sms.label).fill(await sandbox.code(mobile, before))
}

/** Both sides of the id card, name and number as read, confirmed. */
export async function verifyIdentity({ page, sandbox, words }: Walker, { seed }: Person): Promise<void> {
  const w = words.apply
  await page.getByRole('checkbox').check()
  const photos = page.locator('input[type=file]')
  await photos.nth(0).setInputFiles(await sandbox.sample(seed, 'front.png'))
  await expect(page.getByText(w.identity.frontDone)).toBeVisible()
  await photos.nth(1).setInputFiles(await sandbox.sample(seed, 'back.png'))
  await expect(page.getByText(w.identity.backDone)).toBeVisible()
  const { name, idNumber } = await sandbox.person(seed)
  await expect(page.getByLabel(w.identity.name)).toHaveValue(name)
  await expect(page.getByLabel(w.identity.number)).toHaveValue(idNumber)
  await button(page, w.identity.next).click()
}

export async function showFace({ page, sandbox, words }: Walker, { seed }: Person): Promise<void> {
  const heading = page.getByText(words.apply.face.heading)
  await expect(heading).toBeVisible()
  await page.getByRole('checkbox').check()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await sandbox.sample(seed, 'front.png'))
  await expect(page).toHaveURL(/\/applyProfile/)
}

export async function fillProfile(walker: Walker, choice: ProfileChoice): Promise<void> {
  const { page, words } = walker
  const { profile, area } = words.apply
  const option = words.option
  await pick(walker, profile.education, choice.education)
  await chooseInSight(page, profile.marital, option.marital['1'])
  await pick(walker, profile.occupation, choice.occupation)
  await pick(walker, profile.trade, choice.trade)
  await pick(walker, profile.income, choice.income)
  if (choice.employer !== '') await page.getByLabel(profile.employer).fill(choice.employer)
  await page.getByLabel(profile.area).click()
  const places = page.getByRole('dialog', { name: area.title }).getByRole('listitem')
  for (const place of ['河北省', '石家庄市', '长安区']) await places.getByRole('button', { name: place, exact: true }).click()
  await page.getByLabel(profile.address).fill('示例街道 1 号 101 室')
  const first = page.getByRole('region', { name: profile.contactOne })
  await chooseInSight(first, profile.relation, option.contactRelationOne['02'])
  await nameContact(walker, first, '测试甲', '13800008881')
  const second = page.getByRole('region', { name: profile.contactTwo })
  await pick(walker, profile.relation, option.contactRelationTwo['06'], second)
  await nameContact(walker, second, '测试乙', '13800008882')
  await button(page, profile.submit).click()
  await expect(page).toHaveURL(/\/applyConfirm/)
}

async function nameContact({ words }: Walker, contact: Within, name: string, mobile: string): Promise<void> {
  await contact.getByLabel(words.apply.profile.contactName).fill(name)
  await contact.getByLabel(words.apply.profile.contactMobile).fill(mobile)
}

/** Opens the list of a field and takes an option, whether the field is a list from the bottom or a row of choices. */
async function pick({ page }: Walker, field: string, option: string, within: Within = page): Promise<void> {
  await within.getByRole('button', { name: new RegExp(`^${escaped(field)}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: option, exact: true }).click()
}

async function chooseInSight(within: Within, group: string, option: string): Promise<void> {
  await within.getByRole('group', { name: group }).getByRole('radio', { name: option, exact: true }).check()
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export async function submitApplication({ page, words }: Walker): Promise<void> {
  await page.getByRole('checkbox').check()
  await button(page, words.apply.confirm.submit).click()
  await expect(page).toHaveURL(/\/applyResult/)
}

/** Amount and use, which the borrower chooses; term and method stand there. */
export async function fillWish({ page, words }: { page: Within; words: Words }, yuan: string): Promise<void> {
  await page.getByRole('textbox', { name: words.borrow.amount.label }).fill(yuan)
  await page.getByRole('button', { name: new RegExp(`^${words.borrow.use}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.option.loanUse['01'], exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** From the limit to the cost sheet: amount, use, term, then the next step. */
export async function wishFor(
  { page, words }: Pick<Walker, 'page' | 'words'>,
  { yuan, periods }: { yuan: string; periods: '3' | '6' | '9' | '12' },
): Promise<void> {
  const w = words.borrow
  await fillWish({ page, words }, yuan)
  await page.getByRole('group', { name: w.period }).getByRole('radio', { name: words.option.period[periods], exact: true }).check()
  await button(page, w.next).click()
  await expect(page).toHaveURL(/\/signAgreement/)
}

/** Reads for as long as it takes, ticks, signs. */
export async function sign({ page, words }: Walker): Promise<void> {
  const sheet = page.getByRole('dialog', { name: words.borrow.sign.sheet })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: words.borrow.sign.submit, exact: true }).click()
  await expect(page).toHaveURL(/\/(addBankCard|withdraw)/)
}

export async function bindCard(walker: Walker, { mobile, number }: Person): Promise<void> {
  const { page, words } = walker
  const w = words.card.add
  await page.getByLabel(w.number).fill(cardNumber(number))
  await page.getByLabel(w.mobile).fill(mobile)
  await page.getByRole('checkbox').check()
  await enterCode(walker, mobile)
  await button(page, w.submit).click()
  await expect(page).toHaveURL(/\/withdraw\//)
}

/** Confirms by code, which sends itself when complete, and waits for what the lender says. */
export async function withdraw(walker: Walker, { mobile }: Person): Promise<void> {
  await enterCode(walker, mobile)
  await expect(walker.page).toHaveURL(/\/withdrawSuccess/)
}

/** Pays what the screen asks for, by code, and waits for the outcome. */
export async function pay(walker: Walker, { mobile }: Pick<Person, 'mobile'> & Partial<Person>): Promise<void> {
  const { page, words } = walker
  const refused = refusalsOn(page)
  await enterCode(walker, mobile)
  await expect(page).toHaveURL(/\/repaymentResult/)
  const outcome = new RegExp(`^(${words.repay.result.succeeded}|${words.repay.result.partly}|${words.repay.result.failed})$`)
  await expect(page.getByRole('heading', { name: outcome })).toBeVisible()
  expect(refused(), 'refused on the way to the outcome').toEqual([])
}

/** From now on the answer to a payment comes to the page only when its debit has ended, as it does on a slow network. */
export async function answerAfterDebit(page: Page, borrower: ApiBorrower, loanId: number): Promise<void> {
  const paying: readonly string[] = [api.repay.pay.path, api.repay.prepay.path].map((path) => `/api${path}`)
  await page.route(
    ({ pathname }) => paying.includes(pathname),
    async (route) => {
      const response = await route.fetch()
      await loanBecomes(borrower, loanId, { runningRepaymentId: null })
      await route.fulfill({ response })
    },
  )
}

const answered = z.object({ code: z.int(), error: z.string().optional() })

/**
 * Hears of every call of the page that is refused from now on, until it is asked which: where all goes well there is none, since each
 * stands among the operator's errors. Of codes asked for too soon it says nothing, since a walk asks for them until they come.
 */
export function refusalsOn(page: Page): () => readonly string[] {
  const refused: string[] = []
  const hear = async (response: Response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname.endsWith(api.session.sendCode.path)) return
    // A call that its screen gave up has no body, nor is it a fault.
    const body = answered.safeParse(await response.json().catch(() => undefined))
    if (body.success && body.data.code !== 0) refused.push(`${pathname} ${body.data.error}`)
  }
  page.on('response', hear)
  return () => {
    page.off('response', hear)
    return refused
  }
}

export { button, filled, opening }
