import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { api } from '@fyh/contract/api.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { useUserStore } from '#platform/store.ts'
import { RepaymentDetailScreen } from './detail-screen.tsx'
import { PayForm } from './pay-form.tsx'
import type { RepayQuote } from './repay.queries.ts'

afterEach(() => {
  // The wait for the next code is kept there.
  window.localStorage.clear()
  cleanup()
  window.history.replaceState(null, '')
})

const nothing = fen(0)
const returned: RepayQuote = {
  loanId: 7,
  mode: 'all',
  onDate: civilDate('2027-01-05'),
  parts: { principal: fen(91_680), interest: nothing, fee: nothing, penalty: nothing, total: fen(91_680) },
  coupon: null,
  savedInterest: nothing,
  periods: [],
  runningInterest: null,
  penaltyPpmDay: 750,
  penaltySpans: [],
  overdueDays: 0,
  payable: true,
  runningRepaymentId: null,
  order: ['fee', 'penalty', 'interest', 'principal'],
  interestAhead: 'counts',
  lines: [],
  earlyFee: null,
}

const cards = [{ cardId: 3, bankCode: 'ICBC', bankName: '工商银行', tail: '0001', isDefault: true }]
let quote = returned
let changeTo: (quote: RepayQuote) => void = () => undefined
function Shown() {
  const [shown, setShown] = useState(quote)
  changeTo = setShown
  return (
    <PayForm quote={shown} cards={cards} debitedId={3} lender="示例消费金融有限公司">
      {null}
    </PayForm>
  )
}
const open = (shown: RepayQuote) => {
  answer({})
  quote = shown
  return openScreen(Shown, ['repay', 'blocks', 'card', 'coupon'])
}

test('what the bank took back of a settled loan is asked for as one sum: no period, no split into principal and interest', async () => {
  await open(returned)
  expect(await screen.findByText('补还被退回的款项')).not.toBeNull()
  expect(screen.getByText(/不计利息和罚息/)).not.toBeNull()
  expect(screen.queryByText(/本金/)).toBeNull()
  expect(screen.getByRole('button', { name: /确认还款 916\.80 元/ })).not.toBeNull()
})

const codeSent = { smsCodeDigits: 4, waitSeconds: 60, expiresInSeconds: 300, mobileMask: '138****0000' }

test('R7.18 the code is asked for with the order that its message names, and with the brand of the visit', async () => {
  useUserStore.setState({ productType: 'fbd' })
  await open(returned)
  const calls = answer({ '/authCode/send': codeSent })
  fireEvent.click(await screen.findByRole('button', { name: '获取验证码' }))
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toEqual([
      { purpose: 'repay', loanId: 7, mode: 'all', amountFen: 91_680, cardId: 3, productType: 'fbd' },
    ]),
  )
})

test('a code is not asked for while the part is wrong, and once it was sent another sum needs a new one', async () => {
  await open({ ...returned, mode: 'due', periods: [1] })
  const calls = answer({ '/authCode/send': codeSent })
  fireEvent.click(await screen.findByRole('button', { name: '只还一部分' }))
  const amount = screen.getByRole('textbox', { name: '还款金额' })
  const part = (value: string) => fireEvent.change(amount, { target: { value } })
  part('0.5')
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  await act(async () => undefined)
  expect(calls).toEqual([])
  part('100')
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText(/已发送至 138\*\*\*\*0000/)).not.toBeNull()
  expect(calls.map(({ body }) => body)).toMatchObject([{ mode: 'due', amountFen: 10_000, cardId: 3 }])
  part('200')
  expect(await screen.findByText('金额或银行卡已变更，请重新获取验证码')).not.toBeNull()
  part('100')
  expect(await screen.findByText(/已发送至 138\*\*\*\*0000/)).not.toBeNull()
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

const noParts = { principal: nothing, interest: nothing, fee: nothing, penalty: nothing, total: nothing }
const notDueYet: RepayQuote['lines'][number] = {
  period: 1,
  month: 1,
  startDate: civilDate('2026-12-27'),
  dueDate: civilDate('2027-01-27'),
  ...noParts,
  penalty: nothing,
  balanceAfter: nothing,
  explain: { balance: fen(1_000_000), ratePpm: ppm(180_000), days: 30, basisDays: 360, rule: 'balanceByDays' },
  spans: [],
  principalHow: {
    rule: 'rest',
    instalment: null,
    drawn: { balance: fen(1_000_000), periods: 12 },
    isMonthly: true,
    prepaid: nothing,
    interest: fen(15_000),
  },
  state: 'future',
  overdueDays: 0,
  penaltySpans: [],
  penaltyHow: null,
  paid: noParts,
  owed: noParts,
  waived: noParts,
  paidOn: null,
}

test.each([
  ['counts', ['fee', 'penalty', 'interest', 'principal'], '每期依次还费用、罚息、利息、本金', '多付的未到期利息可抵扣'],
  ['kept', ['interest', 'fee', 'penalty', 'principal'], '每期依次还利息、费用、罚息、本金', '已支付的利息不退'],
] as const)(
  'what a part pays first and what becomes of interest that is %s follow the rules of the loan',
  async (interestAhead, order, pays, ahead) => {
    const parts = { ...returned.parts, interest: fen(15_000) }
    await open({ ...returned, mode: 'due', periods: [1], parts, lines: [{ ...notDueYet, owed: parts }], order: [...order], interestAhead })
    expect((await screen.findByText(/本期利息仍按整期计算/)).textContent).toContain(ahead)
    fireEvent.click(screen.getByRole('button', { name: '只还一部分' }))
    expect(screen.getByText(/最少 1/).textContent).toContain(pays)
  },
)

test('a sum that changed while it stood there, as over midnight, is shown beside the one before and confirmed by a press, not by the code', async () => {
  const due = (total: number): RepayQuote => ({ ...returned, mode: 'due', periods: [1], parts: { ...returned.parts, total: fen(total) } })
  await open(due(103_070))
  const calls = answer({ '/repay/pay': { repaymentId: 1, status: 'requested' } })
  const sent = () => calls.filter(({ path }) => path.endsWith('/repay/pay')).map(({ body }) => body)
  await screen.findByRole('button', { name: /确认还款 1,030\.70 元/ })
  act(() => changeTo(due(103_130)))
  expect(await screen.findByText('应还金额已由 1,030.70 元变为 1,031.30 元，请核对后点击按钮确认')).not.toBeNull()
  expect(screen.queryByText(/输入完验证码即确认/)).toBeNull()
  fireEvent.change(screen.getByLabelText('短信验证码'), { target: { value: '1234' } })
  await act(async () => undefined)
  expect(sent()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /确认还款 1,031\.30 元/ }))
  await waitFor(() => expect(sent()).toEqual([{ loanId: 7, mode: 'due', amountFen: 103_130, part: false, cardId: 3, authCode: '1234' }]))
})

test('a part is sent as a part, also when it is all that is due', async () => {
  await open({ ...returned, mode: 'due', periods: [1] })
  const calls = answer({ '/repay/pay': { repaymentId: 1, status: 'requested' } })
  fireEvent.click(await screen.findByRole('button', { name: '只还一部分' }))
  fireEvent.change(screen.getByRole('textbox', { name: '还款金额' }), { target: { value: '916.80' } })
  expect(screen.queryByText(/应还金额已由/)).toBeNull()
  fireEvent.change(screen.getByLabelText('短信验证码'), { target: { value: '1234' } })
  await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/repay/pay'))?.body).toMatchObject({ amountFen: 91_680, part: true }))
})

const own = { cardId: 4, bankCode: 'ABC', bankName: '农业银行', tail: '0017', isDefault: false }

test.each([
  ['its own', own, [...cards, own], 4],
  ['the default one when its own cannot be used any more', own, cards, 3],
] as const)('the payment page of a loan preselects the card that the loan is debited from: %s', async (_, debitCard, bound, cardId) => {
  window.sessionStorage.clear()
  const calls = answer({
    '/repay/quote/7': { ...returned, mode: 'due', periods: [1] },
    '/repay/coupons/7': { items: [], bestId: null },
    '/loan/detail/7': { ...api.loan.detail.example.data, loanId: 7, debitCard },
    '/card/list': { holder: '测*', cards: bound },
    '/authCode/send': codeSent,
  })
  await openScreen(RepaymentDetailScreen, ['repay', 'blocks', 'card', 'coupon'], '/screen/7', '/screen/:id')
  fireEvent.click(await screen.findByRole('button', { name: '获取验证码' }))
  await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/authCode/send'))?.body).toMatchObject({ cardId }))
})

test('the payment page suggests the coupon that saves most, shows the sum before it and says why others do not fit; without one the whole is asked', async () => {
  window.sessionStorage.clear()
  const terms = { use: 'repay', minFen: 30_000, productIds: null, periods: null, perLoanMax: 1, bearer: 'platform' }
  const twenty = { couponId: 21, ...terms, rule: { kind: 'amountOff', amountFen: 2_000 } }
  const expiresAt = '2027-01-31T16:00:00.000Z'
  const items = [
    { ...twenty, expiresAt, discountFen: 2_000, obstacle: null },
    { ...twenty, couponId: 22, expiresAt, discountFen: 0, obstacle: 'perLoan' },
  ]
  const applied = { couponId: 21, use: 'repay', rule: twenty.rule, bearer: 'platform', discountFen: 2_000, lines: [] }
  const due = { ...returned, mode: 'due', periods: [1] }
  let coupon: object | null = applied
  answer({
    '/repay/quote/7': () => (coupon === null ? due : { ...due, coupon, parts: { ...due.parts, total: 89_680 } }),
    '/repay/coupons/7': { items, bestId: 21 },
    '/loan/detail/7': { ...api.loan.detail.example.data, loanId: 7, debitCard: own },
    '/card/list': { holder: '测*', cards },
  })
  await openScreen(RepaymentDetailScreen, ['repay', 'blocks', 'card', 'coupon'], '/screen/7', '/screen/:id')
  expect(await screen.findAllByText(/减 20 元/)).not.toEqual([])
  const text = () => document.body.textContent.replaceAll('\u00A0', ' ')
  expect(text()).toContain('优惠前 916.80 元')
  expect(text()).toContain('使用优惠券须一次还清本次应还金额')
  fireEvent.click(screen.getByRole('button', { name: /优惠券/ }))
  expect(await screen.findByText('该笔借款已用过此类优惠券')).not.toBeNull()
  coupon = null
  fireEvent.click(screen.getByRole('button', { name: '不使用优惠券' }))
  await waitFor(() => expect(text()).not.toContain('优惠前'))
})
