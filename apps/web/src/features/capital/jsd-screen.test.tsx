import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { powerlessHost } from '#host/port.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { local } from '#platform/storage.ts'
import { emptyUserState, rememberLogin, useUserStore } from '#platform/store.ts'
import { JsdScreen } from './jsd-screen.tsx'
import { application, hit, nextPartner, partner, shownText } from './test-partner.ts'

const user = { userId: 7, mobile: '138****4000', name: null }
beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
  rememberLogin('token', user)
})
afterEach(cleanup)

const wished = () => useUserStore.setState(({ confirmInfo }) => ({ confirmInfo: { ...confirmInfo, preMoney: '10000', use: '02' } }))
const words = ['capital', 'borrow', 'lending', 'option', 'agreement', 'blocks'] as const
const open = async (table: Record<string, unknown>, query = '') => {
  const calls = answer({
    '/capital/match': { hit, others: [], openApplicationId: null },
    '/capital/detail/4': partner,
    '/capital/click': { recorded: true },
    ...table,
  })
  const shown = await openScreen(JsdScreen, [...words], `/screen${query}`)
  return { ...shown, calls, sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body) }
}

test('R2.41 the page says who lends, who guarantees, the price, which data go there for what, and which never do', async () => {
  wished()
  await open({})
  expect(await screen.findByRole('heading', { name: '由示例合作银行放款' })).not.toBeNull()
  expect(screen.getByText('许可证 B0001')).not.toBeNull()
  expect(screen.getByText('担保').parentElement?.textContent).toBe('担保无')
  expect(screen.getByText('899.75')).not.toBeNull()
  expect(screen.getByText('797.05')).not.toBeNull()
  const given = screen.getByRole('list', { name: '会提供给示例合作银行' })
  expect(
    within(given)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['姓名、身份证号用于核实身份', '收入、申请表内容用于审批借款'])
  expect(screen.getByText('人脸影像、位置、联系人')).not.toBeNull()
})

test('R2.41 consent starts empty, and without it nothing is opened', async () => {
  wished()
  const { sent } = await open({})
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: '同意并继续' }))
  expect(await screen.findByText('请先勾选同意；不同意可以选择其他机构')).not.toBeNull()
  expect(sent('/capital/open')).toEqual([])
})

test('R2.41 R7.14 agreeing opens the application with the very text, and leads to the form; a double tap opens one', async () => {
  wished()
  const { sent, here } = await open({ '/capital/open': { ...application, status: 'filling' } })
  fireEvent.click(await screen.findByRole('checkbox'))
  const go = screen.getByRole('button', { name: '同意并继续' })
  fireEvent.click(go)
  fireEvent.click(go)
  await waitFor(() => expect(here()).toBe('/capitalForm?capitalId=4'))
  const { key, version, sha256 } = partner.consentText
  expect(sent('/capital/open')).toEqual([
    { capitalId: 4, amountFen: 1_000_000, periods: 12, use: '02', agreed: [{ key, version, sha256 }] },
  ])
  expect(sent('/capital/click')).toEqual([
    { action: 'view', capitalId: 4, page: '/funders/jsd' },
    { action: 'consent', capitalId: 4, page: '/funders/jsd', applicationId: 77 },
  ])
})

test('R2.41 a partner with a page of its own is gone to by the signed address of this visit', async () => {
  wished()
  const leave = vi.fn()
  connectNavigation({ host: powerlessHost, leave: () => undefined, depart: leave })
  const { sent } = await open({
    '/capital/detail/4': { ...partner, way: 'ownPage', pageHost: 'partner.example.com' },
    '/capital/open': { ...application, way: 'ownPage', status: 'filling' },
    '/capital/handOver': { url: 'https://partner.example.com/apply?reference=R1', expiresAt: '2026-11-27T02:05:00.000Z' },
  })
  expect(await screen.findByText('同意后前往该机构的页面办理：partner.example.com')).not.toBeNull()
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: '同意并继续' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://partner.example.com/apply?reference=R1'))
  expect(sent('/capital/handOver')).toEqual([{ applicationId: 77 }])
})

test('R2.41 not agreeing sends nothing but that, and offers the other partner and the other lenders', async () => {
  wished()
  const { sent, here } = await open({
    '/capital/match': { hit, others: [{ ...nextPartner, reasons: [{ code: 'matches', values: {} }] }], openApplicationId: null },
  })
  fireEvent.click(await screen.findByRole('button', { name: '不同意' }))
  expect(await screen.findByText('没有向示例合作银行提供任何信息。您的额度不变，可以选择其他机构。')).not.toBeNull()
  expect(sent('/capital/open')).toEqual([])
  expect(sent('/capital/click').at(-1)).toEqual({ action: 'refuse', capitalId: 4, page: '/funders/jsd' })
  expect(screen.getByRole('button', { name: '向其他放款机构借款' })).not.toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: '看其他合作机构' }))
  expect(here()).toBe('/funders/jsd?capitalId=5')
})

test('R2.41 without an amount an example is shown, and agreeing first asks how much and for what', async () => {
  const { sent } = await open({ '/capital/open': { ...application, status: 'filling' } })
  expect(await screen.findByText(/^例如/)).not.toBeNull()
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: '同意并继续' }))
  const sheet = await screen.findByRole('dialog')
  expect(sent('/capital/open')).toEqual([])
  fireEvent.change(within(sheet).getByRole('textbox'), { target: { value: '500' } })
  fireEvent.click(within(sheet).getByRole('button', { name: '确定' }))
  expect(await within(sheet).findByText('最少 1,000 元')).not.toBeNull()
})

test.each([
  ['closed', { opensAt: '2026-11-27T22:00:00.000Z' }, '现在不在办理时间，2026-11-28 06:00 开始办理'],
  ['limitTooSmall', { minFen: 100_000 }, '可用额度须不低于 1,000 元'],
  ['refusedLately', { againOn: '2026-12-27' }, '该机构近期未通过您的申请，2026-12-27 起可再次申请'],
  ['ageNotServed', { min: 20, max: 60 }, '该机构只受理 20–60 周岁的申请'],
  ['quotaUsed', {}, '该机构今日名额已满'],
])('R2.41 who is not taken (%s) reads why and can go to another partner', async (code, values, why) => {
  const { here } = await open({ '/capital/detail/4': { ...partner, reasons: [{ code, values }], otherCapitalId: 5 } }, '?capitalId=4')
  await waitFor(() => expect(shownText()).toContain(why))
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '看其他合作机构' }))
  expect(here()).toBe('/funders/jsd?capitalId=5')
})

test('R2.41 a partner that is not listed is no offer: the server’s words and the other lenders', async () => {
  const { here } = await open({ '/capital/detail/4': refusal('CAPITAL_NOT_LISTED', '该合作机构目前不办理新的申请') }, '?capitalId=4')
  expect(await screen.findByText('该合作机构目前不办理新的申请')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '向其他放款机构借款' }))
  expect(here()).toBe('/borrowMoney')
})

test('R2.41 while an application is open, or opens meanwhile in another tab, only that one can be gone on with', async () => {
  const { here } = await open({ '/capital/match': { hit, others: [], openApplicationId: 77 } })
  fireEvent.click(await screen.findByRole('button', { name: '查看办理进度' }))
  expect(here()).toBe('/capitalResult?applicationId=77')
  cleanup()
  wished()
  const other = await open({ '/capital/open': refusal('CAPITAL_OTHER_OPEN', '您有一笔申请', { applicationId: 78 }) })
  fireEvent.click(await screen.findByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: '同意并继续' }))
  await waitFor(() => expect(other.here()).toBe('/capitalResult?applicationId=78'))
})

test('R2.41 a consent text with a newer edition has to be agreed to again', async () => {
  wished()
  await open({ '/capital/open': refusal('AGREEMENT_OUTDATED', '协议已更新，请重新阅读') })
  fireEvent.click(await screen.findByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: '同意并继续' }))
  expect(await screen.findByText('协议已更新，请重新阅读')).not.toBeNull()
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false))
})

test('R2.41 with no partner at all the page says so and leads to the other lenders', async () => {
  await open({ '/capital/match': { hit: null, others: [], openApplicationId: null } })
  expect(await screen.findByText('暂时没有可以办理的合作机构')).not.toBeNull()
})

test('R3.1 R3.4 the match is kept as capitalHitItem in store and local storage, and another account finds neither', async () => {
  await open({})
  await screen.findByRole('heading', { name: '由示例合作银行放款' })
  expect(useUserStore.getState().capitalHitItem).toEqual(hit)
  expect(JSON.parse(local.get('capitalHitItem') ?? '')).toEqual(hit)
  rememberLogin('other', { ...user, userId: 8 })
  expect(useUserStore.getState().capitalHitItem).toBeNull()
  expect(local.get('capitalHitItem')).toBeUndefined()
})
