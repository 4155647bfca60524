import { today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { partnerApplicationOpen } from '@fyh/contract/capital.machine.ts'
import { capital } from '@fyh/contract/capital.ts'
import { makeLog } from '@fyh/serve/log.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#app.ts'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, newKey, notifyOnly } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { capitalJobs } from './capital.jobs.ts'
import { askToOpen, borrowerOfPartners, goodForm, inApp, ownPage } from './test-partner.ts'

let server: TestServer
/** Another node on the same database. */
let node: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000', LENDERS_ALWAYS_OPEN: '1' } })
  const config = { ...server.deps.config, nodeId: 1 }
  const log = makeLog({ name: 'node', level: 'silent' })
  node = await createApp({ config, log, machine: server.machine, providers: server.providers, superviseJobs: false })
})
afterAll(async () => {
  await node.close()
  await server.close()
})

const which = fc.nat(3)
const capitalId = fc.constantFrom(inApp, ownPage)
const of = <Act extends string>(act: Act) => fc.record({ act: fc.constant(act) })
const application = fc.record({ act: fc.constant('apply' as const), capitalId, answer: fc.constantFrom('ok', 'ok', 'lost', 'unknown') })
const step = fc.oneof(
  { weight: 4, arbitrary: application },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('notice' as const),
      which,
      result: fc.constantFrom('approved', 'approved', 'approved', 'approved', 'refused', 'incomplete', 'cancelled', 'reviewing'),
      amountFen: fc.constantFrom(1_000_000, 700_000, 1_500_000),
      times: fc.constantFrom(1, 2),
    }),
  },
  { weight: 7, arbitrary: of('borrow') },
  { weight: 2, arbitrary: of('next') },
  { weight: 1, arbitrary: of('stop') },
  { weight: 1, arbitrary: of('withdraw') },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('sweep' as const), minutes: fc.constantFrom(1, 6, 6, 1_500) }) },
  { weight: 4, arbitrary: of('deliver') },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

test('whatever partners answer, late, twice, with another amount, to two nodes and in any order: one application is open, and one wish is lent once', async () => {
  await fc.assert(
    fc.asyncProperty(application, fc.array(step, { minLength: 8, maxLength: 14 }), async (first, rest) => {
      const who = await borrowerOfPartners(server)
      for (const one of [first, ...rest]) {
        await take(who, one)
        await Promise.all([server.runJobs(), node.jobs.drain()])
        await check(who)
      }
      await server.deliverNotices()
      await Promise.all([server.runJobs(), node.jobs.drain()])
      await server.deliverNotices()
      await check(who)
      await server.db
        .updateTable('partner_application')
        .set({ ended_at: new Date('2020-01-01') })
        .where('status', '=', 'refused')
        .execute()
    }),
    { numRuns: 10, seed: 20_261_201 },
  )
  const lines: string[] = []
  await reconcile(server.deps, { date: today(server.clock), say: (line) => lines.push(line) })
  expect(await unbalancedPostings(server.db)).toEqual([])
  // Days are not closed here; everything else agrees.
  const differences = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('compared')),
  )
  expect(differences.filter((line) => !line.includes('its days are closed'))).toEqual([])
  // The answers drawn led to loans and to approvals that came too late.
  const reached = await server.db.selectFrom('partner_step').select('event').distinct().execute()
  expect(reached.map(({ event }) => event)).toEqual(expect.arrayContaining(['taken', 'cancelled', 'incomplete', 'declined']))
}, 240_000)

const applicationsOf = ({ userId }: TestBorrower) =>
  server.db
    .selectFrom('partner_application')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('opened_at')
    .orderBy('application_id')
    .execute()
const isOpen = (status: string) => partnerApplicationOpen.some((one) => one === status)

async function take(who: TestBorrower, one: Step): Promise<void> {
  const applications = await applicationsOf(who)
  const open = applications.find(({ status }) => isOpen(status))
  const body = { applicationId: open?.application_id ?? 1 }
  switch (one.act) {
    case 'apply':
      return apply(who, one)
    case 'notice': {
      const known = applications.filter(({ order_key }) => order_key !== null)
      const about = known[one.which % Math.max(1, known.length)]
      if (about === undefined) return
      const notice = {
        key: about.order_key,
        result: one.result,
        amountFen: one.result === 'approved' ? one.amountFen : 0,
        signedBy: about.lender_id,
      }
      for (let time = 0; time < one.times; time += 1) await notifyOnly(server, 'application', { ...notice, noticeId: `${newKey()}` })
      return
    }
    case 'borrow':
      return borrow(who)
    case 'next':
      return void (await server.call('capital', 'next', { body }, who))
    case 'stop':
      return void (await server.call('capital', 'stop', { body }, who))
    case 'withdraw':
      return void (await server.call('capital', 'withdrawConsent', { params: { id: open?.consent_id ?? 1 } }, who))
    case 'sweep':
      server.machine.pass(one.minutes * 60_000)
      await Promise.all([server.deps, node.deps].map((deps) => capitalJobs(deps)['capital.sweep']?.work({})))
      return
    case 'deliver':
      return server.deliverNotices()
  }
}

async function apply(who: TestBorrower, one: Extract<Step, { act: 'apply' }>): Promise<void> {
  const { data } = await askToOpen(server, who, { capitalId: one.capitalId })
  if (data === null) return
  const { applicationId } = data
  const lender = server.providers.lender(inApp)
  if (one.answer === 'lost') lender.apply.loseAnswer()
  if (one.answer === 'unknown') lender.apply.next({ answer: 'unknown' })
  if (data.way === 'inApp') {
    await server.call('capital', 'submit', { body: { applicationId, values: goodForm } }, who)
    await server.runJobs()
    lender.apply.forget()
    return
  }
  lender.apply.forget()
  const { data: link } = await server.call('capital', 'handOver', { body: { applicationId } }, who)
  const reference = link === null ? '' : (new URL(link.url).searchParams.get('reference') ?? '')
  const fetched = capital.handOverData.data.safeParse((await notifyOnly(server, 'handOver', { reference, signedBy: ownPage })).data)
  if (fetched.success) server.providers.lender(ownPage).placeApplication(fetched.data)
}

/** Tries to borrow twice at once on whatever is approved. */
async function borrow(who: TestBorrower): Promise<void> {
  const { data: terms } = await server.call('capital', 'terms', { query: {} }, who)
  const [product] = terms?.products ?? []
  if (product === undefined || product.maxFen < 500_000) return
  const wish = { productId: product.productId, amountFen: fen(500_000), periods: 12, use: '01' } as const
  const { data: quote } = await server.call('borrow', 'quote', { body: wish }, who)
  if (quote === null) return
  server.machine.pass(quote.costSheet.minReadSeconds * 1_000)
  const agreed = quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  await server.call('borrow', 'sign', { body: { quoteId: quote.quoteId, agreed } }, who)
  const authCode = await codeFor(server, who, { quoteId: quote.quoteId })
  const order = { quoteId: quote.quoteId, cardId: cardIdOf(who), authCode }
  await Promise.all([1, 2].map(() => server.call('borrow', 'borrow', { body: order }, { token: who.token, key: newKey() })))
}

async function check(who: TestBorrower): Promise<void> {
  const { userId } = who
  const applications = await applicationsOf(who)
  expect(applications.filter(({ status }) => isOpen(status)).length).toBeLessThanOrEqual(1)
  const approvals = await server.db.selectFrom('lender_approval').selectAll().where('user_id', '=', userId).execute()
  const usable = approvals.filter(({ used_loan_id, ended_at }) => used_loan_id === null && ended_at === null)
  const approvedOnes = applications.filter(({ status }) => status === 'approved')
  expect(usable.map(({ approval_id }) => approval_id)).toEqual(approvedOnes.map(({ approval_id }) => approval_id))
  const loans = await server.db.selectFrom('loan').select(['loan_id', 'amount_fen', 'lender_id']).where('user_id', '=', userId).execute()
  for (const loan of loans) {
    const own = approvals.filter(({ used_loan_id }) => used_loan_id === loan.loan_id)
    expect(own).toMatchObject([{ lender_id: loan.lender_id }])
    expect(own[0]?.amount_fen).toBeGreaterThanOrEqual(loan.amount_fen)
  }
  const taken = applications.filter(({ status }) => status === 'taken')
  expect(taken.map(({ loan_id }) => loan_id).toSorted()).toEqual(loans.map(({ loan_id }) => loan_id).toSorted())
  expect(new Set(taken.map(({ case_id }) => case_id)).size).toBe(taken.length)
  const { rows } = await sql<{ used: number; lent: number }>`
    select used_fen as used, (select coalesce(sum(amount_fen), 0)::bigint from loan where user_id = ${userId} and status <> 3) as lent
      from credit_limit where user_id = ${userId}`.execute(server.db)
  expect(rows[0]?.used).toBe(rows[0]?.lent)
}
