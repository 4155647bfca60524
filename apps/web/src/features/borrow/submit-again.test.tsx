import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { SignScreen } from './sign-screen.tsx'
import { WithdrawScreen } from './withdraw-screen.tsx'

beforeEach(() => window.sessionStorage.clear())
afterEach(cleanup)

const quote = { ...api.borrow.quote.example.data, bankCodes: ['ICBC', 'ABC'], quoteId: 9, forLoanId: 1, signed: true }
const card = { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true }
const other = { cardId: 2, bankCode: 'ABC', bankName: '农业银行', tail: '0017', isDefault: false }
const failure = { cause: 'card', canResubmit: true, givenUpAt: null }
const loan = { ...api.loan.detail.example.data, loanId: 1, status: 3, failReason: 'cardRefused', failure, card }
const table = {
  '/loan/quote/9': quote,
  '/loan/detail/1': loan,
  '/card/list': { holder: '测*', cards: [card, other] },
  '/authCode/send': { smsCodeDigits: 4, waitSeconds: 60, mobileMask: '138****0001' },
}
const address = '/withdraw/1?quoteId=9&loanId=1'
const path = '/withdraw/:capitalId'

async function withdrawal(more: Parameters<typeof answer>[0] = {}) {
  const calls = answer({ ...table, ...more })
  const { here } = await openScreen(WithdrawScreen, ['borrow', 'blocks', 'lending', 'option', 'coupon'], address, path)
  await screen.findByText('收款银行卡')
  return { calls, here, sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body) }
}
const chosenCard = () => screen.getByText('收款银行卡').parentElement?.textContent
const type = (code: string) => fireEvent.change(screen.getByLabelText(/验证码/), { target: { value: code } })

test('R7.20 the card at fault is named and not chosen by itself; the code submits the loan again and borrows no second one', async () => {
  const { sent, here } = await withdrawal({ '/reLoan/1': { loanId: 1, status: 1 } })
  expect(screen.getByText(/上次向工商银行.*放款未成功，请换一张银行卡/)).not.toBeNull()
  expect(chosenCard()).toContain('0017')
  type('1234')
  await waitFor(() => expect(here()).toBe('/withdrawSuccess?loanId=1'))
  expect(sent('/reLoan/1')).toEqual([{ quoteId: 9, cardId: 2, authCode: '1234' }])
  expect(sent('/loan/borrow')).toEqual([])
})

test('a card that was just added is taken by itself, also beside a default one', async () => {
  const calls = answer({ ...table, '/loan/quote/9': { ...quote, forLoanId: null }, '/loan/borrow': { loanId: 1 } })
  await openScreen(WithdrawScreen, ['borrow', 'blocks', 'lending', 'option', 'coupon'], '/withdraw/1?quoteId=9&cardId=2', path)
  await screen.findByText('收款银行卡')
  expect(chosenCard()).toContain('0017')
  type('1234')
  await waitFor(() => expect(calls.find(({ path }) => path.endsWith('/loan/borrow'))?.body).toMatchObject({ cardId: 2 }))
})

test('cards of banks that the lender does not serve are not listed, and the page says so', async () => {
  answer({ ...table, '/loan/quote/9': { ...quote, forLoanId: null, bankCodes: ['ABC'] } })
  await openScreen(WithdrawScreen, ['borrow', 'blocks', 'lending', 'option', 'coupon'], '/withdraw/1?quoteId=9', path)
  await screen.findByText('收款银行卡')
  expect(chosenCard()).toContain('0017')
  expect(screen.getByText(`${quote.costSheet.lender}不支持的银行卡未列出。`)).not.toBeNull()
})

test('with no card but the one at fault nothing is submitted until another is chosen', async () => {
  const { sent } = await withdrawal({ '/card/list': { holder: '测*', cards: [card] } })
  expect(chosenCard()).not.toContain('0009')
  type('1234')
  expect(await screen.findByRole('button', { name: '确认提现' })).not.toBeNull()
  expect(sent('/reLoan/1')).toEqual([])
})

test('a code that was sent for another card is refused at its box, which is emptied; the chosen card stays, and another code can be asked for', async () => {
  const said = '该验证码仅适用于短信中的那笔交易'
  const { sent } = await withdrawal({ '/reLoan/1': refusal('SMS_CODE_OTHER_ORDER', said) })
  type('1234')
  expect(await screen.findByText(said)).not.toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>(/验证码/).value).toBe('')
  expect(chosenCard()).toContain('0017')
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  await waitFor(() => expect(sent('/authCode/send')).toMatchObject([{ purpose: 'withdraw', quoteId: 9, cardId: 2 }]))
})

test('a loan that another tab submitted meanwhile is led to, and not submitted twice', async () => {
  const { here } = await withdrawal({ '/reLoan/1': refusal('LOAN_NOT_FAILED', '该借款无需重新提交') })
  type('1234')
  await waitFor(() => expect(here()).toBe('/withdrawSuccess?loanId=1'))
})

test('an edition that came into force since is signed again: the way leads to a new quote', async () => {
  const outdated = refusal('AGREEMENT_OUTDATED', '《借款合同》已更新，请重新阅读并同意')
  const { here } = await withdrawal({ '/reLoan/1': outdated, '/loan/reQuote/1': { ...quote, quoteId: 10, signed: false } })
  type('1234')
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=10&loanId=1'))
})

test('a new loan whose contract has a newer edition is quoted again with the same wish', async () => {
  const { sent, here } = await withdrawal({
    '/loan/quote/9': { ...quote, forLoanId: null },
    '/loan/borrow': refusal('AGREEMENT_OUTDATED', '《借款合同》已更新，请重新阅读并同意'),
    '/loan/quote': { ...quote, quoteId: 11, forLoanId: null, signed: false },
  })
  type('1234')
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=11'))
  const { productId, amountFen, periods, use } = quote
  expect(sent('/loan/quote')).toEqual([{ productId, amountFen, periods, use }])
})

test('what is signed again is shown first, with its total and a way to give the loan up; nothing opens by itself', async () => {
  answer({ ...table, '/loan/quote/9': { ...quote, signed: false } })
  await openScreen(SignScreen, ['borrow', 'blocks', 'option', 'agreement', 'coupon'], '/screen?quoteId=9&loanId=1')
  expect(await screen.findByText(/与上次签署时不同，请核对后重新签署/)).not.toBeNull()
  expect(screen.getByText('11,001.61')).not.toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: '放弃借款' })).not.toBeNull()
})

test('a quote that ran out leads back to the loan, not to a new one', async () => {
  answer({ ...table, '/loan/quote/9': refusal('QUOTE_EXPIRED', '试算已过期') })
  const { here } = await openScreen(SignScreen, ['borrow', 'blocks', 'option', 'agreement', 'coupon'], '/screen?quoteId=9&loanId=1')
  fireEvent.click(await screen.findByRole('button', { name: '查看这笔借款' }))
  await waitFor(() => expect(here()).toBe('/loan/detail/1'))
})
