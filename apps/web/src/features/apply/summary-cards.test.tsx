import { apply } from '@fyh/contract/apply.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { SummaryCards } from './summary-cards.tsx'

const summary = apply.summary.data.parse(apply.summary.example.data)
const clear = {
  name: '测试',
  idNumber: '11010119900307002X',
  mobile: '13800000000',
  contacts: [{ name: '测试甲', mobile: '13800000001' }],
}
const open = async () => {
  const calls = answer({ '/confirm/reveal': clear })
  return { calls, ...(await openScreen(() => <SummaryCards summary={summary} />, ['apply', 'option'])) }
}
const reveal = async () => {
  fireEvent.click(screen.getByRole('button', { name: /显示完整信息/ }))
  await screen.findByText(clear.idNumber)
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('R2.18 masked data is shown in clear after a tap, asked for only then, and kept in no cache or storage', async () => {
  const { calls, client } = await open()
  expect(calls).toEqual([])
  expect(screen.getByText(summary.idNumber)).not.toBeNull()
  await reveal()
  for (const text of [clear.name, clear.mobile, '13800000001']) expect(screen.getByText(text)).not.toBeNull()
  expect(screen.getByText(/测试甲/)).not.toBeNull()
  expect(
    JSON.stringify([
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
      { ...window.localStorage },
      { ...window.sessionStorage },
    ]),
  ).not.toContain(clear.idNumber)
  fireEvent.click(screen.getByRole('button', { name: '隐藏完整信息' }))
  await waitFor(() => expect(screen.queryByText(clear.idNumber)).toBeNull())
})

test.each([
  ['the page goes', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'the page is behind another',
    () => {
      const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
      hidden.mockRestore()
    },
  ],
])('R2.18 it is masked again when %s', async (_, leave) => {
  await open()
  await reveal()
  act(leave)
  await waitFor(() => expect(screen.queryByText(clear.idNumber)).toBeNull())
})

test('R2.18 an answer that comes when the page is already behind another is not shown', async () => {
  const { calls } = await open()
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const drawn: string[] = []
  const watching = new MutationObserver(() => drawn.push(document.body.textContent))
  watching.observe(document.body, { subtree: true, characterData: true, childList: true })
  fireEvent.click(screen.getByRole('button', { name: /显示完整信息/ }))
  await waitFor(() => expect(calls).toHaveLength(1))
  await waitFor(() => expect(drawn).not.toEqual([]))
  expect(drawn.at(-1)).not.toContain(clear.idNumber)
  watching.disconnect()
  hidden.mockRestore()
})

test('R2.18 it is masked again after half a minute', async () => {
  await open()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await reveal()
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(screen.queryByText(clear.idNumber)).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByText(clear.idNumber)).toBeNull()
})

test.each([
  ['修改身份信息', '/applyIdentity'],
  ['修改资料', '/applyProfile'],
  ['修改联系人', '/applyProfile'],
])('R2.18 every card can be changed: %s leads to %s', async (name, path) => {
  const { here } = await open()
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(here()).toBe(path))
})
