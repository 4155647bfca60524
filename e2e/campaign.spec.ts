import { addDays, civilDate } from '@fyh/base/dates.ts'
import { api } from '@fyh/contract/api.ts'
import { type ApiBorrower, makeBorrower, phone } from './api-borrower.ts'
import { barriers, overflow } from './audit.ts'
import { test as alone, expect, sharedTest as test } from './harness.ts'
import type { Stack } from './stack.ts'
import { button, enterCode, filled } from './walk.ts'

const invitesAFriend = 3
const reward = '10.00'
const params = { id: invitesAFriend }

const packetOf = async ({ call }: ApiBorrower) => (await call(api.campaign.activity, { params })).mine?.packet ?? null

/** A friend of theirs registers by the code. */
async function inviteOne(stack: Stack, { call }: ApiBorrower, number: number): Promise<void> {
  const { code } = await call(api.campaign.invite, { body: {} })
  await makeBorrower(stack, { seed: `friend-${number}`, number, upTo: 'login', inviteCode: code })
}

test('R2.42 R2.43 R2.44 a friend registers by the invite link; the red packet is received, transferred by code, and the records say so', async ({
  page,
  browser,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.campaign
  const borrower = await makeBorrower(stack, { seed: 'red-packet', number: 4101, upTo: 'card' })
  await enter(borrower)
  await open(`/funders/cash/${invitesAFriend}`)
  await expect(page.getByRole('heading', { name: w.state.tasksOpen })).toBeVisible()
  await expect(button(page, w.notNow)).toHaveCount(0)
  const link = (await page.getByText(/invite=[A-Za-z0-9]{10}$/).textContent()) ?? ''
  expect(await barriers(page)).toEqual([])
  expect(await overflow(page)).toEqual([])

  await test.step('the friend opens the link as a guest and registers', async () => {
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await open(new URL(link).pathname + new URL(link).search, theirs)
    await button(theirs, w.logInToReceive).click()
    await theirs.getByLabel(words.session.login.mobile).fill(phone(4102))
    await enterCode({ page: theirs, sandbox, words }, phone(4102))
    await theirs.getByRole('checkbox').check()
    await button(theirs, words.session.login.submit).click()
    await expect(theirs).toHaveURL(/\/funders\/cashReceive\?activityId=3/)
    await context.close()
  })

  await page.reload()
  await button(page, filled(w.receive, { amount: reward })).click()
  await expect(page).toHaveURL(/\/funders\/cashReceive\?activityId=3/)
  await expect(page.getByText(w.received, { exact: true })).toBeVisible()
  await button(page, w.transfer).click()
  await enterCode({ page: page.getByRole('dialog'), sandbox, words }, borrower.mobile)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(filled(w.state.cashedOut, { amount: reward }).replaceAll(' ', '\u00a0'))).toBeVisible()
  await open(`/funders/cashReceiveRecord/${invitesAFriend}`)
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(w.record.status.succeeded)
  await expect(rows.last()).toContainText(w.record.received)
})

test('R2.42 ID-10 ID-11 two taps and two tabs receive one red packet, and transfer it once', async ({
  page,
  context,
  stack,
  sandbox,
  words,
  open,
  enter,
}) => {
  const w = words.campaign
  const borrower = await makeBorrower(stack, { seed: 'red-packet-twice', number: 4103, upTo: 'card' })
  await inviteOne(stack, borrower, 4104)
  await enter(borrower)
  const other = await context.newPage()
  const receive = filled(w.receive, { amount: reward })
  for (const one of [page, other]) {
    await open(`/funders/cash/${invitesAFriend}`, one)
    await expect(button(one, receive)).toBeVisible()
  }
  await button(page, receive).dblclick()
  await expect(page.getByText(w.received, { exact: true })).toBeVisible()
  await button(other, receive).click()
  await expect(other.getByRole('heading', { name: nbsp(filled(w.state.held, { amount: reward })) })).toBeVisible()
  expect((await borrower.call(api.campaign.overview)).balanceFen).toBe(1000)

  await button(other, w.transfer).click()
  await button(page, w.transfer).click()
  await enterCode({ page: page.getByRole('dialog'), sandbox, words }, borrower.mobile)
  await expect.poll(async () => (await packetOf(borrower))?.state).toBe('cashedOut')
  await other.getByRole('dialog').getByRole('button', { name: words.blocks.sms.get, exact: true }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await expect(other.getByRole('heading', { name: nbsp(filled(w.state.cashedOut, { amount: reward })) })).toBeVisible()
  const { items } = await borrower.call(api.campaign.records, { params })
  expect(items.map(({ kind }) => kind)).toEqual(['cashOut', 'received'])
})

alone(
  'R2.42 R2.44 LN-23 a transfer that the bank refuses brings the money back; after its last day a red packet is expired',
  async ({ page, stack, sandbox, words, open, enter }) => {
    alone.slow()
    const w = words.campaign
    const borrower = await makeBorrower(stack, { seed: 'red-packet-back', number: 4105, upTo: 'card' })
    await inviteOne(stack, borrower, 4106)
    await borrower.call(api.campaign.receive, { params, body: {}, key: 'receive-red-packet-back' })
    await enter(borrower)
    await open(`/funders/cash/${invitesAFriend}`)
    await sandbox.order('payment', 'refuse')
    await button(page, w.transfer).click()
    await enterCode({ page: page.getByRole('dialog'), sandbox, words }, borrower.mobile)
    await expect(page.getByRole('heading', { name: nbsp(filled(w.state.failed, { amount: reward })) })).toBeVisible()
    expect((await borrower.call(api.campaign.overview)).balanceFen).toBe(1000)
    await open(`/funders/cashReceiveRecord/${invitesAFriend}`)
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(w.record.returned)
    await expect(rows.nth(1)).toContainText(w.record.status.failed)

    const validUntil = (await packetOf(borrower))?.validUntil ?? ''
    await sandbox.moveTo(addDays(civilDate(validUntil.slice(0, 10)), 1))
    await open(`/funders/cash/${invitesAFriend}`)
    await expect(page.getByRole('heading', { name: w.state.expired })).toBeVisible()
    await expect(button(page, w.transfer)).toHaveCount(0)
    await open('/funders/cashReceive')
    await expect(page.getByRole('listitem').filter({ hasText: w.overview.expired })).toHaveCount(1)
    await expect.poll(async () => (await borrower.call(api.campaign.overview)).balanceFen).toBe(0)
  },
)

/** Amounts don't break from their unit. */
const nbsp = (text: string) => new RegExp(text.replace(/ /g, '\\s'))
