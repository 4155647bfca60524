import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { CenterScreen } from './center-screen.tsx'

const message = { messageId: 1, kind: 'welcome', tab: 'system', params: {}, loanId: null, sentAt: '2026-11-27T02:00:00.000Z', read: false }
const pageOf = (items: readonly object[], hasMore = false) => ({ items, next: hasMore ? 1 : null })
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
  answer({ '/message/list': list })
  await open()
  await screen.findByText(shown)
  expect(readAll().disabled).toBe(true)
})
