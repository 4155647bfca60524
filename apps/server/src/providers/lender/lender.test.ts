import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import { lenderUnderTest } from '../adapters-under-test.ts'
import { bindForTest } from '../bank/bind-for-test.ts'
import { everyAdapter, keyFor, statementOf } from '../suite.ts'

const orderedOn = civilDate('2026-11-27')

everyAdapter((current) => {
  const underTest = () => ({ ...current(), lender: current().providers.lender(lenderUnderTest) })
  const payOut = async (mobile: string) => ({
    key: keyFor('payOut'),
    contractNo: 'FY2026112700001',
    channelAgreementNo: await bindForTest(current(), mobile),
    amountFen: fen(1_000_000),
    orderedOn,
    noticeUrl: current().noticeUrl,
  })

  test('a pay-out ordered twice is paid once, reported by one signed call-back, and found by asking', async () => {
    const { lender, notices } = underTest()
    const request = await payOut('13800000081')
    expect(await lender.payOut(request)).toEqual({ answer: 'ok' })
    expect(await lender.payOut(request)).toEqual({ answer: 'ok' })
    await expect.poll(() => notices(request.key)).toMatchObject([{ lenderId: lenderUnderTest, result: 'paid', amountFen: 1_000_000 }])
    const found = { answer: 'ok', state: 'paid', amountFen: 1_000_000, paidAt: null, reason: null }
    expect(await lender.queryPayOut({ key: request.key })).toEqual(found)
  })

  test('a refused pay-out paid nothing: asking does not find it', async () => {
    const { lender, order } = underTest()
    await order('lender', 'refuse')
    const request = await payOut('13800000082')
    expect(await lender.payOut(request)).toMatchObject({ answer: 'refused' })
    expect(await lender.queryPayOut({ key: request.key })).toMatchObject({ state: 'notFound' })
  })

  test('an order that was cancelled before it came is never paid out, and one that was paid stays paid', async () => {
    const { lender, notices } = underTest()
    const never = await payOut('13800000087')
    expect(await lender.cancelPayOut({ key: never.key })).toMatchObject({ state: 'refused', reason: 'cancelled' })
    expect(await lender.payOut(never)).toEqual({ answer: 'refused', reason: 'cancelled' })
    expect(await lender.cancelPayOut({ key: never.key })).toMatchObject({ state: 'refused', reason: 'cancelled' })
    const paid = await payOut('13800000088')
    await lender.payOut(paid)
    await expect.poll(() => notices(paid.key)).toHaveLength(1)
    expect(await lender.cancelPayOut({ key: paid.key })).toMatchObject({ state: 'paid', amountFen: 1_000_000 })
  })

  test('a pay-out whose answer was lost is unknown, and asking finds it', async () => {
    const { lender, order, notices } = underTest()
    await order('lender', 'loseAnswer')
    const request = await payOut('13800000083')
    expect(await lender.payOut(request)).toEqual({ answer: 'unknown' })
    await expect.poll(() => notices(request.key)).toHaveLength(1)
    expect(await lender.queryPayOut({ key: request.key })).toMatchObject({ state: 'paid', amountFen: 1_000_000 })
  })

  test('the statement of a day lists each order that moved money under the day it was ordered on, by key, over all pages', async () => {
    const { lender, notices, order } = underTest()
    const on = civilDate('2026-03-01')
    const moved = []
    for (const mobile of ['13800000084', '13800000085', '13800000086']) moved.push({ ...(await payOut(mobile)), orderedOn: on })
    for (const request of moved) await lender.payOut(request)
    for (const { key } of moved) await expect.poll(() => notices(key)).toHaveLength(1)
    await order('lender', 'refuse')
    await lender.payOut({ ...(await payOut('13800000084')), orderedOn: on })
    const entries = moved.map(({ key, amountFen }) => ({ orderKey: key, kind: 'payOut', amountFen }))
    expect(await statementOf(lender, on)).toEqual(entries.toSorted((a, b) => (a.orderKey < b.orderKey ? -1 : 1)))
    expect(await statementOf(lender, civilDate('2026-03-02'))).toEqual([])
  })

  const application = (amountFen = 1_000_000) => ({
    key: keyFor('apply'),
    amountFen: fen(amountFen),
    periods: 12,
    data: { name: '测试', form: { workYears: '3' } },
    noticeUrl: current().noticeUrl,
  })

  test('an application sent twice is decided once, reported by one signed call-back, and found by asking', async () => {
    const { lender, notices } = underTest()
    const request = application()
    expect(await lender.apply(request)).toEqual({ answer: 'ok' })
    expect(await lender.apply(request)).toEqual({ answer: 'ok' })
    await expect.poll(() => notices(request.key)).toMatchObject([{ lenderId: lenderUnderTest, result: 'approved', amountFen: 1_000_000 }])
    expect(await lender.queryApply({ key: request.key })).toMatchObject({ answer: 'ok', state: 'approved', amountFen: 1_000_000 })
  })

  test('an application whose answer was lost is found by asking; one that never came is not', async () => {
    const { lender } = underTest()
    expect(await lender.queryApply({ key: keyFor('apply') })).toMatchObject({ state: 'notFound' })
  })

  test('an application that was taken back is never approved, whether it had come, was approved, or comes after that', async () => {
    const { lender, notices } = underTest()
    const never = application()
    expect(await lender.cancelApply({ key: never.key })).toMatchObject({ answer: 'ok', state: 'cancelled' })
    expect(await lender.apply(never)).toEqual({ answer: 'refused', reason: 'cancelled' })
    const approved = application()
    await lender.apply(approved)
    await expect.poll(() => notices(approved.key)).toHaveLength(1)
    expect(await lender.cancelApply({ key: approved.key })).toMatchObject({ state: 'cancelled' })
    expect(await lender.queryApply({ key: approved.key })).toMatchObject({ state: 'cancelled' })
    const other = current().providers.lender(lenderUnderTest + 1)
    expect(await other.queryApply({ key: approved.key })).toMatchObject({ state: 'notFound' })
  })

  test('lenders know nothing of each other: orders, cancellations and statements are those of one lender', async () => {
    const { providers, lender, notices } = underTest()
    const other = providers.lender(lenderUnderTest + 1)
    const on = civilDate('2026-03-03')
    const request = { ...(await payOut('13800000089')), orderedOn: on }
    await lender.payOut(request)
    await expect.poll(() => notices(request.key)).toMatchObject([{ lenderId: lenderUnderTest }])
    expect(await other.queryPayOut({ key: request.key })).toMatchObject({ state: 'notFound' })
    expect(await other.cancelPayOut({ key: request.key })).toMatchObject({ state: 'refused', reason: 'cancelled' })
    expect(await lender.queryPayOut({ key: request.key })).toMatchObject({ state: 'paid' })
    expect(await statementOf(other, on)).toEqual([])
    expect(await statementOf(lender, on)).toEqual([{ orderKey: request.key, kind: 'payOut', amountFen: request.amountFen }])
  })

  test('a failure ordered of one lender leaves the others as they are', async () => {
    const { providers, order } = underTest()
    await order('lender', 'refuse')
    expect(await providers.lender(lenderUnderTest + 1).payOut(await payOut('13800000090'))).toEqual({ answer: 'ok' })
    expect(await providers.lender(lenderUnderTest).payOut(await payOut('13800000090'))).toMatchObject({ answer: 'refused' })
  })
})
