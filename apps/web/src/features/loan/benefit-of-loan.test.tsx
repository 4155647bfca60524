import { fen, zeroFen } from '@fyh/base/money.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { BenefitOfLoan } from './benefit-of-loan.tsx'
import type { LoanDetail } from './loan.queries.ts'

afterEach(cleanup)

type Benefit = NonNullable<LoanDetail['benefit']>
const charged: Benefit = {
  name: '生活权益包',
  supplier: '示例权益服务有限公司',
  priceFen: fen(2_990),
  orderId: 7,
  paidFen: fen(2_990),
  state: 'charged',
}

const shown = (benefit: Benefit) =>
  openScreen(
    () => (
      <KeyValueList>
        <BenefitOfLoan benefit={benefit} />
      </KeyValueList>
    ),
    ['loan'],
  )

test('R2.49 a loan names the package bought with it, what it cost, and leads to its order', async () => {
  const { here } = await shown(charged)
  expect(document.body.textContent).toContain('生活权益包　29.90 元')
  expect(document.body.textContent).toContain('已付 29.90 元')
  fireEvent.click(screen.getByRole('button'))
  expect(here()).toBe('/equityOrder?id=7')
})

test.each([
  [{ ...charged, paidFen: zeroFen }, '退款后实付 0.00 元'],
  [{ ...charged, state: 'waiting', orderId: null, paidFen: zeroFen }, '放款后从收款卡扣款一次'],
  [{ ...charged, state: 'notCharged', orderId: null, paidFen: zeroFen }, '没有扣款，不计入借款费用'],
] satisfies [Benefit, string][])('what became of the package of a loan: %#', async (benefit, words) => {
  await shown(benefit)
  expect(document.body.textContent).toContain(words)
  expect(screen.queryByRole('button') === null).toBe(benefit.orderId === null)
})
