import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@fyh/contract/api.ts'
import { makeBorrower, takeLoan, weakProfile } from './api-borrower.ts'
import { barriers } from './audit.ts'
import { expect, sharedTest, test } from './harness.ts'
import { button } from './walk.ts'

const named = ['--by', 'e2e', '--reason', 'goodwill']

sharedTest(
  'R2.2 R2.3 a coupon that is issued is counted on home and on the account, and both lead to it',
  async ({ page, stack, words, open, enter }) => {
    const borrower = await makeBorrower(stack, { seed: 'home-coupon', number: 4850, upTo: 'login' })
    await enter(borrower)
    await open('/home')
    const entry = page.getByRole('button', { name: words.borrower.quick.coupons })
    await expect(entry).toBeVisible()
    await expect(entry.getByRole('img')).toHaveCount(0)
    await stack.service('coupon-issue', '--phone', borrower.mobile, '--coupon', 'repay-20', ...named)
    await open('/home')
    await expect(entry.getByRole('img')).toHaveText('1')
    await entry.click()
    await expect(page).toHaveURL(/\/coupons/)
    await expect(page.getByRole('heading', { name: '还款立减 20 元' })).toBeVisible()
    await open('/account')
    const row = page.getByRole('button', { name: new RegExp(`^${words.borrower.account.coupons}`) })
    await expect(row).toContainText(words.borrower.account.couponCount.replace('{{count}}', '1'))
    await row.click()
    await expect(page).toHaveURL(/\/coupons/)
  },
)

sharedTest('R2.2 without a limit each missing step is on home and leads to its screen', async ({ page, stack, words, open, enter }) => {
  await enter(await makeBorrower(stack, { seed: 'home-steps', number: 4851, upTo: 'face' }))
  await open('/home')
  const steps = page.getByRole('list', { name: words.borrower.steps.label })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await steps.getByRole('button', { name: new RegExp(words.borrower.step.confirm) }).click()
  await expect(page).toHaveURL(/\/applyConfirm/)
  await page.goBack()
  await steps.getByRole('button', { name: new RegExp(words.borrower.step.profile) }).click()
  await expect(page.getByLabel(words.apply.profile.employer)).toBeVisible()
})

sharedTest(
  'R2.2 a refusal has its reasons on home, and the second review is asked for there',
  async ({ page, stack, words, open, enter }) => {
    const borrower = await makeBorrower(stack, { seed: 'home-refused', number: 4852, upTo: 'applied', profile: weakProfile })
    await enter(borrower)
    await open('/home')
    await expect(page.getByText(words.apply.reason.incomeLow)).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await button(page, words.apply.result.askHuman).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.shell.ui.confirm, exact: true }).click()
    await expect(
      page.getByRole('heading', { name: words.borrower.human.title }).or(page.getByText(words.borrower.limit.available)),
    ).toBeVisible()
    expect((await borrower.call(api.apply.result)).state).not.toBe('refused')
  },
)

sharedTest('R2.2 each of two loans is on home by itself and leads to its own page', async ({ page, stack, words, open, enter }) => {
  const borrower = await makeBorrower(stack, { seed: 'home-loans', number: 4853, upTo: 'card' })
  const first = await takeLoan(stack, borrower, { yuan: 3000, periods: 3 })
  const second = await takeLoan(stack, borrower, { yuan: 2000, periods: 6 })
  await enter(borrower)
  for (const [amount, loanId] of [
    ['3,000.00', first],
    ['2,000.00', second],
  ] as const) {
    await open('/home')
    const rows = page.getByRole('list', { name: words.borrower.loans.title })
    await expect(rows.getByRole('listitem')).toHaveCount(2)
    await rows.getByRole('button', { name: new RegExp(amount) }).click()
    await expect(page).toHaveURL(new RegExp(`/loan/detail/${loanId}`))
  }
})

sharedTest('R2.2 a guest’s home leads to product, help and customer service', async ({ page, words, open }) => {
  for (const [name, path] of [
    [words.home.quick.product, '/product'],
    [words.home.quick.help, '/help'],
    [words.home.quick.contact, '/customerService'],
  ] as const) {
    await open('/home')
    await button(page, name).click()
    await expect(page).toHaveURL(new RegExp(path))
  }
})

test('R2.32 R2.33 the activity tab is filled by a coupon, a red packet and a banner; each is counted, read and leads on', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const borrower = await makeBorrower(stack, { seed: 'home-activity', number: 4854, upTo: 'card' })
  await stack.service('coupon-issue', '--phone', borrower.mobile, '--coupon', 'repay-20', ...named)
  await takeLoan(stack, borrower, { yuan: 2000, periods: 3 })
  // The red packet of a first loan, with the product's own example of an activity.
  await borrower.call(api.campaign.receive, { params: { id: 2 }, body: {}, key: 'home-activity-receive-0001' })
  const file = join(await mkdtemp(join(tmpdir(), 'fyh-banner-')), 'banner.json')
  const text = { 'zh-cn': '周末活动', 'en-us': 'Weekend offer' }
  const window = { from: '2020-01-01T00:00:00.000Z', until: '2099-01-01T00:00:00.000Z' }
  await writeFile(file, JSON.stringify({ kind: 'banner', audience: 'user', ...window, title: text, body: text }))
  await stack.service('announcement-publish', '--file', file, '--by', 'e2e')
  const { unreadIn } = await borrower.call(api.home.tabInfo)
  expect(unreadIn.activity).toBe(2)

  await enter(borrower)
  await open('/messageCenter')
  const tab = page.getByRole('tab', { name: new RegExp(words.message.tab.activity) })
  await expect(tab).toContainText('2')
  await tab.click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.filter({ hasText: '周末活动' })).toBeVisible()
  expect(await barriers(page)).toEqual([])
  for (const [kind, target, path] of [
    ['redPacketReceived', 'redPacket', /\/funders\/cash\/2/],
    ['couponReceived', 'coupons', /\/coupons/],
  ] as const) {
    await open('/messageCenter')
    await tab.click()
    await rows.filter({ hasText: words.message.kind[kind].title }).getByRole('button').click()
    await button(page, words.message.target[target]).click()
    await expect(page).toHaveURL(path)
  }
  expect((await borrower.call(api.home.tabInfo)).unreadIn.activity).toBe(0)
})
