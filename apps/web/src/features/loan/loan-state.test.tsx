import { civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, zeroFen } from '@fyh/base/money.ts'
import { api } from '@fyh/contract/api.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { PlanScreen } from '#features/repay/plan-screen.tsx'
import type { LoanDetail } from './loan.queries.ts'
import { LoanActions } from './loan-actions.tsx'
import { LoanState } from './loan-state.tsx'

afterEach(cleanup)

const example: LoanDetail = api.loan.detail.data.parse(api.loan.detail.example.data)
const ended: LoanDetail = {
  ...example,
  status: 5,
  payNow: null,
  settledOn: civilDate('2027-01-28'),
  owed: { ...example.owed, total: zeroFen },
}
const noParts = { principal: zeroFen, interest: zeroFen, fee: zeroFen, penalty: zeroFen, total: zeroFen }

function rowOf(period: number, values: Partial<LoanDetail['plan'][number]>): LoanDetail['plan'][number] {
  const total: Fen = fen(91_680)
  return {
    period,
    month: period,
    startDate: civilDate('2026-11-27'),
    dueDate: civilDate('2026-12-27'),
    principal: fen(76_680),
    interest: fen(15_000),
    fee: zeroFen,
    total,
    balanceAfter: zeroFen,
    explain: { balance: fen(1_000_000), ratePpm: example.annualRatePpm, days: 30, basisDays: 360, rule: 'balanceByDays' },
    spans: [],
    principalHow: {
      rule: 'rest',
      instalment: null,
      drawn: { balance: fen(1_000_000), periods: 12 },
      isMonthly: true,
      prepaid: zeroFen,
      interest: fen(15_000),
    },
    state: 'paid',
    overdueDays: 0,
    penalty: zeroFen,
    penaltySpans: [],
    penaltyHow: null,
    paid: noParts,
    owed: noParts,
    waived: noParts,
    paidOn: null,
    ...values,
  }
}
const lost: LoanDetail = {
  ...ended,
  plan: [rowOf(1, {}), rowOf(2, { state: 'writtenOff' })],
  paidTotal: fen(91_680),
  writtenOff: { on: civilDate('2027-01-28'), amountFen: fen(838_180) },
}

let loan = example
function Loan() {
  return (
    <>
      <LoanState loan={loan} />
      <LoanActions loan={loan} />
    </>
  )
}

async function shown(one: LoanDetail): Promise<string> {
  answer({})
  loan = one
  await openScreen(Loan, ['loan', 'blocks', 'repay', 'coupon'])
  return document.body.textContent.replaceAll('\u00A0', ' ')
}

test('a loan that was written off says so with the day and what was not repaid, and neither says settled nor offers another loan', async () => {
  const text = await shown(lost)
  expect(text).toContain('已核销')
  expect(text).toContain('2027-01-28 核销，未还清 8,381.80 元')
  expect(text).toContain('已还 1 / 2 期 · 共还 916.80 元')
  expect(text).not.toMatch(/结清|全部还清|可以再次借款|再借一笔/)
})

test('the plan of a loan that was written off says of each period whether it was paid', async () => {
  answer({ '/loan/detail/1': lost })
  await openScreen(PlanScreen, ['repay', 'blocks', 'loan', 'coupon'], '/screen?loanId=1')
  expect(await screen.findByText('这笔借款未还清，剩余部分已核销，不再计收利息和罚息')).not.toBeNull()
  expect(screen.getByText('已还 1 / 2 期')).not.toBeNull()
  expect(screen.getAllByText('已核销')).toHaveLength(1)
  expect(document.body.textContent).not.toContain('结清')
})

test('a loan that was repaid says so and can be followed by another', async () => {
  const text = await shown(ended)
  expect(text).toContain('2027-01-28 结清')
  expect(text).toContain('再借一笔')
})

test('what is held beyond what was owed is told beside the loan and on its plan, and what was waived is named', async () => {
  const waived = { ...noParts, penalty: fen(150), total: fen(150) }
  const held: LoanDetail = { ...example, surplusHeldFen: fen(121_615), plan: [rowOf(1, { state: 'future', waived })] }
  const text = await shown(held)
  expect(text).toContain('多还款项（溢缴款）1,216.15 元由我们为您保管')
  expect(text).toContain('已减免 1.50 元')
  cleanup()
  answer({ '/loan/detail/1': held })
  await openScreen(PlanScreen, ['repay', 'blocks', 'loan', 'coupon'], '/screen?loanId=1')
  expect(await screen.findByText(/多还款项（溢缴款）1,216.15 元由我们为您保管/)).not.toBeNull()
})

test('an overdue loan speaks of more penalty only once some has arisen, and of the grace days before', async () => {
  const owed = { ...noParts, principal: fen(76_680), total: fen(76_680) }
  const overdue = (penalty: Fen, days: number): LoanDetail => ({
    ...example,
    status: 6,
    overdueDays: days,
    penaltyTomorrowFen: fen(58),
    plan: [rowOf(1, {}), rowOf(2, { state: 'overdue', overdueDays: days, penalty, owed })],
  })
  expect(await shown(overdue(zeroFen, 2))).toContain('请尽快还款，宽限期内还清不收罚息')
  expect(document.body.textContent).not.toContain('更多罚息')
  cleanup()
  expect(await shown(overdue(fen(230), 4))).toContain('请尽快还款，避免产生更多罚息')
  expect(document.body.textContent).not.toContain('宽限期')
})

test('overdue interest bears no late fee: long after the grace days no words speak of one, and none of a fee at its ceiling that it grows', async () => {
  const interest = { ...noParts, interest: fen(6_523), total: fen(6_523) }
  const overdue: LoanDetail = {
    ...example,
    status: 6,
    overdueDays: 19,
    owed: { ...example.owed, penalty: zeroFen },
    penaltyTomorrowFen: zeroFen,
    plan: [rowOf(1, { state: 'overdue', overdueDays: 19, owed: interest })],
  }
  const text = await shown(overdue)
  expect(text).toContain('已逾期 19 天')
  expect(text).toContain('请尽快还款')
  expect(text).not.toMatch(/罚息|宽限期|0\.00 元，明天/)
  cleanup()
  const atCeiling = await shown({ ...overdue, owed: { ...overdue.owed, penalty: fen(855) } })
  expect(atCeiling).toContain('已逾期 19 天，罚息 8.55 元')
  expect(atCeiling).not.toMatch(/明天|更多罚息/)
})
