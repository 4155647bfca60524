import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { RepayTogetherScreen } from './together-screen.tsx'

beforeEach(() => window.sessionStorage.clear())
afterEach(() => {
  cleanup()
  window.localStorage.clear()
})

const bill = (loanId: number, period: number, total: number, more: object = {}) => ({
  loanId,
  contractNo: `FY-${loanId}`,
  period,
  periods: 12,
  dueDate: '2026-12-27',
  daysLeft: 3,
  overdueDays: 0,
  state: 'future',
  principal: total,
  interest: 0,
  fee: 0,
  penalty: 0,
  total,
  paidTotal: 0,
  payNowFen: total,
  runningRepaymentId: null,
  ...more,
})
const listed = (bills: object[]) => ({ today: '2026-12-24', bills, overdueTotal: 0, dueTotal: 0, returned: [] })
const cards = [{ cardId: 3, bankCode: 'ICBC', bankName: '工商银行', tail: '0001', isDefault: true }]
const open = async (bills: object[], more: Parameters<typeof answer>[0] = {}) => {
  const calls = answer({
    '/repay/bills': () => listed(bills),
    '/card/list': { holder: '测*', cards },
    '/authCode/send': { smsCodeDigits: 4, waitSeconds: 60, expiresInSeconds: 300, mobileMask: '138****0000' },
    ...more,
  })
  const shown = await openScreen(RepayTogetherScreen, ['repay', 'blocks', 'card'], '/screen?bills=7.1_9.2')
  return { ...shown, calls, sent: () => calls.filter(({ path }) => path.endsWith('/payTogether')).map(({ body }) => body) }
}
const two = [bill(7, 1, 90_256), bill(9, 1, 10_000, { payNowFen: 30_000 }), bill(9, 2, 20_000, { payNowFen: 30_000 })]
const chosen = [
  { loanId: 7, upToPeriod: 1, amountFen: 90_256 },
  { loanId: 9, upToPeriod: 2, amountFen: 30_000 },
]
const type = async (code: string) => fireEvent.change(await screen.findByLabelText('短信验证码'), { target: { value: code } })

test('R2.26 one code is asked for all debits and confirms them; each debit is named, and the results of all follow', async () => {
  const { calls, sent, here } = await open(two, {
    '/payTogether': {
      repayments: [
        { loanId: 7, repaymentId: 1 },
        { loanId: 9, repaymentId: 2 },
      ],
    },
  })
  expect(await screen.findByText('FY-7')).not.toBeNull()
  expect(screen.getByText('FY-9').closest('div')?.textContent).toContain('300.00')
  expect(screen.getByText(/某一笔扣款未成功，不影响其他借款/)).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/authCode/send'))?.body).toMatchObject({
      purpose: 'repayTogether',
      bills: chosen,
      cardId: 3,
    }),
  )
  await type('1234')
  await waitFor(() => expect(sent()).toEqual([{ bills: chosen, cardId: 3, authCode: '1234' }]))
  await waitFor(() => expect(here()).toBe('/repaymentResult?ids=1.2'))
})

test('ID-01 five taps at once send one order', async () => {
  let give: (data: object) => void = () => undefined
  const { sent } = await open(two, { '/payTogether': () => new Promise((resolve) => (give = resolve)) })
  await type('1234')
  for (let tap = 0; tap < 5; tap += 1) fireEvent.click(screen.getByRole('button', { name: /确认还款/ }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  give({ repayments: [{ loanId: 7, repaymentId: 1 }] })
  expect(sent()).toHaveLength(1)
})

test.each([
  ['QUOTE_CHANGED', '应还金额已变为 1,200.00 元，请确认后重试'],
  ['REPAYMENT_RUNNING', '有一笔还款正在处理，请等待结果'],
  ['LOAN_ALREADY_SETTLED', '这笔借款已结清'],
])('a refusal stands on the page, and the bills are looked at again: %s', async (error, msg) => {
  const { calls } = await open(two, { '/payTogether': refusal(error, msg) })
  await type('1234')
  expect(await screen.findByText(msg)).not.toBeNull()
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/repay/bills')).length).toBeGreaterThan(1))
})

test('a code that is wrong stands under the code', async () => {
  await open(two, { '/payTogether': refusal('SMS_CODE_WRONG', '验证码错误，还可输入 4 次') })
  await type('1234')
  expect(await screen.findByText('验证码错误，还可输入 4 次')).not.toBeNull()
  expect(screen.getByLabelText('短信验证码')).toHaveProperty('value', '')
})

test('bills that cannot be paid any more are not asked for; where none is left the page says so and leads to the bills', async () => {
  const { here } = await open([bill(7, 1, 100, { runningRepaymentId: 5 })])
  expect(await screen.findByText('所选账单目前无需还款或正在扣款')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '查看还款账单' }))
  expect(here()).toBe('/loan/record')
})

test('ID-02 after a lost answer the results are shown, and no second order is sent', async () => {
  window.sessionStorage.setItem('moneyKeys', JSON.stringify({ 'payTogether 9,12 1:30000 3': 'a-key-of-before' }))
  const { here, sent } = await open(two, { '/repay/attempt': { repaymentIds: [4, 5] } })
  await waitFor(() => expect(here()).toBe('/repaymentResult?ids=4.5'))
  expect(sent()).toEqual([])
})
