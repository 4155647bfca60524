import type { Locator, Page } from '@playwright/test'
import { cardNumber, makeBorrower, phone } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { button, type Walker } from './walk.ts'
import { opening } from './words.ts'

type World = Pick<Walker, 'page' | 'sandbox' | 'words'>

/** Goes on by Tab until the place has the focus, as a person without a pointer does. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await place.waitFor()
  for (let presses = 0; presses < 60; presses++) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(place, 'cannot be reached by Tab').toBeFocused()
}

async function press(page: Page, place: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, place)
  await page.keyboard.press(key)
}

async function write(page: Page, place: Locator, text: string): Promise<void> {
  await tabTo(page, place)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** The next screen is there with its first answer, and its heading has the focus: a screen reader begins to read at its start. */
async function arrives(page: Page, address: RegExp): Promise<void> {
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

/** Asks for a code and types what arrives. */
async function code({ page, sandbox, words }: World, mobile: string): Promise<void> {
  const before = await sandbox.codes(mobile)
  await press(page, page.getByRole('button', { name: new RegExp(`^(${words.blocks.sms.get}|${words.blocks.sms.again})$`) }))
  const digits = await sandbox.code(mobile, before)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel(words.blocks.sms.label)).toBeFocused()
  await page.keyboard.type(digits)
}

async function logIn(world: World, mobile: string): Promise<void> {
  const { page, words } = world
  await press(page, button(page, words.home.guest.seeLimit))
  await expect(page.getByRole('heading', { level: 1, name: words.session.login.title, exact: true })).toBeFocused()
  await write(page, page.getByLabel(words.session.login.mobile), mobile)
  await code(world, mobile)
  await press(page, page.getByRole('checkbox'), 'Space')
  // NF-12: back in the box, Enter acts as the button.
  await tabTo(page, page.getByLabel(words.session.login.mobile))
  await page.keyboard.press('Enter')
  await arrives(page, /\/home/)
}

/** Opens the list of a field, takes an entry, and is back at the field. */
async function choose(page: Page, field: Locator, ...entries: readonly string[]): Promise<void> {
  await press(page, field)
  const list = page.getByRole('dialog')
  for (const entry of entries) await press(page, list.getByRole('button', { name: entry, exact: true }))
  await expect(list).toHaveCount(0)
  await expect(field).toBeFocused()
}

async function photo(page: Page, opener: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await tabTo(page, opener)
  await expect(opener).toBeEnabled()
  // Not Enter, which some browsers leave without an effect on a box for files; again where a browser at work let the key pass.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 5_000 })
    await page.keyboard.press('Space')
    await (await chooser).setFiles(file)
  }).toPass()
}

async function fillProfile({ page, words }: World): Promise<void> {
  const { profile } = words.apply
  const { option } = words
  const field = (name: string, within: Page | Locator = page) => within.getByRole('button', { name: new RegExp(`^${name}`) })
  await choose(page, field(profile.education), option.education['05'])
  await press(page, page.getByRole('group', { name: profile.marital }).getByRole('radio').first(), 'Space')
  await choose(page, field(profile.occupation), option.occupation['2'])
  await choose(page, field(profile.trade), option.trade['7'])
  await choose(page, field(profile.income), option.income['4'])
  await write(page, page.getByLabel(profile.employer), '示例科技有限公司')
  await choose(page, page.getByLabel(profile.area), '河北省', '石家庄市', '长安区')
  await write(page, page.getByLabel(profile.address), '示例街道 1 号 101 室')
  const first = page.getByRole('region', { name: profile.contactOne })
  await press(page, first.getByRole('group', { name: profile.relation }).getByRole('radio').first(), 'Space')
  await write(page, first.getByLabel(profile.contactName), '测试甲')
  await write(page, first.getByLabel(profile.contactMobile), '13800008881')
  const second = page.getByRole('region', { name: profile.contactTwo })
  await choose(page, field(profile.relation, second), option.contactRelationTwo['06'])
  await write(page, second.getByLabel(profile.contactName), '测试乙')
  await write(page, second.getByLabel(profile.contactMobile), '13800008882')
  await press(page, button(page, profile.submit))
}

test('from the first look to the limit by keys alone; the heading of each new screen takes the focus', async ({
  page,
  sandbox,
  words,
  open,
}) => {
  const w = words.apply
  await open('/home')
  await logIn({ page, sandbox, words }, phone(708))
  await press(page, button(page, words.borrower.noLimit.start))
  await arrives(page, /\/applyNext/)
  await press(page, page.getByRole('button', { name: new RegExp(`^${opening(w.next.go)}`) }))
  await arrives(page, /\/applyIdcardGuid/)
  await press(page, button(page, w.guide.start))
  await arrives(page, /\/applyIdentity/)
  await test.step('identity', async () => {
    for (const [side, file, done] of [
      [w.identity.front, 'front.png', w.identity.frontDone],
      [w.identity.back, 'back.png', w.identity.backDone],
    ] as const) {
      await photo(page, page.getByLabel(side, { exact: true }), await sandbox.sample('keys-new', file))
      if (side === w.identity.front) await press(page, page.getByRole('checkbox'), 'Space')
      await expect(page.getByText(done)).toBeVisible()
    }
    await press(page, button(page, w.identity.next))
    await arrives(page, /\/faceApplyLive/)
  })
  await test.step('face', async () => {
    await press(page, page.getByRole('checkbox'), 'Space')
    await photo(page, button(page, w.face.start), await sandbox.sample('keys-new', 'front.png'))
    await arrives(page, /\/applyProfile/)
  })
  await test.step('profile', async () => {
    await fillProfile({ page, sandbox, words })
    await arrives(page, /\/applyConfirm/)
  })
  await press(page, page.getByRole('checkbox'), 'Space')
  await press(page, button(page, w.confirm.submit))
  await arrives(page, /\/applyResult/)
  await expect(page.getByText(w.result.approvedTitle)).toBeVisible()
})

test('logging in, borrowing and paying back by keys alone; the heading of each new screen takes the focus', async ({
  page,
  stack,
  sandbox,
  words,
  open,
}) => {
  const world = { page, sandbox, words }
  const { mobile } = await makeBorrower(stack, { seed: 'keys', number: 707, upTo: 'applied' })
  await open('/home')
  await logIn(world, mobile)
  await test.step('borrow', async () => {
    await press(page, button(page, words.borrower.limit.borrow))
    await arrives(page, /\/borrowMoney/)
    await write(page, page.getByRole('textbox', { name: words.borrow.amount.label }), '2000')
    // Enter in the box acts as the button: the use is still to be chosen, and is led to.
    await page.keyboard.press('Enter')
    const use = page.getByRole('button', { name: new RegExp(`^${words.borrow.use}`) })
    await expect(use).toBeFocused()
    await choose(page, use, words.option.loanUse['01'])
    await tabTo(page, page.getByRole('group', { name: words.borrow.period }).getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowLeft')
    await press(page, button(page, words.borrow.next))
    const sheet = page.getByRole('dialog', { name: words.borrow.sign.sheet })
    await expect(sheet.locator(':focus').or(page.locator('[role=dialog]:focus'))).toHaveCount(1)
    await press(page, sheet.getByRole('checkbox'), 'Space')
    const submit = sheet.getByRole('button', { name: words.borrow.sign.submit, exact: true })
    await expect(submit).toBeEnabled()
    await press(page, submit)
    await arrives(page, /\/addBankCard/)
  })
  await test.step('card', async () => {
    await write(page, page.getByLabel(words.card.add.number), cardNumber(707))
    await write(page, page.getByLabel(words.card.add.mobile), mobile)
    await code(world, mobile)
    await press(page, page.getByRole('checkbox'), 'Space')
    await press(page, button(page, words.card.add.submit))
    await arrives(page, /\/withdraw\//)
  })
  await test.step('pay-out', async () => {
    await code(world, mobile)
    await arrives(page, /\/withdrawSuccess/)
    await expect(page.getByRole('heading', { name: new RegExp(`^${opening(words.borrow.success.paid)}`) })).toBeVisible()
    await press(page, button(page, words.borrow.success.done))
    await arrives(page, /\/home/)
  })
  await test.step('pay back', async () => {
    await press(page, button(page, words.borrower.due.repay))
    await arrives(page, /\/repaymentDetail\//)
    await code(world, mobile)
    await arrives(page, /\/repaymentResult/)
    await expect(page.getByRole('heading', { name: words.repay.result.succeeded })).toBeVisible()
  })
})
