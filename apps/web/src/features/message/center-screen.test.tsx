import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { CenterScreen } from './center-screen.tsx'

const message = { messageId: 1, kind: 'welcome', tab: 'system', params: {}, loanId: null, sentAt: '2026-11-27T02:00:00.000Z', read: false }
const pageOf = (items: readonly object[], hasMore = false) => ({ items, next: hasMore ? 1 : null })
const unreadIn = { notice: 0, system: 1, activity: 2 }
const badges = { '/tab/info': { unread: 3, unreadIn, dueCount: 0 } }
const open = () => openScreen(CenterScreen, ['message', 'blocks'])
const readAll = () => screen.getByRole<HTMLButtonElement>('button', { name: '全部已读' })

afterEach(cleanup)

test.each([
  ['', false],
  [', with more pages to come', true],
])(
  'R2.32 all messages are marked read by one call, however often it is pressed, and then there is nothing to press%s',
  async (_, hasMore) => {
    let read = false
    const calls = answer({
      ...badges,
      '/message/list': () => pageOf([{ ...message, read }], hasMore),
      '/message/readAll': () => {
        read = true
        return { unread: 0 }
      },
    })
    await open()
    await screen.findByRole('listitem')
    const marked = () => calls.filter(({ path }) => path.endsWith('/readAll'))
    fireEvent.click(readAll())
    await waitFor(() => expect(readAll().disabled).toBe(true))
    fireEvent.click(readAll())
    await waitFor(() => expect(screen.queryByLabelText('未读')).toBeNull())
    await waitFor(() => expect(readAll().getAttribute('aria-busy')).toBeNull())
    fireEvent.click(readAll())
    expect(readAll().disabled).toBe(true)
    expect(marked()).toHaveLength(1)
  },
)

test.each([
  ['no message', pageOf([]), '还没有消息'],
  ['read ones only', pageOf([{ ...message, read: true }]), '欢迎使用'],
  ['an answer that did not come', refusal('INTERNAL', '服务繁忙'), '重试'],
])('R2.32 with %s there is nothing to mark as read', async (_, list, shown) => {
  answer({ ...badges, '/message/list': list })
  await open()
  await screen.findByText(shown)
  expect(readAll().disabled).toBe(true)
})

test('R7.21 R2.32 each tab shows how many of its messages are unread, the activity tab its own; a tab without any shows no number', async () => {
  answer({ ...badges, '/message/list': pageOf([message]) })
  await open()
  await waitFor(() => expect(screen.getByRole('tab', { name: /活动/ }).textContent).toBe('活动2'))
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['全部', '还款通知', '系统消息1', '活动2'])
})

test('R2.32 the activity tab asks for its own messages', async () => {
  const calls: string[] = []
  answer({ ...badges, '/message/list': pageOf([]) })
  const fetched = vi.mocked(fetch)
  await open()
  fireEvent.click(screen.getByRole('tab', { name: /活动/ }))
  await waitFor(() => {
    calls.splice(0, Number.POSITIVE_INFINITY, ...fetched.mock.calls.map(([address]) => String(address)))
    expect(calls.some((address) => address.includes('tab=activity'))).toBe(true)
  })
})

test('R2.32 announcements that were closed are found from the messages', async () => {
  answer({ ...badges, '/message/list': pageOf([message]) })
  const { here } = await open()
  fireEvent.click(await screen.findByRole('button', { name: '公告' }))
  await waitFor(() => expect(here()).toBe('/noticeList'))
})

const banner = {
  announcementId: 9,
  kind: 'banner',
  title: '首借有礼',
  body: '完成首笔借款可领红包',
  target: null,
  from: '2026-11-27T02:00:00.000Z',
}
const openActivity = async (messages: readonly object[], announcements: readonly object[]) => {
  answer({ ...badges, '/message/list': pageOf(messages), '/service/announcements': { items: announcements } })
  const shown = await open()
  fireEvent.click(screen.getByRole('tab', { name: /活动/ }))
  return shown
}

test('R2.32 the activity tab shows banners in force above its messages, no notices, and leads to their texts', async () => {
  const coupon = {
    ...message,
    messageId: 2,
    kind: 'couponReceived',
    tab: 'activity',
    params: { title: '还款立减 20 元', untilOn: '2026-12-26' },
  }
  const { here } = await openActivity([coupon], [banner, { ...banner, announcementId: 8, kind: 'notice', title: '系统维护' }])
  const shown = await screen.findByRole('button', { name: /首借有礼/ })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.queryByText('系统维护')).toBeNull()
  fireEvent.click(shown)
  await waitFor(() => expect(here()).toBe('/noticeList'))
})

test('R2.32 the activity tab without messages shows its banners alone, and says what comes there when it has neither', async () => {
  await openActivity([], [banner])
  expect(await screen.findByText('首借有礼')).not.toBeNull()
  expect(screen.queryByText('还没有消息')).toBeNull()
  cleanup()
  await openActivity([], [])
  expect(await screen.findByText('优惠券、红包和活动会出现在这里')).not.toBeNull()
})

test('R2.32 banners that could not be had leave the messages of the tab as they are', async () => {
  answer({
    ...badges,
    '/message/list': pageOf([{ ...message, tab: 'activity' }]),
    '/service/announcements': refusal('INTERNAL', '服务繁忙'),
  })
  await open()
  fireEvent.click(screen.getByRole('tab', { name: /活动/ }))
  expect(await screen.findByText('欢迎使用')).not.toBeNull()
})
