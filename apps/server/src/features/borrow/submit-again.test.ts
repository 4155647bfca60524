import { addDays, today } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  borrowed,
  cardIdOf,
  codeFor,
  detailOf,
  failedLoan,
  limitLeft,
  moveTo,
  newKey,
  notify,
  orderKeysOf,
  paidOutLoan,
  quoted,
  signedAgain,
  signedQuote,
  submittedAgain,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { asOperator } from '../servicing/test-operator.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

const ready = () => server.newBorrower({ upTo: 'card' })
const reQuote = (loanId: number, { token }: TestBorrower) => server.call('borrow', 'reQuote', { params: { id: loanId } }, { token })
const giveUp = (loanId: number, { token }: TestBorrower) => server.call('borrow', 'giveUp', { params: { id: loanId } }, { token })
const reLoan = (loanId: number, borrower: TestBorrower, body: { quoteId?: number; cardId?: number; authCode?: string } = {}) =>
  server.call(
    'borrow',
    'reLoan',
    { params: { id: loanId }, body: { quoteId: 1, cardId: cardIdOf(borrower), authCode: '0000', ...body } },
    { token: borrower.token, key: newKey() },
  )
const setLimit = (borrower: TestBorrower, values: { used_fen?: number; valid_until?: string; price_tier?: string }) =>
  server.db.updateTable('credit_limit').set(values).where('user_id', '=', borrower.userId).execute()
const sign = async (quote: { quoteId: number; texts: { key: string; version: string; sha256: string }[] }, { token }: TestBorrower) => {
  const agreed = quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  return server.call('borrow', 'sign', { body: { quoteId: quote.quoteId, agreed } }, { token })
}

describe('submitting again', () => {
  test('R7.20 borrow.reLoan: SMS_CODE_EXPIRED without a code; on the same day it keeps the signature: plan and price are shown, the code is asked for, and the loan is paid out', async () => {
    const borrower = await ready()
    const before = await limitLeft(server, borrower)
    const loanId = await failedLoan(server, borrower)
    const quote = must(await reQuote(loanId, borrower))
    expect(quote).toMatchObject({ forLoanId: loanId, signed: true, amountFen: 100_000, payOutDate: today(server.clock) })
    expect(quote.plan.length).toBeGreaterThan(0)
    expect((await reLoan(loanId, borrower, { quoteId: quote.quoteId })).error).toBe('SMS_CODE_EXPIRED')
    expect((await detailOf(server, borrower, loanId)).status).toBe(3)
    expect(await submittedAgain(server, borrower, loanId)).toEqual({ loanId, status: 1 })
    expect(await limitLeft(server, borrower)).toBe(before - 100_000)
    await server.runJobs()
    await server.deliverNotices()
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ status: 2, failReason: null, failure: null })
    const texts = detail.texts.map(({ key }) => key)
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.length).toBe(quote.texts.length)
    const [first] = await orderKeysOf(server, loanId)
    await notify(server, 'payout', { noticeId: 'old', key: first, result: 'refused', amountFen: 100_000, reason: 'cardRefused' })
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
  })

  test('borrow.reLoan: QUOTE_NOT_SIGNED: twenty days later it shows the new due days and is signed again; the loan then stands on the new texts and plan', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    const old = await detailOf(server, borrower, loanId)
    await moveTo(server, addDays(today(server.clock), 20))
    const quote = must(await reQuote(loanId, borrower))
    expect(quote).toMatchObject({ signed: false, payOutDate: today(server.clock), amountFen: 100_000, periods: 12 })
    expect(quote.plan[0]?.dueDate).not.toBe(old.plan[0]?.dueDate)
    expect((await reLoan(loanId, borrower, { quoteId: quote.quoteId })).error).toBe('QUOTE_NOT_SIGNED')
    server.machine.pass(quote.costSheet.minReadSeconds * 1_000)
    must(await sign(quote, borrower))
    const authCode = await codeFor(server, borrower, { quoteId: quote.quoteId })
    must(await reLoan(loanId, borrower, { quoteId: quote.quoteId, authCode }))
    const detail = await detailOf(server, borrower, loanId)
    expect(detail.plan.map(({ dueDate }) => dueDate)).toEqual(quote.plan.map(({ dueDate }) => dueDate))
    expect(detail.texts.map(({ key }) => key).toSorted()).toEqual(quote.texts.map(({ key }) => key).toSorted())
    expect(detail.texts.map(({ signedId }) => signedId)).not.toEqual(old.texts.map(({ signedId }) => signedId))
  })

  test('at another price is signed again, and the loan is lent at that price', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    await setLimit(borrower, { price_tier: 'B' })
    expect(must(await reQuote(loanId, borrower))).toMatchObject({ signed: false, annualRatePpm: 108_000 })
    await submittedAgain(server, borrower, loanId)
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ annualRatePpm: 108_000 })
  })

  test('to another card sends the money there; money of the first attempt counts by its own card and terms', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    const { cardId, price } = { cardId: cardIdOf(borrower), price: (await detailOf(server, borrower, loanId)).price }
    const bound = await server.db.selectFrom('bank_card').selectAll().where('user_id', '=', borrower.userId).executeTakeFirstOrThrow()
    const other = server.deps.ids()
    const values = {
      ...bound,
      card_id: other,
      is_default: false,
      number_index: Buffer.from(`of ${other}`),
      channel_agreement_no: `A${other}`,
    }
    await server.db.insertInto('bank_card').values(values).execute()
    await setLimit(borrower, { price_tier: 'B' })
    const { quoteId } = await signedAgain(server, borrower, loanId)
    must(await reLoan(loanId, borrower, { quoteId, cardId: other, authCode: await codeFor(server, borrower, { quoteId, cardId: other }) }))
    await server.runJobs()
    expect(server.providers.lender(1).payOut.calls.at(-1)?.channelAgreementNo).toBe(`A${other}`)
    expect((await detailOf(server, borrower, loanId)).card.cardId).toBe(other)
    const [first = ''] = await orderKeysOf(server, loanId)
    await notify(server, 'payout', { noticeId: `late-${first}`, key: first, result: 'paid', amountFen: 100_000 })
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ status: 2, card: { cardId }, price })
  })

  test('borrow.reLoan: LOAN_REFUSED_BY_LENDER, borrow.reQuote: LOAN_REFUSED_BY_LENDER when the lender turned the loan down; it can be given up', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower, { reason: 'riskRefused' })
    expect((await detailOf(server, borrower, loanId)).failure).toMatchObject({ cause: 'lender', canResubmit: false })
    expect((await reQuote(loanId, borrower)).error).toBe('LOAN_REFUSED_BY_LENDER')
    expect((await reLoan(loanId, borrower)).error).toBe('LOAN_REFUSED_BY_LENDER')
    must(await giveUp(loanId, borrower))
  })

  test.each([
    ['cardRefused', 'card'],
    ['overCardLimit', 'cardLimit'],
    ['noFunds', 'later'],
    ['a word of the lender', 'lender'],
  ])('a pay-out refused as %s is one of the kind %s', async (reason, cause) => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower, { reason })
    expect((await detailOf(server, borrower, loanId)).failure).toEqual({ cause, canResubmit: cause !== 'lender', givenUpAt: null })
  })
})

describe('giving up', () => {
  test('borrow.giveUp leaves the limit free and nothing owed; records and home stop asking, and giving up twice changes nothing', async () => {
    const borrower = await ready()
    const before = await limitLeft(server, borrower)
    const loanId = await failedLoan(server, borrower)
    must(await giveUp(loanId, borrower))
    const { failure } = await detailOf(server, borrower, loanId)
    expect(failure).toMatchObject({ canResubmit: false, givenUpAt: expect.any(String) })
    await moveTo(server, addDays(today(server.clock), 1))
    must(await giveUp(loanId, borrower))
    expect((await detailOf(server, borrower, loanId)).failure).toEqual(failure)
    expect(await limitLeft(server, borrower)).toBe(before)
    const { items } = must(await server.call('loan', 'list', { query: {} }, borrower))
    expect(items).toMatchObject([{ status: 3, givenUp: true, owedTotal: 0 }])
    expect(must(await server.call('home', 'fyhHome', { body: {} }, borrower)).loans).toMatchObject({ failed: 0, list: [] })
  })

  test('borrow.reLoan: LOAN_GIVEN_UP, borrow.reQuote: LOAN_GIVEN_UP after giving up', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    must(await giveUp(loanId, borrower))
    expect((await reLoan(loanId, borrower)).error).toBe('LOAN_GIVEN_UP')
    expect((await reQuote(loanId, borrower)).error).toBe('LOAN_GIVEN_UP')
  })

  test('borrow.giveUp: LOAN_NOT_FOUND for an unknown loan, borrow.giveUp: LOAN_NOT_FAILED for one that has its money', async () => {
    const borrower = await ready()
    const { loanId } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
    expect((await giveUp(1, borrower)).error).toBe('LOAN_NOT_FOUND')
    expect((await giveUp(loanId, borrower)).error).toBe('LOAN_NOT_FAILED')
  })
})

describe('borrow.reQuote and borrow.reLoan', () => {
  /** Both refuse for the same reason: what may not be quoted may not be handed in on a quote from before. */
  async function refusedAs(error: string, { loanId, borrower, quoteId }: { loanId: number; borrower: TestBorrower; quoteId: number }) {
    expect((await reQuote(loanId, borrower)).error).toBe(error)
    expect((await reLoan(loanId, borrower, { quoteId })).error).toBe(error)
  }
  async function failed() {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    const { quoteId } = await signedAgain(server, borrower, loanId)
    return { borrower, loanId, quoteId }
  }

  test('borrow.reQuote: LOAN_NOT_FOUND, borrow.reLoan: LOAN_NOT_FOUND for an unknown loan and for somebody else’s (PS-11)', async () => {
    const { loanId } = await failed()
    const stranger = await ready()
    for (const id of [1, loanId]) await refusedAs('LOAN_NOT_FOUND', { loanId: id, borrower: stranger, quoteId: 1 })
  })
  test('borrow.reQuote: LOAN_NOT_FAILED, borrow.reLoan: LOAN_NOT_FAILED while the loan is on its way', async () => {
    const borrower = await ready()
    const { loanId } = await borrowed(server, borrower, { amountFen: 100_000 })
    await refusedAs('LOAN_NOT_FAILED', { loanId, borrower, quoteId: 1 })
  })
  test('borrow.reQuote: LIMIT_MISSING, borrow.reLoan: LIMIT_MISSING without a limit', async () => {
    const of = await failed()
    await server.db.deleteFrom('credit_limit').where('user_id', '=', of.borrower.userId).execute()
    await refusedAs('LIMIT_MISSING', of)
  })
  test('borrow.reQuote: LIMIT_EXPIRED, borrow.reLoan: LIMIT_EXPIRED after the last day of the limit', async () => {
    const of = await failed()
    await setLimit(of.borrower, { valid_until: '2026-11-26' })
    await refusedAs('LIMIT_EXPIRED', of)
  })
  test('borrow.reQuote: LIMIT_NOT_ENOUGH, borrow.reLoan: LIMIT_NOT_ENOUGH when the limit was used meanwhile', async () => {
    const of = await failed()
    await server.db
      .updateTable('credit_limit')
      .set((set) => ({ used_fen: set.ref('total_fen') }))
      .where('user_id', '=', of.borrower.userId)
      .execute()
    await refusedAs('LIMIT_NOT_ENOUGH', of)
  })
  test('borrow.reQuote: LOAN_OVERDUE, borrow.reLoan: LOAN_OVERDUE while another loan is overdue', async () => {
    const borrower = await ready()
    const { loanId: other } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
    const loanId = await failedLoan(server, borrower)
    const { quoteId } = await signedAgain(server, borrower, loanId)
    const status = (to: 2 | 6) => server.db.updateTable('loan').set({ status: to }).where('loan_id', '=', other).execute()
    await status(6)
    await refusedAs('LOAN_OVERDUE', { borrower, loanId, quoteId })
    await status(2)
  })
  test('borrow.reQuote: LOAN_WRITTEN_OFF, borrow.reLoan: LOAN_WRITTEN_OFF after another loan was written off', async () => {
    const borrower = await ready()
    const { contractNo } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
    const loanId = await failedLoan(server, borrower)
    const { quoteId } = await signedAgain(server, borrower, loanId)
    await asOperator(server, contractNo, 'write-off')
    await refusedAs('LOAN_WRITTEN_OFF', { borrower, loanId, quoteId })
  })

  test('borrow.reLoan: QUOTE_NOT_FOUND for no quote and for one of another loan; borrow.borrow: QUOTE_NOT_FOUND for one made to submit again', async () => {
    const { borrower, loanId, quoteId } = await failed()
    const { quoteId: ordinary } = await signedQuote(server, borrower, { amountFen: 100_000 })
    const second = await failedLoan(server, borrower)
    for (const wrong of [1, ordinary]) expect((await reLoan(loanId, borrower, { quoteId: wrong })).error).not.toBeUndefined()
    expect((await reLoan(loanId, borrower, { quoteId: 1 })).error).toBe('QUOTE_NOT_FOUND')
    expect((await reLoan(second, borrower, { quoteId })).error).toBe('QUOTE_NOT_FOUND')
    const body = { quoteId, cardId: cardIdOf(borrower), authCode: '0000' }
    expect((await server.call('borrow', 'borrow', { body }, { token: borrower.token, key: newKey() })).error).toBe('QUOTE_NOT_FOUND')
  })
  test('borrow.reLoan: QUOTE_OUTDATED by a newer one of the same loan, borrow.reLoan: QUOTE_EXPIRED after half an hour', async () => {
    const { borrower, loanId, quoteId } = await failed()
    await quoted(server, borrower, { amountFen: 100_000 })
    const newer = must(await reQuote(loanId, borrower))
    expect((await reLoan(loanId, borrower, { quoteId })).error).toBe('QUOTE_OUTDATED')
    server.machine.pass(31 * 60_000)
    expect((await reLoan(loanId, borrower, { quoteId: newer.quoteId })).error).toBe('QUOTE_EXPIRED')
  })
  test('borrow.reLoan: QUOTE_USED for one that an attempt failed on, borrow.reLoan: CARD_NOT_FOUND for an unknown card, borrow.reLoan: SMS_CODE_WRONG', async () => {
    const { borrower, loanId, quoteId } = await failed()
    expect((await reLoan(loanId, borrower, { quoteId, cardId: 1 })).error).toBe('CARD_NOT_FOUND')
    const authCode = await codeFor(server, borrower, { quoteId })
    const wrong = authCode === '1111' ? '2222' : '1111'
    expect((await reLoan(loanId, borrower, { quoteId, authCode: wrong })).error).toBe('SMS_CODE_WRONG')
    server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'noFunds' })
    must(await reLoan(loanId, borrower, { quoteId, authCode }))
    await server.runJobs()
    expect((await reLoan(loanId, borrower, { quoteId })).error).toBe('QUOTE_USED')
  })
})

describe('an edition of the contract that comes into force meanwhile', () => {
  test('borrow.borrow: AGREEMENT_OUTDATED, borrow.sign: AGREEMENT_OUTDATED, borrow.quoted: AGREEMENT_OUTDATED over midnight; what is borrowed on is the edition in force', async () => {
    const night = await testServer({ today: '2026-11-28' })
    const borrower = await night.newBorrower({ upTo: 'card' })
    await night.machine.pass(14 * 3_600_000 - 10 * 60_000)
    const quote = await signedQuote(night, borrower, { amountFen: 100_000 })
    const contract = ({ texts }: { texts: { key: string; version: string }[] }) => texts.find(({ key }) => key === 'loanContract')?.version
    expect(contract(quote)).toBe('1.0')
    const authCode = await codeFor(night, borrower, { quoteId: quote.quoteId })
    night.machine.pass(10 * 60_000)
    expect(today(night.clock)).toBe('2026-11-29')
    const body = { quoteId: quote.quoteId, cardId: cardIdOf(borrower), authCode }
    const call = { token: borrower.token, key: newKey() }
    const answer = await night.call('borrow', 'borrow', { body }, call)
    expect(answer).toMatchObject({ error: 'AGREEMENT_OUTDATED', detail: { key: 'loanContract' } })
    expect((await night.call('borrow', 'quoted', { params: { id: quote.quoteId } }, call)).error).toBe('AGREEMENT_OUTDATED')
    const agreed = quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
    expect((await night.call('borrow', 'sign', { body: { quoteId: quote.quoteId, agreed } }, call)).error).toBe('AGREEMENT_OUTDATED')
    expect(must(await night.call('loan', 'list', { query: {} }, call)).items).toEqual([])
    const fresh = await signedQuote(night, borrower, { amountFen: 100_000 })
    expect(contract(fresh)).toBe('1.1')
    night.machine.pass(61_000)
    must(
      await night.call(
        'borrow',
        'borrow',
        { body: { ...body, quoteId: fresh.quoteId, authCode: await codeFor(night, borrower, { quoteId: fresh.quoteId }) } },
        { ...call, key: newKey() },
      ),
    )
    await night.close()
  })

  test('borrow.reLoan: AGREEMENT_OUTDATED; a failed loan is signed again in the new edition', async () => {
    const night = await testServer({ today: '2026-11-28' })
    const borrower = await night.newBorrower({ upTo: 'card' })
    const loanId = await failedLoan(night, borrower)
    night.machine.pass(14 * 3_600_000 - 10 * 60_000)
    const { quoteId, signed } = must(await night.call('borrow', 'reQuote', { params: { id: loanId } }, borrower))
    expect(signed).toBe(true)
    night.machine.pass(10 * 60_000)
    const body = { quoteId, cardId: cardIdOf(borrower), authCode: await codeFor(night, borrower, { quoteId }) }
    const answer = await night.call('borrow', 'reLoan', { params: { id: loanId }, body }, { token: borrower.token, key: newKey() })
    expect(answer.error).toBe('AGREEMENT_OUTDATED')
    expect(must(await night.call('borrow', 'reQuote', { params: { id: loanId } }, borrower)).signed).toBe(false)
    expect(await submittedAgain(night, borrower, loanId)).toMatchObject({ status: 1 })
    await night.close()
  })
})
