import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { RepaymentResultScreen } from './result-screen.tsx'

afterEach(cleanup)

const paid = {
  repaymentId: 1,
  loanId: 7,
  contractNo: 'FY-7',
  mode: 'due',
  status: 'succeeded',
  askedFen: 91_680,
  takenFen: 91_680,
  parts: { principal: 76_680, interest: 15_000, fee: 0, penalty: 0, total: 91_680 },
  surplusFen: 0,
  reason: null,
  cardTail: '0009',
  askedAt: '2026-12-27T02:00:00.000Z',
  resultBy: null,
  coupon: null,
  loanStatus: 4,
  loanWrittenOff: false,
  owedAfter: 1_008_481,
  stillOwed: null,
  countsFrom: '2026-12-27',
  returnedOn: null,
  effect: null,
  lines: [{ period: 1, dueDate: '2026-12-27', principal: 76_680, interest: 15_000, fee: 0, penalty: 0, total: 91_680 }],
  order: ['fee', 'penalty', 'interest', 'principal'],
  ahead: {
    periodsLeft: 11,
    nextDueDate: '2027-01-27',
    nextInstalmentFen: 91_680,
    laterInstalmentFen: 91_680,
    lastDueDate: '2027-11-27',
    interestLeftFen: 85_161,
  },
}
const open = (repayment: object) => {
  answer({ '/repay/result/1': repayment })
  return openScreen(RepaymentResultScreen, ['repay', 'blocks', 'coupon'], '/screen?id=1')
}

test('a payment that counts says from which day', async () => {
  await open(paid)
  expect(await screen.findByText('还款成功')).not.toBeNull()
  expect(screen.getByText('入账日期').parentElement?.textContent).toContain('2026-12-27')
  expect(screen.queryByText('退回日期')).toBeNull()
})

test('a payment opens into the periods and parts it paid, what was left over, and the rule', async () => {
  await open({ ...paid, takenFen: 100_000, surplusFen: 8_320 })
  fireEvent.click(await screen.findByRole('button', { name: '这笔还款的去向' }))
  const sheet = screen.getByRole('dialog').textContent
  expect(sheet).toContain('第 1\u00A0期 · 2026-12-27916.80')
  expect(sheet).toMatch(/本金.766\.80 · 利息.150\.00/)
  expect(sheet).toContain('多还款项（溢缴款）83.20')
  expect(sheet).toContain('合计1,000.00')
  expect(sheet).toContain('每期依次还费用、罚息、利息、本金。')
})

test('a payment of a loan that was written off since does not say that the loan is settled', async () => {
  await open({ ...paid, loanStatus: 5, loanWrittenOff: true, owedAfter: 0, ahead: null })
  expect(await screen.findByText('这笔借款未还清，剩余部分已核销，不再计收利息和罚息')).not.toBeNull()
  expect(document.body.textContent).not.toContain('结清')
})

test('a prepayment says what it did to the plan, and a failed one leads back to prepaying', async () => {
  const prepaid = { ...paid, mode: 'prepay', effect: 'lower', ahead: { ...paid.ahead, laterInstalmentFen: 71_821 } }
  await open(prepaid)
  expect(await screen.findByText('每期应还已减少：之后每期 718.21 元')).not.toBeNull()
  cleanup()
  await open({ ...prepaid, effect: 'shorten', ahead: { ...paid.ahead, periodsLeft: 9, lastDueDate: '2027-09-27' } })
  expect((await screen.findByText(/^期限已缩短/)).textContent).toBe('期限已缩短：剩余 9\u00A0期，2027-09-27 还清')
  cleanup()
  const { here } = await open({ ...prepaid, status: 'failed', takenFen: 0, lines: [], reason: 'balanceTooLow' })
  fireEvent.click(await screen.findByRole('button', { name: '换卡重试' }))
  expect(here()).toBe('/prepayment/7')
})

test('a payment the bank took back says so, on which day, and leads to paying again', async () => {
  const { here } = await open({ ...paid, status: 'returned', returnedOn: '2027-01-05', owedAfter: 1_100_161 })
  expect(await screen.findByText('还款被退回')).not.toBeNull()
  expect(screen.getByText(/银行退回了这笔还款/)).not.toBeNull()
  expect(screen.getByText('退回日期').parentElement?.textContent).toContain('2027-01-05')
  expect(screen.queryByText('入账日期')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '继续还款' }))
  expect(here()).toBe('/repaymentDetail/7?mode=due')
})

test('of a settled loan a returned payment is owed still: no new loan is offered before it is paid', async () => {
  await open({ ...paid, status: 'returned', returnedOn: '2027-01-05', loanStatus: 5, owedAfter: 91_680 })
  expect(await screen.findByText(/剩余应还 916\.80 元/)).not.toBeNull()
  expect(screen.queryByRole('button', { name: '再借一笔' })).toBeNull()
  expect(screen.getByRole('button', { name: '继续还款' })).not.toBeNull()
})

test('a partly taken debit has no mark of success, and says what is still owed now instead of the rest of the whole loan', async () => {
  const stillOwed = { totalFen: 26_155, overdueFen: 26_155, overdueDays: 5, periods: [1], dueDate: '2026-12-27', settleFen: 1_010_000 }
  const partly = { ...paid, status: 'partly', askedFen: 52_309, takenFen: 26_154, stillOwed }
  const { here, container } = await open(partly)
  expect(await screen.findByText('部分还款成功')).not.toBeNull()
  expect(container.querySelector('[role=status]')?.className).toContain('part')
  expect(screen.getByText('261.54', { exact: false, selector: '[role=status] *' })).not.toBeNull()
  expect(screen.getByText('本期还差 261.55 元，仍逾期')).not.toBeNull()
  expect(document.body.textContent).not.toContain('10,084.81')
  fireEvent.click(screen.getByRole('button', { name: '继续还款' }))
  expect(here()).toBe('/repaymentDetail/7?mode=due')
  cleanup()
  await open({ ...partly, stillOwed: { ...stillOwed, overdueDays: 0, overdueFen: 0, periods: [1, 2], dueDate: '2027-02-01' } })
  await screen.findByText('部分还款成功')
  expect(document.body.textContent?.replaceAll('\u00A0', ' ')).toContain('这几期还差 261.55 元，2027-02-01 到期')
  cleanup()
  await open({ ...partly, mode: 'all', stillOwed: { ...stillOwed, overdueDays: 0 } })
  expect(await screen.findByText('结清还差 10,100.00 元')).not.toBeNull()
})

test('a debit that failed and was made good since offers no further payment', async () => {
  await open({ ...paid, status: 'failed', takenFen: 0, lines: [], reason: 'balanceTooLow' })
  expect(await screen.findByText('扣款未成功')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '换卡重试' })).toBeNull()
})

const openTwo = (first: object, second: object) => {
  answer({ '/repay/result/1': first, '/repay/result/2': { ...paid, repaymentId: 2, loanId: 9, contractNo: 'FY-9', ...second } })
  return openScreen(RepaymentResultScreen, ['repay', 'blocks', 'coupon'], '/screen?ids=1.2')
}

test('R2.23 the debits of several loans: each has its own result and reason, and what came of all stands above', async () => {
  const { here } = await openTwo(paid, { status: 'failed', takenFen: 0, reason: 'balanceTooLow' })
  expect(await screen.findByText('部分借款还款成功')).not.toBeNull()
  expect(document.body.textContent.replaceAll('\u00A0', ' ')).toContain('2 笔中 1 笔还款成功')
  const failed = screen.getByRole('button', { name: /FY-9/ })
  expect(failed.textContent).toContain('扣款未成功')
  expect(failed.textContent).toContain('余额不足')
  expect(screen.getByRole('button', { name: /FY-7/ }).textContent).toContain('还款成功')
  fireEvent.click(failed)
  expect(here()).toBe('/repaymentResult?id=2')
})

test.each([
  ['waiting', { status: 'processing' }, '正在扣款'],
  ['done', {}, '全部还款成功'],
  ['part', { status: 'partly', takenFen: 100 }, '部分借款还款成功'],
])('R2.23 of several loans: %s', async (state, second, title) => {
  const { container } = await openTwo(paid, second)
  expect(await screen.findByRole('heading', { name: title })).not.toBeNull()
  expect(container.querySelector('[role=status]')?.className).toContain(state)
})

test('R2.23 of several loans none of which was debited no amount is claimed as paid', async () => {
  const failed = { status: 'failed', takenFen: 0, reason: 'balanceTooLow' }
  const { container } = await openTwo({ ...paid, ...failed }, failed)
  await screen.findAllByText('扣款未成功')
  expect(container.querySelector('[role=status]')?.textContent).toContain('0.00')
})

test('R2.23 a result that is not the borrower’s, among several, is not found', async () => {
  answer({ '/repay/result/1': paid, '/repay/result/2': refusal('REPAYMENT_NOT_FOUND', '还款记录不存在') })
  await openScreen(RepaymentResultScreen, ['repay', 'blocks', 'coupon'], '/screen?ids=1.2')
  expect(await screen.findByText('没有找到这笔还款')).not.toBeNull()
})

test.each(['requested', 'processing', 'unknown'])(
  'R2.23 while a debit runs (%s) the server’s latest time of a result counts down',
  async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-12-27T03:30:00.000Z') })
    await open({ ...paid, status, takenFen: 0, countsFrom: null, lines: [], resultBy: '2026-12-28T03:00:00.000Z' })
    const said = () => document.body.textContent.replaceAll('\u00A0', ' ')
    await screen.findByText(/最晚/)
    expect(said()).toContain('最晚 2026-12-28 11:00 有结果，还剩 23 小时')
    vi.setSystemTime(new Date('2026-12-28T02:30:00.000Z'))
    await act(async () => vi.advanceTimersByTimeAsync(10_000))
    expect(said()).toContain('还剩 30 分钟')
    vi.useRealTimers()
  },
)

test('R2.23 a debit with a result counts nothing down', async () => {
  await open(paid)
  await screen.findByText('还款成功')
  expect(screen.queryByText(/最晚/)).toBeNull()
})
