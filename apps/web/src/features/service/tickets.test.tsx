import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { TicketScreen } from './ticket-screen.tsx'
import { TicketsScreen } from './tickets-screen.tsx'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

const brief = {
  ticketId: 9,
  number: 'TS2026112700000009',
  kind: 'complaint',
  category: 'price',
  state: 'received',
  loanId: 7,
  receivedAt: '2026-11-27T02:00:00.000Z',
  dueOn: '2026-12-12',
  isLate: false,
}
const whole = { ...brief, text: '<img src=x onerror=alert(1)>', answer: null, outcome: null, answeredAt: null, closedAt: null }
const open = (ticket: object) => {
  answer({ '/service/ticket/9': ticket })
  return openScreen(TicketScreen, ['service'], '/screen?id=9')
}

test('a complaint shows number, state, deadline and its text as written, markup and all', async () => {
  await open(whole)
  await screen.findByText('TS2026112700000009')
  for (const words of ['已受理', '2026-12-12', '<img src=x onerror=alert(1)>']) expect(screen.getByText(words)).not.toBeNull()
  expect(document.querySelector('img')).toBeNull()
})

test('an answer stands with what the complaint came to, and no deadline any more', async () => {
  await open({ ...whole, state: 'answered', answer: '已更正', outcome: 'upheld', answeredAt: '2026-11-28T02:00:00.000Z' })
  expect(await screen.findByText('已更正')).not.toBeNull()
  expect(screen.getByText('投诉成立')).not.toBeNull()
  expect(screen.queryByText('2026-12-12')).toBeNull()
})

test('one that is late says so, with the number to call where there is one', async () => {
  document.head.innerHTML = '<meta name="service-phone" content="400-000-0000">'
  await open({ ...whole, isLate: true })
  expect(await screen.findByText(/400-000-0000/)).not.toBeNull()
})

test('an answered one is closed by one call, and then only a new one can be handed in', async () => {
  let state = 'answered'
  const calls = answer({
    '/service/ticket/9/close': () => {
      state = 'closed'
      return { ...whole, state }
    },
    '/service/ticket/9': () => ({ ...whole, answer: '已更正', state }),
  })
  const { here } = await openScreen(TicketScreen, ['service'], '/screen?id=9')
  fireEvent.click(await screen.findByRole('button', { name: '已解决，关闭' }))
  expect(await screen.findByText('已关闭')).not.toBeNull()
  expect(calls.filter(({ path }) => path.endsWith('/close'))).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '已解决，关闭' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '仍有问题，再次提交' }))
  await waitFor(() => expect(here()).toBe('/feedback?kind=complaint&loanId=7'))
})

test('a ticket that is not there leads to the list', async () => {
  const { here } = await open(refusal('TICKET_NOT_FOUND', '这条记录不存在'))
  fireEvent.click(await screen.findByRole('button', { name: '返回记录列表' }))
  await waitFor(() => expect(here()).toBe('/feedbackRecord'))
})

test('the list shows each with its number and state, and opens it; more come by a tap', async () => {
  const calls = answer({
    '/service/tickets': () => (calls.length === 1 ? { items: [brief], next: 9 } : { items: [{ ...brief, ticketId: 8 }], next: null }),
  })
  const { here } = await openScreen(TicketsScreen, ['service'])
  const row = await screen.findByRole('button', { name: /TS2026112700000009/ })
  expect(row.textContent).toContain('已受理')
  fireEvent.click(screen.getByRole('button', { name: '加载更多' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  fireEvent.click(row)
  await waitFor(() => expect(here()).toBe('/feedbackDetail?id=9'))
})

test.each([
  ['nothing', { items: [], next: null }, '还没有反馈或投诉'],
  ['no answer', refusal('INTERNAL', '服务繁忙'), '重试'],
])('the list with %s says so', async (_, list, words) => {
  answer({ '/service/tickets': list })
  await openScreen(TicketsScreen, ['service'])
  expect(await screen.findByText(words)).not.toBeNull()
})
