import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { DetailScreen } from './detail-screen.tsx'

afterEach(cleanup)

async function textOf(kind: string, params: object): Promise<string> {
  answer({ '/message/detail/1': { messageId: 1, kind, tab: 'notice', params, loanId: 7, sentAt: '2026-12-29T02:00:00.000Z', read: true } })
  await openScreen(DetailScreen, ['message', 'blocks'], '/screen?id=1')
  return (await screen.findByText(/元/)).textContent.replaceAll('\u00A0', ' ')
}

test('a loan that has just become overdue is told that the grace days cost nothing, not that penalty arises already', async () => {
  const text = await textOf('fellOverdue', { amountFen: 104_242, dueOn: '2026-12-27' })
  expect(text).toContain('2026-12-27 到期的 1,042.42 元已逾期，请尽快还清：宽限期内还清不收罚息')
  expect(text).not.toContain('更多罚息')
})

test('a payment is confirmed in words that fit a part, a prepayment and a late one alike', async () => {
  const text = await textOf('debitDone', { amountFen: 10_050, cardTail: '0009' })
  expect(text).toContain('已还款 100.50 元')
  expect(text).not.toContain('按时')
})
