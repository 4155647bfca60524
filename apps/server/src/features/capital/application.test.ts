import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, cardIdOf, codeFor, detailOf, limitLeft, moveTo, newKey, notifyOnly, quoted, signedQuote } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import {
  approved,
  askAgain,
  askToOpen,
  borrowerOfPartners,
  decided,
  goodForm,
  handedIn,
  inApp,
  opened,
  ownPage,
  statusOf,
} from './test-partner.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const ready = () => borrowerOfPartners(server)
const partner = (lenderId = inApp) => server.providers.lender(lenderId)
const newsOf = async (who: TestBorrower) =>
  must(await server.call('message', 'list', { query: {} }, who))
    .items.map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('partner'))
const resultOf = async (who: TestBorrower, applicationId?: number) =>
  must(await server.call('capital', 'result', { query: applicationId === undefined ? {} : { applicationId } }, who))
const keyOf = async (applicationId: number) =>
  (
    await server.db
      .selectFrom('partner_application')
      .select('order_key')
      .where('application_id', '=', applicationId)
      .executeTakeFirstOrThrow()
  ).order_key ?? ''

describe('R2.41 R2.48 from the match to the money', () => {
  test('a borrower is matched, agrees, fills the form in, is approved, borrows within the approval, and the money comes', async () => {
    const who = await ready()
    const match = must(await server.call('capital', 'match', { body: { amountFen: fen(1_000_000), periods: 12 } }, who))
    expect(match.hit).toMatchObject({ capitalId: inApp, reasons: [{ code: 'matches', values: {} }], worked: { annualRatePpm: 132_000 } })
    expect(match.others).toMatchObject([{ capitalId: ownPage, reasons: [{ code: 'matches' }, { code: 'laterInOrder' }] }])
    const { applicationId } = await opened(server, who)
    expect(await partner().apply.calls).toEqual([])
    must(await server.call('capital', 'submit', { body: { applicationId, values: goodForm } }, who))
    await decided(server)
    expect(await resultOf(who)).toMatchObject({ application: { status: 'approved', approvedFen: 1_000_000 }, canStop: true })
    const terms = must(await server.call('capital', 'terms', { query: {} }, who))
    expect(terms.products).toMatchObject([{ productId: 401, lenderId: inApp, maxFen: 1_000_000 }])
    const before = await limitLeft(server, who)
    const { loanId } = await borrowed(server, who, { productId: 401, amountFen: 1_000_000 })
    await decided(server)
    expect(await detailOf(server, who, loanId)).toMatchObject({ status: 2, lender: '示例合作银行股份有限公司' })
    expect(await limitLeft(server, who)).toBe(before - 1_000_000)
    expect(await resultOf(who)).toMatchObject({ application: { status: 'taken', loanId }, canMoveOn: false, canStop: false })
    expect(await newsOf(who)).toEqual(['partnerApproved'])
  })

  test('a partner that approves less gets a loan of at most that; one that approves more is not lent above what was asked for', async () => {
    const [less, more] = [await ready(), await ready()]
    partner().decideApply({ result: 'approved', amountFen: fen(600_000), periodsMax: 6 })
    partner().decideApply({ result: 'approved', amountFen: fen(3_000_000) })
    await approved(server, less)
    await approved(server, more)
    expect(must(await server.call('capital', 'terms', { query: {} }, less)).products).toMatchObject([{ maxFen: 600_000, periods: [6, 3] }])
    expect(must(await server.call('capital', 'terms', { query: {} }, more)).products).toMatchObject([{ maxFen: 1_000_000 }])
  })

  test('of two loans on one approval at once, one is made; the other finds the approval used (ID-13)', async () => {
    const who = await ready()
    await approved(server, who)
    const first = await signedQuote(server, who, { productId: 401, amountFen: 500_000 })
    const authCode = await codeFor(server, who, { quoteId: first.quoteId })
    const order = (key: string) =>
      server.call('borrow', 'borrow', { body: { quoteId: first.quoteId, cardId: cardIdOf(who), authCode } }, { token: who.token, key })
    const answers = await Promise.all([order(newKey()), order(newKey()), order(newKey())])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(
      (await server.call('borrow', 'quote', { body: { productId: 401, amountFen: fen(100_000), periods: 12, use: '01' } }, who)).error,
    ).toBe('APPROVAL_MISSING')
  })
})

describe('a partner that does not say yes leads to the next one, visibly', () => {
  test('refused: the reason and the next partner are shown, and the limit stays', async () => {
    const who = await ready()
    const before = await limitLeft(server, who)
    partner().decideApply({ result: 'refused', reason: 'riskRefused' })
    const { application } = await approved(server, who)
    expect(application).toMatchObject({ status: 'refused', reason: 'riskRefused' })
    expect(await resultOf(who)).toMatchObject({ next: { capitalId: ownPage }, canMoveOn: true, canStop: false })
    expect(await limitLeft(server, who)).toBe(before)
    expect(await newsOf(who)).toEqual(['partnerRefused'])
    const { hit, others } = must(await server.call('capital', 'match', { body: {} }, who))
    expect(hit?.capitalId).toBe(ownPage)
    expect(others).toMatchObject([{ capitalId: inApp, reasons: [{ code: 'refusedLately' }] }])
  })

  test('down: it is sent again under one key, then taken back, and nothing is left open', async () => {
    const who = await ready()
    partner().apply.next(...Array.from({ length: 20 }, () => ({ answer: 'unknown' }) as const))
    const { applicationId } = await handedIn(server, who)
    await server.runJobs()
    expect(await statusOf(server, who, applicationId)).toBe('unknown')
    for (let round = 0; round < 7; round += 1) await askAgain(server)
    partner().apply.forget()
    const sent = partner()
      .apply.calls.map(({ key }) => key)
      .filter((key) => key.startsWith(`apply-${applicationId}-`))
    expect(new Set(sent).size).toBe(1)
    expect(sent.length).toBeGreaterThan(1)
    expect(await resultOf(who, applicationId)).toMatchObject({ application: { status: 'unreached' }, next: { capitalId: ownPage } })
  })

  test('a lost answer is asked after, and nothing is sent twice', async () => {
    const who = await ready()
    partner().apply.loseAnswer()
    const { applicationId } = await handedIn(server, who)
    await server.runJobs()
    expect(await statusOf(server, who, applicationId)).toBe('unknown')
    await askAgain(server)
    expect(await statusOf(server, who, applicationId)).toBe('reviewing')
    await server.deliverNotices()
    expect(await statusOf(server, who, applicationId)).toBe('approved')
    expect(partner().apply.calls.filter(({ key }) => key.startsWith(`apply-${applicationId}-`))).toHaveLength(1)
  })

  test('a decision whose notice never came is found by asking', async () => {
    const who = await ready()
    const { applicationId } = await handedIn(server, who)
    await server.runJobs()
    server.providers.takeNotices()
    await askAgain(server)
    expect(await statusOf(server, who, applicationId)).toBe('approved')
  })

  test('slow: after its time the borrower is offered to move on, and at the latest it is cancelled by itself', async () => {
    const who = await ready()
    const { applicationId } = await handedIn(server, who)
    await server.runJobs()
    expect((await resultOf(who)).application).toMatchObject({ status: 'reviewing', isSlow: false })
    server.machine.pass(11 * 60_000)
    expect((await resultOf(who)).application).toMatchObject({ status: 'reviewing', isSlow: true })
    await askAgain(server, 1_440)
    expect(await resultOf(who, applicationId)).toMatchObject({ application: { status: 'cancelled', movingTo: ownPage } })
    expect(await newsOf(who)).toEqual(['partnerEnded'])
    server.providers.takeNotices()
  })

  test('closed: it is not matched, and opens again at its hour', async () => {
    const who = await ready()
    const minutes = (24 - 10) * 60 - 30
    server.machine.pass(minutes * 60_000)
    const { hit, others } = must(await server.call('capital', 'match', { body: {} }, who))
    expect(hit).toBeNull()
    expect(others).toMatchObject([{ reasons: [{ code: 'closed' }] }, { reasons: [{ code: 'closed' }] }])
    server.machine.pass((24 * 60 - minutes) * 60_000)
  })
})

describe('moving on never leaves two applications open', () => {
  test('what was sent is cancelled first; until the answer no other partner can be applied to, and then the next one can', async () => {
    const who = await ready()
    const { applicationId } = await handedIn(server, who)
    await server.runJobs()
    partner().cancelApply.next({ answer: 'unknown' })
    const moved = must(await server.call('capital', 'next', { body: { applicationId } }, who))
    expect(moved).toMatchObject({ application: { status: 'cancelling', movingTo: ownPage }, next: { capitalId: ownPage } })
    await server.runJobs()
    expect(await statusOf(server, who, applicationId)).toBe('cancelling')
    expect((await askToOpen(server, who, { capitalId: ownPage })).error).toBe('CAPITAL_OTHER_OPEN')
    await askAgain(server)
    expect(await statusOf(server, who, applicationId)).toBe('cancelled')
    const next = await opened(server, who, { capitalId: ownPage })
    expect(await resultOf(who, next.applicationId)).toMatchObject({ earlier: [{ applicationId, status: 'cancelled' }], next: null })
    server.providers.takeNotices()
  })

  test('an approval that comes after that is declined towards the partner, shown as such, and no loan can be made of it', async () => {
    const who = await ready()
    const { applicationId } = await handedIn(server, who)
    await server.runJobs()
    must(await server.call('capital', 'next', { body: { applicationId } }, who))
    await server.runJobs()
    server.providers.takeNotices()
    expect(await statusOf(server, who, applicationId)).toBe('cancelled')
    const key = await keyOf(applicationId)
    const cancels = () => partner().cancelApply.calls.filter((call) => call.key === key).length
    const before = cancels()
    const notice = { noticeId: 'late', key, result: 'approved', amountFen: 1_000_000, signedBy: inApp }
    for (let time = 0; time < 2; time += 1) expect(await notifyOnly(server, 'application', notice)).toMatchObject({ code: 0 })
    expect(await statusOf(server, who, applicationId)).toBe('declining')
    await askAgain(server)
    expect(await statusOf(server, who, applicationId)).toBe('declined')
    expect(cancels()).toBe(before + 1)
    expect(await newsOf(who)).toEqual(['partnerLateApproval', 'partnerEnded'])
    const body = { productId: 401, amountFen: fen(100_000), periods: 12, use: '01' } as const
    expect((await server.call('borrow', 'quote', { body }, who)).error).toBe('APPROVAL_MISSING')
  })

  test('an approval that is given up cannot be used any more, and its product leaves the borrowing page', async () => {
    const who = await ready()
    const { application } = await approved(server, who)
    const productsOf = async () => must(await server.call('borrow', 'options', {}, who)).products.map(({ productId }) => productId)
    expect(await productsOf()).toContain(401)
    await server.call('capital', 'stop', { body: { applicationId: application?.applicationId ?? 0 } }, who)
    expect(await productsOf()).not.toContain(401)
    await askAgain(server)
    expect((await resultOf(who)).application?.status).toBe('cancelled')
  })

  test('a partner that never cancels is waited for, and what it approves then is not taken up', async () => {
    const who = await ready()
    const { applicationId } = await handedIn(server, who)
    await server.runJobs()
    must(await server.call('capital', 'stop', { body: { applicationId } }, who))
    partner().cancelApply.next(...Array.from({ length: 5 }, () => ({ answer: 'refused', reason: 'cannotCancel' }) as const))
    await server.runJobs()
    expect(await statusOf(server, who, applicationId)).toBe('cancelling')
    await server.deliverNotices()
    expect(await statusOf(server, who, applicationId)).toBe('cancelling')
    await askAgain(server)
    expect(await statusOf(server, who, applicationId)).toBe('cancelled')
    partner().cancelApply.forget()
    expect(must(await server.call('borrow', 'options', {}, who)).products.map(({ productId }) => productId)).not.toContain(401)
  })

  test('taps, tabs and nodes at once open one application', async () => {
    const who = await ready()
    const answers = await Promise.all(Array.from({ length: 6 }, () => askToOpen(server, who)))
    expect(new Set(answers.map((answer) => must(answer).applicationId)).size).toBe(1)
    const rows = await server.db.selectFrom('partner_application').select('application_id').where('user_id', '=', who.userId).execute()
    expect(rows).toHaveLength(1)
  })
})

describe('what the partner says again, late or otherwise', () => {
  test('the same decision twice is one; of two amounts the smaller holds', async () => {
    const who = await ready()
    const { application } = await approved(server, who)
    const key = await keyOf(application?.applicationId ?? 0)
    for (const [noticeId, amountFen] of [
      ['again', 1_000_000],
      ['smaller', 700_000],
      ['larger', 900_000],
    ] as const)
      await notifyOnly(server, 'application', { noticeId, key, result: 'approved', amountFen, signedBy: inApp })
    expect((await resultOf(who)).application).toMatchObject({ status: 'approved', approvedFen: 700_000 })
    expect(await newsOf(who)).toEqual(['partnerApproved'])
    expect(
      (await server.call('borrow', 'quote', { body: { productId: 401, amountFen: fen(800_000), periods: 12, use: '01' } }, who)).error,
    ).toBe('APPROVAL_NOT_ENOUGH')
  })

  test('a partner that takes its approval back before it is used ends it; one whose loan was made does not', async () => {
    const [before, after] = [await ready(), await ready()]
    for (const who of [before, after]) await approved(server, who)
    const { loanId } = await borrowed(server, after, { productId: 401, amountFen: 500_000 })
    for (const who of [before, after]) {
      const { application } = await resultOf(who)
      const key = await keyOf(application?.applicationId ?? 0)
      await notifyOnly(server, 'application', {
        noticeId: `back-${key}`,
        key,
        result: 'refused',
        amountFen: 0,
        reason: 'withdrawn',
        signedBy: inApp,
      })
    }
    expect((await resultOf(before)).application).toMatchObject({ status: 'refused', reason: 'withdrawn' })
    expect((await resultOf(after)).application).toMatchObject({ status: 'taken', loanId })
    expect((await server.call('capital', 'terms', { query: {} }, before)).error).toBe('CAPITAL_APPLICATION_NOT_FOUND')
    await decided(server)
  })

  test('fields it asks for again are named, filled in and handed in under a new key', async () => {
    const who = await ready()
    partner().decideApply({ result: 'incomplete', missing: ['workPhone'] })
    const { application } = await approved(server, who)
    expect(application).toMatchObject({ status: 'incomplete', missing: ['workPhone'] })
    const applicationId = application?.applicationId ?? 0
    const first = await keyOf(applicationId)
    must(await server.call('capital', 'submit', { body: { applicationId, values: { ...goodForm, workPhone: '010-12345678' } } }, who))
    expect(await keyOf(applicationId)).not.toBe(first)
    await decided(server)
    expect(await statusOf(server, who, applicationId)).toBe('approved')
    // Its word on the former round comes too late.
    await notifyOnly(server, 'application', { noticeId: 'former', key: first, result: 'refused', amountFen: 0, signedBy: inApp })
    expect(await statusOf(server, who, applicationId)).toBe('approved')
  })

  test('an approval that is not used in time ends with a message, and its quote with it', async () => {
    const who = await ready()
    await approved(server, who)
    const quote = await quoted(server, who, { productId: 401, amountFen: 500_000 })
    await moveTo(server, addDays(today(server.clock), 9))
    await askAgain(server)
    expect((await resultOf(who)).application).toMatchObject({ status: 'lapsed' })
    expect(await newsOf(who)).toEqual(['partnerLapsed', 'partnerApproved'])
    expect((await server.call('borrow', 'quoted', { params: { id: quote.quoteId } }, who)).error).toBe('QUOTE_EXPIRED')
  })

  test('capital.applyNotice: NOTICE_UNKNOWN for an order of no partner, and for one that another partner signs', async () => {
    const who = await ready()
    const { applicationId } = await handedIn(server, who)
    const key = await keyOf(applicationId)
    const notice = { noticeId: 'n', result: 'approved', amountFen: 1_000_000 }
    expect(await notifyOnly(server, 'application', { ...notice, key: 'apply-1-1', signedBy: inApp })).toMatchObject({
      error: 'NOTICE_UNKNOWN',
    })
    expect(await notifyOnly(server, 'application', { ...notice, key, signedBy: ownPage })).toMatchObject({ error: 'NOTICE_UNKNOWN' })
    expect(await statusOf(server, who, applicationId)).toBe('submitted')
    await decided(server)
  })
})
