import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { cleanup, screen } from '@testing-library/react'
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

function Shown() {
  return (
    <PayForm quote={returned} cards={[]}>
      {null}
    </PayForm>
  )
}

test('what the bank took back of a settled loan is asked for as one sum: no period, no split into principal and interest', async () => {
  answer({})
  await openScreen(Shown, ['repay', 'blocks', 'card'])
  expect(await screen.findByText('补还被退回的款项')).not.toBeNull()
  expect(screen.getByText(/不计利息和罚息/)).not.toBeNull()
  expect(screen.queryByText(/本金/)).toBeNull()
  expect(screen.getByRole('button', { name: /确认还款 916\.80 元/ })).not.toBeNull()
})
