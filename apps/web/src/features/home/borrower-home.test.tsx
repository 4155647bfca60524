import { fen, ppm } from '@fyh/base/money.ts'
import { home } from '@fyh/contract/home.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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
  const limit = {
    state: 'limit',
    availableFen: fen(100_000),
    totalFen: fen(100_000),
    validUntil: nobody.today,
    cost: null,
    blocked: null,
  } as const
  const price = { fromPpm: ppm(110_488), toPpm: ppm(180_064) }
  await openScreen(() => <BorrowerHome home={{ ...nobody, card: { ...limit, price } }} />, ['home'])
  expect(document.body.textContent).toContain('年化利率（单利）11.05%–18.01%')
  cleanup()
  await openScreen(() => <BorrowerHome home={{ ...nobody, card: { ...limit, price: null } }} />, ['home'])
  expect(document.body.textContent).toContain('总额度')
  expect(document.body.textContent).not.toContain('年化')
})

const cost = {
  principal: fen(1_000_000),
  lender: '示例消费金融有限公司',
  terms: [
    { periods: 3, instalment: fen(340_000), interest: fen(20_033), compoundPpm: ppm(154_000) },
    { periods: 12, instalment: fen(89_975), interest: fen(79_705), compoundPpm: ppm(153_900) },
  ],
}
const withLimit = (change: object) => ({
  ...nobody,
  card: {
    state: 'limit' as const,
    availableFen: fen(100_000),
    totalFen: fen(100_000),
    validUntil: nobody.today,
    price: null,
    cost,
    blocked: null,
    ...change,
  },
})

test('R2.2 home says what 10,000 cost by number of periods before anything is asked for', async () => {
  const { here } = await openScreen(() => <BorrowerHome home={withLimit({})} />, ['home'])
  const card = () => screen.getByRole('region', { name: '借 10,000 元要花多少' }).textContent
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '12 期' }).checked).toBe(true)
  for (const text of ['899.75', '797.05', '15.39%', '示例消费金融有限公司']) expect(card()).toContain(text)
  fireEvent.click(screen.getByRole('radio', { name: '3 期' }))
  for (const text of ['3,400.00', '200.33', '15.4%']) expect(card()).toContain(text)
  fireEvent.click(screen.getByRole('button', { name: '怎么算的' }))
  await waitFor(() => expect(here()).toBe('/product'))
})

test.each([
  ['nothing is offered', { cost: null }],
  ['borrowing is blocked', { blocked: 'overdue' }],
])('R2.2 no cost is shown while %s', async (_, change) => {
  await openScreen(() => <BorrowerHome home={withLimit(change)} />, ['home'])
  expect(screen.queryByText(/要花多少/)).toBeNull()
})

test.each([
  ['产品说明', '/product'],
  ['帮助', '/help'],
  ['客服', '/customerService'],
  ['投诉', '/feedback?kind=complaint'],
])('R2.2 home leads to %s', async (name, path) => {
  const { here } = await openScreen(() => <BorrowerHome home={nobody} />, ['home'])
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(here()).toBe(path))
})
