import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import type { Providers } from './providers.ts'
import { scriptedBankCode, scriptedProviders } from './scripted.ts'

const on = civilDate('2026-11-27')
const order = { key: 'debit-1', channelAgreementNo: 'a1', amountFen: fen(91_680), orderedOn: on, noticeUrl: 'http://127.0.0.1:1/notice' }

test('every port is there, agreeable until told otherwise', async () => {
  const scripted = scriptedProviders()
  const providers: Providers = scripted
  expect(await providers.sms.send({ key: 's1', mobile: '13800000000', text: '1234', template: 'code' })).toEqual({ answer: 'ok' })
  const bind = { key: 'b1', cardNumber: '6222020000000009', mobile: '13800000000', name: '测试', idNumber: '11010119900307002X' }
  expect(await providers.bank.startBind(bind)).toMatchObject({ answer: 'ok', smsCodeDigits: scriptedBankCode.length })
  expect(await providers.bank.confirmBind({ key: 'c1', ticket: 't', code: '0000' })).toEqual({ answer: 'refused', reason: 'wrongCode' })
  expect(scripted.sms.send.calls).toHaveLength(1)
})

test('an answer set beforehand is given once and nothing is done', async () => {
  const { payment, takeNotices } = scriptedProviders()
  payment.debit.next({ answer: 'unknown' })
  expect(await payment.debit(order)).toEqual({ answer: 'unknown' })
  expect(await payment.queryDebit({ key: 'debit-1' })).toMatchObject({ state: 'notFound' })
  expect(takeNotices()).toEqual([])
  expect(await payment.debit(order)).toEqual({ answer: 'ok' })
})

test('an order whose answer was lost is in process, ends once, and tells so by its call-back', async () => {
  const { payment, takeNotices } = scriptedProviders()
  payment.decide({ result: 'partly', takenFen: fen(5_000) })
  payment.debit.loseAnswer()
  expect(await payment.debit(order)).toEqual({ answer: 'unknown' })
  await payment.debit(order)
  expect(await payment.queryDebit({ key: 'debit-1' })).toMatchObject({ state: 'processing', takenFen: 0 })
  const body = { noticeId: 'notice-debit-1', key: 'debit-1', result: 'partly', takenFen: 5_000, channelNo: 'channel-debit-1' }
  expect(takeNotices()).toEqual([{ url: order.noticeUrl, body }])
  expect(await payment.queryDebit({ key: 'debit-1' })).toMatchObject({ state: 'partly', takenFen: 5_000 })
})

test('the lender pays out or refuses as decided', async () => {
  const scripted = scriptedProviders()
  const { takeNotices } = scripted
  const lender = scripted.lender(2)
  const payOut = {
    key: 'p1',
    contractNo: 'FY1',
    amountFen: fen(1_000_000),
    channelAgreementNo: 'a1',
    orderedOn: on,
    noticeUrl: 'http://127.0.0.1:1/n',
  }
  lender.decide({ result: 'refused', reason: 'noFunds' })
  await lender.payOut(payOut)
  await lender.payOut({ ...payOut, key: 'p2' })
  expect(takeNotices().map(({ body }) => [body.lenderId, body.result])).toEqual([
    [2, 'refused'],
    [2, 'paid'],
  ])
  expect(await lender.queryPayOut({ key: 'p1' })).toMatchObject({ state: 'refused', reason: 'noFunds' })
  // Another lender knows nothing of it.
  expect(await scripted.lender(3).queryPayOut({ key: 'p1' })).toMatchObject({ state: 'notFound' })
})
