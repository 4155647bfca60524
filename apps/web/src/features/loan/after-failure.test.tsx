import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { ConfirmHost } from '#ui/confirm.tsx'
import type { LoanDetail } from './loan.queries.ts'
import { LoanActions } from './loan-actions.tsx'
import { LoanState } from './loan-state.tsx'

afterEach(cleanup)

type Failure = NonNullable<LoanDetail['failure']>
const example: LoanDetail = api.loan.detail.data.parse(api.loan.detail.example.data)
let loan = example
function Loan() {
  return (
    <>
      <LoanState loan={loan} />
      <LoanActions loan={loan} />
      <ConfirmHost />
    </>
  )
}

async function shown(failure: Partial<Failure>, table: Parameters<typeof answer>[0] = {}) {
  loan = { ...example, status: 3, failReason: 'x', failure: { cause: 'card', canResubmit: true, givenUpAt: null, ...failure } }
  const calls = answer(table)
  const { here } = await openScreen(Loan, ['loan', 'blocks', 'repay', 'coupon'])
  return { here, calls, text: document.body.textContent }
}
const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('R7.20 a card at fault: another card is what is offered, and the way leads over the new quote, with nothing borrowed by the tap', async () => {
  const { here, calls, text } = await shown({}, { '/loan/reQuote/1': { quoteId: 9 } })
  expect(text).toContain('请换一张银行卡')
  tap('换卡重新提交')
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=9&loanId=1'))
  expect(calls.map(({ path }) => path.split('/').slice(-2).join('/'))).toEqual(['reQuote/1'])
})

test('a limit of the bank, a card at fault and a lender that cannot pay out now have words of their own', async () => {
  expect((await shown({ cause: 'cardLimit' })).text).toContain('超过银行卡收款限额')
  cleanup()
  expect((await shown({ cause: 'later' })).text).toContain('请稍后重新提交')
  expect(names()).toEqual(expect.arrayContaining(['放弃借款', '重新提交']))
})

test('a loan that the lender turned down is not invited to be submitted again; it can be given up', async () => {
  const { text } = await shown({ cause: 'lender', canResubmit: false })
  expect(text).toContain('放款机构未通过这笔借款')
  expect(names()).toContain('放弃借款')
  expect(names().join()).not.toContain('重新提交')
})

test('giving up is asked about first, and a refusal of it is shown', async () => {
  const { calls } = await shown({}, { '/loan/giveUp/1': refusal('PAYOUT_UNCERTAIN', '正在与放款机构核对') })
  tap('放弃借款')
  const dialog = await screen.findByRole('alertdialog')
  expect(calls).toEqual([])
  expect(dialog.textContent).toContain('放弃后，这笔借款不能重新提交')
  fireEvent.click(screen.getAllByRole('button', { name: '放弃借款' }).at(-1) ?? dialog)
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/loan/giveUp/1'))).toBe(true))
})

test('a loan that was given up says so plainly, owes nothing and offers a new one', async () => {
  const { text } = await shown({ canResubmit: false, givenUpAt: '2026-11-28T02:00:00.000Z' })
  expect(text).toContain('已放弃')
  expect(text).toContain('没有欠款，额度已恢复')
  expect(names()).toContain('再借一笔')
  expect(text).not.toContain('重新提交')
})

test('while it is checked what became of the money neither another try nor giving up is offered', async () => {
  const { text } = await shown({ canResubmit: false })
  expect(text).toContain('正在与放款机构核对')
  expect(text).not.toMatch(/重新提交|放弃/)
})
