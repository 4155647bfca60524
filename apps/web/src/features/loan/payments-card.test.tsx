import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { PaymentsCard } from './payments-card.tsx'

afterEach(cleanup)

const payment = { mode: 'due', amountFen: fen(91_680), cardTail: '0009', askedAt: '2027-01-01T02:00:00.000Z', returnedOn: null } as const
const counted = { ...payment, repaymentId: 1, countsFrom: civilDate('2026-12-27') }
const returned = { ...payment, repaymentId: 2, countsFrom: civilDate('2027-01-27'), returnedOn: civilDate('2027-02-01') }

function Shown() {
  return <PaymentsCard payments={[returned, counted]} />
}

test('LN-17 each payment says from which day it counts, one the bank took back says so and that it does not count, and each opens', async () => {
  answer({})
  const { here } = await openScreen(Shown, ['loan', 'repay'])
  const [first, second] = within(screen.getByRole('list', { name: '还款记录' })).getAllByRole('listitem')
  expect(second?.textContent).toContain('2026-12-27 入账')
  expect(second?.textContent).toContain('916.80')
  expect(first?.textContent).toContain('2027-02-01 被银行退回')
  expect(first?.textContent).toContain('未入账')
  expect(first?.textContent).not.toContain('2027-01-27')
  fireEvent.click(within(first ?? document.body).getByRole('button'))
  expect(here()).toBe('/repaymentResult?id=2')
})
