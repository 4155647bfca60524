import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { makeBorrower, phone } from './api-borrower.ts'
import { barriers, overflow } from './audit.ts'
import { test as alone, expect, sharedTest as test } from './harness.ts'
import { button } from './walk.ts'
import { refusal, type Words } from './words.ts'

const password = '271828'
const getCode = (page: Page, words: Words) => button(page, words.blocks.sms.get)

alone.describe('the check before an SMS', () => {
  alone.use({ settings: { SMS_CHECK_SENDS: '0', SMS_CHECK_PHONES: '0' } })

  alone(
    'R2.8 R7.17 a code is sent after the piece is slid by keys or the question is answered; a wrong try brings another challenge',
    async ({ page, sandbox, words, open }) => {
      const w = words.blocks.check
      const mobile = phone(4401)
      const checked: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith(api.session.checkMobile.path)) checked.push(request.postData() ?? '')
      })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open('/login')
      await page.getByLabel(words.session.login.mobile).fill(mobile)
      await getCode(page, words).click()
      const dialog = page.getByRole('dialog', { name: w.title })
      await expect(dialog).toBeVisible()
      expect(await sandbox.texts(mobile)).toEqual([])
      expect(checked.map((body) => JSON.parse(body))).toEqual([{ mobile }])
      expect(await barriers(page)).toEqual([])
      // Nothing was moved: the sheet says so and sends nothing.
      await button(page, w.submit).click()
      await expect(dialog.getByText(w.slideFirst)).toBeVisible()
      const slider = dialog.getByRole('slider', { name: w.slider })
      await slider.press('ArrowRight')
      await button(page, w.submit).click()
      await expect(dialog.getByText(refusal('CHECK_WRONG'))).toBeVisible()
      await expect(dialog.getByRole('slider')).toHaveValue('0')
      const { x } = await sandbox.newestCheck()
      await dialog.getByRole('slider').focus()
      for (let step = 0; step < x; step += 1) await page.keyboard.press('ArrowRight')
      await expect(dialog.getByRole('slider')).toHaveValue(String(x))
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect.poll(() => sandbox.codes(mobile)).toBe(1)

      const other = phone(4402)
      await page.getByLabel(words.session.login.mobile).fill(other)
      await getCode(page, words).click()
      await button(page, w.way.question).click()
      expect(await barriers(page)).toEqual([])
      const { sum } = await sandbox.newestCheck()
      await dialog.getByRole('textbox').fill(String(sum))
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect.poll(() => sandbox.codes(other)).toBe(1)
    },
  )

  alone(
    'R2.8 while the check is down nothing is sent, and the words say so; another challenge can be asked for',
    async ({ page, sandbox, words, open }) => {
      const w = words.blocks.check
      const mobile = phone(4403)
      await page.setViewportSize({ width: 320, height: 568 })
      await open('/login')
      await page.getByLabel(words.session.login.mobile).fill(mobile)
      await sandbox.order('check', 'refuse')
      await getCode(page, words).click()
      await expect(page.getByText(refusal('CHECK_UNAVAILABLE'))).toBeVisible()
      await getCode(page, words).click()
      const dialog = page.getByRole('dialog', { name: w.title })
      await expect(dialog).toBeVisible()
      expect(await overflow(page)).toEqual([])
      const first = await sandbox.newestCheck()
      await button(page, w.another).click()
      await expect.poll(async () => JSON.stringify(await sandbox.newestCheck())).not.toBe(JSON.stringify(first))
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      expect(await sandbox.texts(mobile)).toEqual([])
    },
  )
})

test('R2.28 a borrower changes the phone by two codes; other devices are logged out and the old phone is texted', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.settings
  const borrower = await makeBorrower(stack, { seed: 'newphone', number: 4410, upTo: 'login' })
  const other = await makeBorrowerAgain(stack, 4410, borrower)
  await enter(borrower)
  await open('/setting')
  await page.getByRole('list', { name: w.account.title }).getByRole('button', { name: w.mobile }).click()
  const dialog = page.getByRole('dialog', { name: w.phone.title })
  const mobile = phone(4411)
  await dialog.getByLabel(w.phone.new).fill(borrower.mobile)
  await dialog.getByRole('button', { name: words.blocks.sms.get }).click()
  await expect(dialog.getByText(refusal('MOBILE_SAME'))).toBeVisible()
  await dialog.getByLabel(w.phone.new).fill(mobile)
  const before = await sandbox.codes(borrower.mobile)
  await dialog.getByRole('button', { name: words.blocks.sms.get }).click()
  await dialog.getByLabel(w.phone.oldCode).fill(await sandbox.code(borrower.mobile, before))
  await button(page, w.phone.next).click()
  await dialog.getByRole('button', { name: words.blocks.sms.get }).click()
  const newCode = await sandbox.code(mobile, 0)
  const newBox = dialog.getByLabel(w.phone.newCode.replace('{{mobile}}', mobile))
  await newBox.fill(newCode === '0000' ? '1111' : '0000')
  await button(page, w.phone.submit).click()
  await expect(dialog.getByText(refusal('SMS_CODE_WRONG', { left: 4 }))).toBeVisible()
  await newBox.fill(newCode)
  expect(await barriers(page)).toEqual([])
  await button(page, w.phone.submit).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`138****${mobile.slice(-4)}`).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: w.account.title }).getByText(`138****${mobile.slice(-4)}`)).toBeVisible()
  await expect.poll(async () => (await sandbox.texts(borrower.mobile)).join()).toContain('登录手机号已更换')
  await expect(other.call(api.session.devices)).rejects.toThrow()
})

test('R5.1 a borrower sets a payment password, is asked for it when borrowing, mistypes it, and borrows', async ({
  page,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.settings.payPassword
  const borrower = await makeBorrower(stack, { seed: 'paypassword', number: 4420, upTo: 'card' })
  await enter(borrower)
  await open('/setting')
  const row = page.getByRole('list', { name: words.settings.account.title }).getByRole('button', { name: w.title })
  await expect(row).toContainText(w.notSet)
  await row.click()
  const dialog = page.getByRole('dialog')
  await expect.poll(async () => (await borrower.call(api.session.checkMobile, { body: { mobile: borrower.mobile } })).waitSeconds).toBe(0)
  const before = await sandbox.codes(borrower.mobile)
  await dialog.getByRole('button', { name: words.blocks.sms.get }).click()
  await dialog.getByLabel(words.blocks.sms.label).fill(await sandbox.code(borrower.mobile, before))
  await dialog.getByLabel(w.new).fill('123456')
  await dialog.getByLabel(w.again).fill('123457')
  await button(page, w.save).click()
  await expect(dialog.getByText(w.differs)).toBeVisible()
  await dialog.getByLabel(w.again).fill('123456')
  await button(page, w.save).click()
  await expect(dialog.getByText(refusal('PAYMENT_PASSWORD_WEAK'))).toBeVisible()
  await dialog.getByLabel(w.new).fill(password)
  await dialog.getByLabel(w.again).fill(password)
  expect(await barriers(page)).toEqual([])
  await button(page, w.save).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(w.always)

  // Asked above an amount of the borrower's choice, and only by the password itself.
  await row.click()
  await button(page, w.act.ask).click()
  await dialog.getByRole('radio', { name: w.when.above }).check({ force: true })
  await dialog.getByLabel(w.aboveLabel).fill('2000')
  await dialog.getByLabel(w.now).fill('999999')
  await button(page, w.save).click()
  await expect(dialog.getByText(refusal('PAYMENT_PASSWORD_WRONG', { left: 4 }))).toBeVisible()
  await dialog.getByLabel(w.now).fill(password)
  await button(page, w.save).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('2,000')

  const { products } = await borrower.call(api.borrow.options)
  const body = { productId: products[0]?.productId, amountFen: 300_000, periods: 12, use: '01' }
  const quote = await borrower.call(api.borrow.quote, { body })
  const agreed = quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  await expect(async () => {
    await borrower.call(api.borrow.sign, { body: { quoteId: quote.quoteId, agreed } })
  }).toPass()
  await open(`/withdraw/1?quoteId=${quote.quoteId}`)
  const sent = await sandbox.codes(borrower.mobile)
  await getCode(page, words).click()
  await page.getByLabel(words.blocks.sms.label).fill(await sandbox.code(borrower.mobile, sent))
  const ask = page.getByRole('dialog', { name: words.blocks.payPassword.title })
  await expect(ask).toBeVisible()
  expect(await barriers(page)).toEqual([])
  // NF-11: a message is no password.
  const box = ask.getByLabel(words.blocks.payPassword.digits.replace('{{length}}', '6'))
  await box.evaluate((input) => {
    const data = new DataTransfer()
    data.setData('text', '【示例】您的验证码 904271，5 分钟内有效')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(box).toHaveValue('')
  await expect(ask.getByText(words.shell.ui.passwordNotFound.replace('{{digits}}', '6'))).toBeVisible()
  await page.keyboard.type('999999')
  await expect(ask.getByText(refusal('PAYMENT_PASSWORD_WRONG', { left: 4 }))).toBeVisible()
  await page.keyboard.type(password)
  await expect(page).toHaveURL(/\/withdrawSuccess/)
})

test('NF-11 a pasted text message fills the code box with its code, and one without a code leaves it as it is and says so', async ({
  page,
  words,
  open,
}) => {
  await open('/login')
  const box = page.getByLabel(words.blocks.sms.label)
  const paste = (text: string) =>
    box.evaluate((input, message) => {
      const data = new DataTransfer()
      data.setData('text', message)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
  await paste('【富易花】您尾号 8888 的卡，验证码 0427，5 分钟内有效。请勿告诉任何人。')
  await expect(box).toHaveValue('0427')
  await paste('【示例银行】您尾号8888的卡消费2000元，余额 3456')
  await expect(box).toHaveValue('0427')
  await expect(page.getByText(words.shell.ui.codeNotFound.replace('{{digits}}', '4'))).toBeVisible()
})

test('R7.2 R3.1 the location is asked for only at the region, fills the city after a consent, goes out in the gps header, and is deleted with the consent', async ({
  page,
  context,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'location', number: 4430, upTo: 'face' })
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 30.2412345, longitude: 120.1412345 })
  await enter(borrower)
  const gps: string[] = []
  page.on('request', (request) => {
    const header = request.headers().gps
    if (request.url().includes('/api/') && header !== undefined) gps.push(header)
  })
  await open('/applyProfile')
  await page.getByLabel(words.apply.profile.area).click()
  const dialog = page.getByRole('dialog', { name: words.apply.area.title })
  await button(page, words.apply.area.locate).click()
  await button(page, words.apply.area.agree).click()
  await expect(dialog.getByText(words.apply.agreeFirst)).toBeVisible()
  await dialog.getByRole('checkbox').check()
  expect(gps.every((header) => header === '')).toBe(true)
  await button(page, words.apply.area.agree).click()
  await dialog.getByRole('button', { name: '西湖区', exact: true }).click()
  await expect(page.getByLabel(words.apply.profile.area)).toContainText('杭州市')
  expect(gps).toContain('30.241,120.141')
  await open('/setting')
  await page.getByRole('list', { name: words.settings.privacy }).getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: words.settings.location.withdraw, exact: true }).click()
  await expect(page.getByText(words.settings.location.none)).toBeVisible()
  expect(await page.evaluate(() => [localStorage.getItem('latitude'), localStorage.getItem('longitude')])).toEqual([null, null])
  gps.length = 0
  await page.reload()
  await expect(page.getByText(words.settings.location.none)).toBeVisible()
  expect(gps.length).toBeGreaterThan(0)
  expect(gps.every((header) => header === '')).toBe(true)
})

test('R7.2 a person who denies the location chooses the region by hand and is not asked again', async ({
  page,
  context,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'nolocation', number: 4431, upTo: 'face' })
  await context.clearPermissions()
  await enter(borrower)
  await open('/applyProfile')
  await page.getByLabel(words.apply.profile.area).click()
  await button(page, words.apply.area.locate).click()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await button(page, words.apply.area.agree).click()
  await expect(page.getByText(words.apply.area.notLocated)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: '浙江省', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('latitude'))).toBeNull()
})

/** A second login of the same borrower, as on another device. */
async function makeBorrowerAgain(
  stack: Parameters<typeof makeBorrower>[0],
  number: number,
  { call, mobile }: Awaited<ReturnType<typeof makeBorrower>>,
) {
  await expect.poll(async () => (await call(api.session.checkMobile, { body: { mobile } })).waitSeconds).toBe(0)
  return makeBorrower(stack, { seed: 'newphone', number, upTo: 'login' })
}
