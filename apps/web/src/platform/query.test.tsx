import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { api } from './api.ts'
import { look, lookingWhile, useQuery } from './query.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Following() {
  const quote = useQuery({
    ...look(['repay', 'quote', 7], (options) =>
      api.repay.quote({ params: { id: 7 }, query: { mode: 'due' } }, { ...options, handles: 'all' }),
    ),
    ...lookingWhile(({ runningRepaymentId }: { runningRepaymentId: number | null }) => runningRepaymentId !== null),
  })
  return quote.data === undefined ? null : 'known'
}

/** How often the server is asked within a minute, when something is on its way at first and every later answer is `later`. */
async function askedWithinAMinute(later: object): Promise<number> {
  let asked = 0
  answer({
    '/quote/7': () => {
      asked += 1
      return asked === 1 ? { runningRepaymentId: 3 } : later
    },
  })
  await openScreen(Following, [])
  await screen.findByText('known')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  return asked
}

test.each([
  ['is over', { runningRepaymentId: null }],
  ['is refused, e.g. of a loan settled in another tab', refusal('LOAN_ALREADY_SETTLED', '该借款已结清')],
  ['cannot be seen since the login is over', { refused: { code: -1, msg: '登录已过期，请重新登录', data: null } }],
])('what was on its way and %s is not asked for again', async (_, later) => {
  expect(await askedWithinAMinute(later)).toBe(2)
})

test.each([
  ['on its way still', { runningRepaymentId: 3 }],
  ['refused by a busy server', refusal('BUSY', '请求过于频繁，请稍后再试')],
])('what is %s is asked for every two seconds', async (_, later) => {
  expect(await askedWithinAMinute(later)).toBeGreaterThan(25)
})
