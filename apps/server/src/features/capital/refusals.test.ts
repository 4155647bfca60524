import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, cardIdOf, codeFor, moveTo, newKey, paidOutLoan, publishNext, signedQuote } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { asOperator } from '../servicing/test-operator.ts'
import { approved, askToOpen, borrowerOfPartners, decided, goodForm, handedIn, inApp, opened, ownPage } from './test-partner.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const ready = () => borrowerOfPartners(server)
const errorOf = async (answer: Promise<{ error?: string }>) => (await answer).error
const setLimit = (who: { userId: number }, set: { total_fen?: number; granted_fen?: number; valid_until?: string }) =>
  server.db.updateTable('credit_limit').set(set).where('user_id', '=', who.userId).execute()
const list = (set: Readonly<Record<string, unknown>>[]) => publishNext(server, { kind: 'partners', recordId: 1, set: { partners: set } })
const listed = async () => {
  const { content } = await server.db
    .selectFrom('published_edition')
    .select('content')
    .where('kind', '=', 'partners')
    .orderBy('edition')
    .limit(1)
    .executeTakeFirstOrThrow()
  return partnersIn(content)
}
const partnersIn = (content: unknown) => z.object({ partners: z.array(z.record(z.string(), z.unknown())) }).parse(content).partners

/** Runs something while the list of partners says otherwise; then it is as before. */
async function whileListed(
  change: (one: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined,
  work: () => Promise<void>,
) {
  const before = await listed()
  await list(before.map(change).filter((one) => one !== undefined))
  await work()
  await list(before)
}
const submit = (who: TestBorrower, applicationId: number, values: Record<string, string> = goodForm) =>
  server.call('capital', 'submit', { body: { applicationId, values } }, who)

describe('an application is not opened', () => {
  test('capital.open: CAPITAL_NOT_LISTED for a lender that is not on the list of the day', async () => {
    const who = await ready()
    const body = { capitalId: 1, agreed: [], amountFen: fen(1_000_000), periods: 12 as const, use: '01' as const }
    expect(await errorOf(server.call('capital', 'open', { body }, who))).toBe('CAPITAL_NOT_LISTED')
    await whileListed(
      (one) => (one.lenderId === inApp ? undefined : one),
      async () => {
        expect(await errorOf(server.call('capital', 'open', { body: { ...body, capitalId: inApp } }, who))).toBe('CAPITAL_NOT_LISTED')
        expect(must(await server.call('capital', 'match', { body: {} }, who)).hit?.capitalId).toBe(ownPage)
      },
    )
  })

  test('capital.open: CAPITAL_NOT_MATCHED names every reason: amount, age, region', async () => {
    const who = await ready()
    await whileListed(
      (one) => ({ ...one, criteria: { limitMinFen: 100_000, ageMin: 50, ageMax: 60, provinces: ['310000'], refusedDays: 30 } }),
      async () => {
        const refused = await askToOpen(server, who, { amountFen: 50_000 })
        expect(refused.error).toBe('CAPITAL_NOT_MATCHED')
        expect(refused.detail?.reasons).toMatchObject([{ code: 'amountTooSmall' }, { code: 'ageNotServed' }, { code: 'regionNotServed' }])
        expect(must(await server.call('capital', 'match', { body: {} }, who)).hit).toBeNull()
      },
    )
  })

  test('capital.open: CAPITAL_OTHER_OPEN while another partner has one, with its number', async () => {
    const who = await ready()
    const { applicationId } = await opened(server, who)
    expect(await askToOpen(server, who, { capitalId: ownPage })).toMatchObject({ error: 'CAPITAL_OTHER_OPEN', detail: { applicationId } })
  })

  test('capital.open: AGREEMENT_REQUIRED without the consent, and capital.open: AGREEMENT_OUTDATED for the words of another partner', async () => {
    const who = await ready()
    const body = { capitalId: inApp, agreed: [], amountFen: fen(1_000_000), periods: 12 as const, use: '01' as const }
    expect(await errorOf(server.call('capital', 'open', { body }, who))).toBe('AGREEMENT_REQUIRED')
    const { key, version, sha256 } = must(await server.call('capital', 'text', { params: { id: ownPage } }, who))
    expect(await errorOf(server.call('capital', 'open', { body: { ...body, agreed: [{ key, version, sha256 }] } }, who))).toBe(
      'AGREEMENT_OUTDATED',
    )
  })

  test('capital.open: LIMIT_MISSING, capital.open: LIMIT_EXPIRED, capital.open: LIMIT_NOT_ENOUGH', async () => {
    const without = await server.newBorrower({ upTo: 'identity' })
    expect(await errorOf(askToOpen(server, without))).toBe('LIMIT_MISSING')
    const who = await ready()
    expect(await errorOf(askToOpen(server, who, { amountFen: 9_000_000 }))).toBe('LIMIT_NOT_ENOUGH')
    await setLimit(who, { valid_until: '2026-11-01' })
    expect(await errorOf(askToOpen(server, who))).toBe('LIMIT_EXPIRED')
  })

  test('capital.open: LOAN_OVERDUE while a loan is overdue, capital.open: LOAN_WRITTEN_OFF after a loss', async () => {
    const [late, lost] = [await ready(), await ready()]
    const { loanId } = await borrowed(server, late, { amountFen: 100_000 })
    await server.db.updateTable('loan').set({ status: 6 }).where('loan_id', '=', loanId).execute()
    expect(await errorOf(askToOpen(server, late))).toBe('LOAN_OVERDUE')
    await server.db.updateTable('loan').set({ status: 1 }).where('loan_id', '=', loanId).execute()
    const { contractNo } = await paidOutLoan(server, lost, { amountFen: 100_000 })
    await asOperator(server, contractNo, 'write-off')
    expect(await errorOf(askToOpen(server, lost))).toBe('LOAN_WRITTEN_OFF')
  })
})

describe('the form and its sending', () => {
  test('R2.45 capital.submit: CAPITAL_FORM_INVALID names each field with its first fault, and nothing is sent', async () => {
    const who = await ready()
    const { applicationId } = await opened(server, who)
    const refused = await submit(who, applicationId, { workYears: '99', housing: 'castle', socialInsurance: '!' })
    expect(refused).toMatchObject({ error: 'CAPITAL_FORM_INVALID' })
    expect(refused.detail?.fields).toEqual([
      { field: 'employer', fault: 'required' },
      { field: 'workYears', fault: 'tooLarge' },
      { field: 'housing', fault: 'option' },
      { field: 'socialInsurance', fault: 'pattern' },
    ])
    await server.runJobs()
    expect(server.providers.lender(inApp).apply.calls.filter(({ key }) => key.includes(String(applicationId)))).toEqual([])
  })

  test('R2.45 the form is prefilled from the profile, and what was typed is kept; capital.saveForm: CAPITAL_STEP_NOT_OPEN once it was handed in', async () => {
    const who = await ready()
    const { applicationId } = await opened(server, who)
    const form = async () => must(await server.call('capital', 'form', { query: {} }, who))
    expect(await form()).toMatchObject({ values: { employer: '示例公司' }, prefilled: ['employer'], savedAt: null, isGuest: false })
    must(await server.call('capital', 'saveForm', { body: { applicationId, values: { workYears: '3', unknown: 'x' } } }, who))
    expect(await form()).toMatchObject({ values: { employer: '示例公司', workYears: '3' } })
    expect((await form()).values).not.toHaveProperty('unknown')
    must(await submit(who, applicationId))
    const late = server.call('capital', 'saveForm', { body: { applicationId, values: {} } }, who)
    expect(await errorOf(late)).toBe('CAPITAL_STEP_NOT_OPEN')
    // Handing it in again changes nothing.
    expect(must(await submit(who, applicationId)).applicationId).toBe(applicationId)
    await decided(server)
  })

  test('R2.45 a guest sees the empty form of the partner named', async () => {
    const form = must(await server.call('capital', 'form', { query: { capitalId: inApp } }))
    expect(form).toMatchObject({ isGuest: true, values: {}, application: null, partner: { capitalId: inApp } })
    expect(form.fields.map(({ name }) => name)).toContain('workYears')
  })

  test('capital.submit: CAPITAL_STEP_NOT_OPEN after it ended, capital.stop: CAPITAL_STEP_NOT_OPEN and capital.next: CAPITAL_STEP_NOT_OPEN once a loan was made', async () => {
    const [stopped, lent] = [await ready(), await ready()]
    const { applicationId } = await opened(server, stopped)
    expect(must(await server.call('capital', 'stop', { body: { applicationId } }, stopped)).status).toBe('stopped')
    expect(must(await server.call('capital', 'stop', { body: { applicationId } }, stopped)).status).toBe('stopped')
    expect(await errorOf(submit(stopped, applicationId))).toBe('CAPITAL_STEP_NOT_OPEN')
    const { application } = await approved(server, lent)
    await borrowed(server, lent, { productId: 401, amountFen: 500_000 })
    const body = { applicationId: application?.applicationId ?? 0 }
    for (const name of ['stop', 'next'] as const)
      expect(await errorOf(server.call('capital', name, { body }, lent))).toBe('CAPITAL_STEP_NOT_OPEN')
    await decided(server)
  })

  test('capital.submit: CAPITAL_NOT_LISTED, capital.saveForm: CAPITAL_NOT_LISTED and capital.handOver: CAPITAL_NOT_LISTED when the partner left the list since', async () => {
    const [inAppWho, ownPageWho] = [await ready(), await ready()]
    const form = await opened(server, inAppWho)
    const page = await opened(server, ownPageWho, { capitalId: ownPage })
    await whileListed(
      () => undefined,
      async () => {
        expect(await errorOf(submit(inAppWho, form.applicationId))).toBe('CAPITAL_NOT_LISTED')
        const body = { applicationId: form.applicationId, values: {} }
        expect(await errorOf(server.call('capital', 'saveForm', { body }, inAppWho))).toBe('CAPITAL_NOT_LISTED')
        const own = { applicationId: page.applicationId }
        expect(await errorOf(server.call('capital', 'handOver', { body: own }, ownPageWho))).toBe('CAPITAL_NOT_LISTED')
      },
    )
  })

  test('an application that was handed in to a partner that left the list before it was sent is not sent, and leads to the next one', async () => {
    const who = await ready()
    const { applicationId } = await handedIn(server, who)
    await whileListed(
      (one) => (one.lenderId === inApp ? undefined : one),
      async () => {
        await server.runJobs()
        expect(server.providers.lender(inApp).apply.calls.filter(({ key }) => key.includes(String(applicationId)))).toEqual([])
        expect(must(await server.call('capital', 'result', { query: {} }, who))).toMatchObject({
          application: { status: 'unreached' },
          next: { capitalId: ownPage },
        })
      },
    )
  })

  test('capital.submit: CAPITAL_QUOTA_USED when the day of the partner is full; of many at once only as many get in as there are', async () => {
    const people = await Promise.all([ready(), ready(), ready(), ready()])
    const applications = await Promise.all(people.map((who) => opened(server, who)))
    const on = today(server.clock)
    await server.db
      .insertInto('partner_quota')
      .values({ lender_id: inApp, quota_day: on, used: 4_998 })
      .onConflict((conflict) => conflict.columns(['lender_id', 'quota_day']).doUpdateSet({ used: 4_998 }))
      .execute()
    const answers = await Promise.all(people.map((who, at) => submit(who, applications[at]?.applicationId ?? 0)))
    expect(answers.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['CAPITAL_QUOTA_USED', 'CAPITAL_QUOTA_USED', 'ok', 'ok'])
    expect(must(await server.call('capital', 'match', { body: {} }, await ready())).others).toMatchObject([
      { reasons: [{ code: 'quotaUsed' }] },
    ])
    await server.db.updateTable('partner_quota').set({ used: 0 }).execute()
    await decided(server)
  })

  test('capital.submit: LENDER_CLOSED and capital.handOver: LENDER_CLOSED at night, with the hour of the next opening', async () => {
    const [inAppWho, ownPageWho] = [await ready(), await ready()]
    const form = await opened(server, inAppWho)
    const page = await opened(server, ownPageWho, { capitalId: ownPage })
    server.machine.pass(14 * 3_600_000 - 600_000)
    expect(await submit(inAppWho, form.applicationId)).toMatchObject({ error: 'LENDER_CLOSED', detail: { from: '06:00', to: '23:00' } })
    const own = { applicationId: page.applicationId }
    expect(await errorOf(server.call('capital', 'handOver', { body: own }, ownPageWho))).toBe('LENDER_CLOSED')
    server.machine.pass(10 * 3_600_000)
  })
})

describe('moving on and terms', () => {
  test('capital.next: CAPITAL_NO_NEXT when every other partner is out, and the application stays as it is', async () => {
    const who = await ready()
    const { applicationId } = await opened(server, who)
    await whileListed(
      (one) => (one.lenderId === ownPage ? undefined : one),
      async () => {
        expect(await errorOf(server.call('capital', 'next', { body: { applicationId } }, who))).toBe('CAPITAL_NO_NEXT')
        expect(must(await server.call('capital', 'result', { query: {} }, who)).application?.status).toBe('filling')
      },
    )
  })

  test('capital.terms: CAPITAL_STEP_NOT_OPEN before it is approved', async () => {
    const who = await ready()
    const { applicationId } = await opened(server, who)
    expect(await errorOf(server.call('capital', 'terms', { query: { applicationId } }, who))).toBe('CAPITAL_STEP_NOT_OPEN')
  })
})

describe('a loan of a partner stands on its approval', () => {
  const quote = (who: TestBorrower, amountFen: number) =>
    server.call('borrow', 'quote', { body: { productId: 401, amountFen: fen(amountFen), periods: 12, use: '01' } }, who)

  test('borrow.quote: APPROVAL_MISSING without one, borrow.quote: APPROVAL_NOT_ENOUGH above it', async () => {
    const who = await ready()
    expect(await errorOf(quote(who, 500_000))).toBe('APPROVAL_MISSING')
    await approved(server, who, { amountFen: 500_000 })
    expect(await quote(who, 600_000)).toMatchObject({ error: 'APPROVAL_NOT_ENOUGH', detail: { availableFen: 500_000 } })
    expect(must(await quote(who, 500_000)).lenderId).toBe(inApp)
  })

  test('borrow.borrow: APPROVAL_MISSING when it was given up since the quote, borrow.borrow: APPROVAL_NOT_ENOUGH when it was lowered', async () => {
    const [gone, lowered] = [await ready(), await ready()]
    for (const who of [gone, lowered]) {
      const { application } = await approved(server, who)
      const { quoteId } = await signedQuote(server, who, { productId: 401, amountFen: 800_000 })
      const authCode = await codeFor(server, who, { quoteId })
      if (who === gone) must(await server.call('capital', 'stop', { body: { applicationId: application?.applicationId ?? 0 } }, who))
      else await server.db.updateTable('lender_approval').set({ amount_fen: 700_000 }).where('user_id', '=', who.userId).execute()
      const body = { quoteId, cardId: cardIdOf(who), authCode }
      const answer = await server.call('borrow', 'borrow', { body }, { token: who.token, key: newKey() })
      expect(answer.error).toBe(who === gone ? 'APPROVAL_MISSING' : 'APPROVAL_NOT_ENOUGH')
    }
    await decided(server)
  })

  test('a loan whose pay-out failed is submitted again on the approval it used; borrow.reQuote: APPROVAL_MISSING after its end, borrow.reQuote: APPROVAL_NOT_ENOUGH below its amount', async () => {
    const who = await ready()
    await approved(server, who)
    server.providers.lender(inApp).payOut.next({ answer: 'refused', reason: 'cardRefused' })
    const { loanId } = await borrowed(server, who, { productId: 401, amountFen: 800_000 })
    await server.runJobs()
    const reQuote = () => server.call('borrow', 'reQuote', { params: { id: loanId } }, who)
    expect(must(await reQuote())).toMatchObject({ forLoanId: loanId, lenderId: inApp })
    await server.db.updateTable('lender_approval').set({ amount_fen: 700_000 }).where('user_id', '=', who.userId).execute()
    expect(await errorOf(reQuote())).toBe('APPROVAL_NOT_ENOUGH')
    await moveTo(server, addDays(today(server.clock), 8))
    expect(await errorOf(reQuote())).toBe('APPROVAL_MISSING')
  })
})
