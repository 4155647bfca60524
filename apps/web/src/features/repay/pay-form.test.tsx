import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { PayForm } from './pay-form.tsx'
import type { RepayQuote } from './repay.queries.ts'

afterEach(cleanup)

const nothing = fen(0)
const returned: RepayQuote = {
  loanId: 7,
  mode: 'all',
  onDate: civilDate('2027-01-05'),
  parts: { principal: fen(91_680), interest: nothing, fee: nothing, penalty: nothing, total: fen(91_680) },
  savedInterest: nothing,
  periods: [],
  runningInterest: null,
  penaltyPpmDay: 750,
  penaltySpans: [],
  overdueDays: 0,
  payable: true,
  runningRepaymentId: null,
  lines: [],
  earlyFee: null,
}

let quote = returned
function Shown() {
  return (
    <PayForm quote={quote} cards={[]}>
      {null}
    </PayForm>
  )
}
const open = (shown: RepayQuote) => {
  answer({})
  quote = shown
  return openScreen(Shown, ['repay', 'blocks', 'card'])
}

test('what the bank took back of a settled loan is asked for as one sum: no period, no split into principal and interest', async () => {
  await open(returned)
  expect(await screen.findByText('补还被退回的款项')).not.toBeNull()
  expect(screen.getByText(/不计利息和罚息/)).not.toBeNull()
  expect(screen.queryByText(/本金/)).toBeNull()
  expect(screen.getByRole('button', { name: /确认还款 916\.80 元/ })).not.toBeNull()
})

test('a part that cannot be paid says why under the amount, with the mark of an error', async () => {
  await open({ ...returned, mode: 'due', periods: [1] })
  fireEvent.click(await screen.findByRole('button', { name: '只还一部分' }))
  const amount = screen.getByRole('textbox', { name: '还款金额' })
  const said = () => document.getElementById(amount.getAttribute('aria-describedby') ?? '')
  expect(said()?.querySelector('svg')).toBeNull()
  fireEvent.change(amount, { target: { value: '0.5' } })
  expect(said()?.textContent).toMatch(/^最少 1/)
  expect(said()?.querySelector('svg')).not.toBeNull()
})
