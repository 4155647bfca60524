import { api } from '@fyh/contract/api.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { WithdrawSuccessScreen } from './withdraw-success-screen.tsx'

afterEach(cleanup)

const loan = api.loan.detail.example.data

async function shown(more: object): Promise<string> {
  answer({ '/loan/detail/1': { ...loan, loanId: 1, ...more } })
  await openScreen(WithdrawSuccessScreen, ['borrow', 'blocks', 'loan'], '/screen?loanId=1')
  await screen.findByRole('heading', { level: 2, name: /放款/ })
  return document.body.textContent
}

test('R2.38 a pay-out that failed says why, that the limit is free again, and leads to the loan', async () => {
  const failure = { cause: 'card', canResubmit: true, givenUpAt: null }
  const text = await shown({ status: 3, failReason: 'cardRefused', failure })
  expect(text).toContain('放款未成功')
  expect(text).toContain('收款银行卡无法入账，请换一张银行卡')
  expect(text).toContain('额度已恢复')
  expect(screen.getByRole('button', { name: '查看解决办法' })).not.toBeNull()
})

test.each([
  ['that the lender turned down', { cause: 'lender', canResubmit: false, givenUpAt: null }, '放款机构未通过'],
  ['that is still being checked', { cause: 'card', canResubmit: false, givenUpAt: null }, '核对'],
  ['that was given up', { cause: 'card', canResubmit: false, givenUpAt: '2027-01-25T02:00:00.000Z' }, '已放弃'],
])('R2.38 a pay-out %s offers the loan to look at, and no way out that is not there', async (_, failure, words) => {
  const text = await shown({ status: 3, failReason: 'cardRefused', failure })
  expect(text).toContain(words)
  expect(screen.queryByRole('button', { name: '查看解决办法' })).toBeNull()
  expect(screen.getByRole('button', { name: '查看这笔借款' })).not.toBeNull()
})

test('R2.38 a pay-out that arrived names the card, and no reason', async () => {
  const text = await shown({ status: 4, failReason: null })
  expect(text).toMatch(/已放款至\S/)
  expect(text).not.toContain('额度已恢复')
})
