import { fen, ppm } from '@fyh/base/money.ts'
import { home } from '@fyh/contract/home.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { BorrowerHome } from './borrower-home.tsx'

const nobody = home.fyhHome.data.parse(home.fyhHome.example.data)

afterEach(cleanup)

test.each([
  [{ failed: 1, failedLoanId: 7 }, '放款未成功 1'],
  [{ disbursing: 1, disbursingLoanId: 7 }, '放款中 1'],
  [{ open: 2, failed: 1, failedLoanId: 7 }, '还款中 2'],
  [{}, '暂无借款'],
])('R2.2 home never says that there is no loan beside the notice of one (%o)', async (loans, value) => {
  await openScreen(() => <BorrowerHome home={{ ...nobody, loans: { ...nobody.loans, ...loans } }} />, ['home'])
  expect(screen.getByRole('button', { name: /借款记录/ }).textContent).toContain(value)
})

test('R2.2 a limit says from which price to which the borrower can borrow, and no price while nothing is offered', async () => {
  const limit = { state: 'limit', availableFen: fen(100_000), totalFen: fen(100_000), validUntil: nobody.today, blocked: null } as const
  const price = { fromPpm: ppm(110_488), toPpm: ppm(180_064) }
  await openScreen(() => <BorrowerHome home={{ ...nobody, card: { ...limit, price } }} />, ['home'])
  expect(document.body.textContent).toContain('年化利率（单利）11.05%–18.01%')
  cleanup()
  await openScreen(() => <BorrowerHome home={{ ...nobody, card: { ...limit, price: null } }} />, ['home'])
  expect(document.body.textContent).toContain('总额度')
  expect(document.body.textContent).not.toContain('年化')
})
