import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { borrowed, failedLoan, moveTo, paid, paidOutLoan } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { applicants, goodProfile, idNumberOf, weakProfile } from '../apply/test-applicant.ts'
import { published, receiveOf, withFriend } from '../campaign/test-campaign.ts'
import { couponOf } from '../coupon/test-coupon.ts'
import { benefitsOn } from '../equity/test-benefits.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  people = applicants(server)
})
afterAll(() => server.close())

type Token = { readonly token: string }
const homeOf = async ({ token }: Token, on = server) => must(await on.call('home', 'fyhHome', { body: {} }, { token }))
const accountOf = async ({ token }: Token) => must(await server.call('home', 'account', {}, { token }))

test('R2.2 R2.3 R7.12 home and account count coupons, benefits and red packets that can be used now, and nobody else’s', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const other = await server.newBorrower({ upTo: 'card' })
  const counts = async (who: Token) => {
    const { owned } = await homeOf(who)
    expect((await accountOf(who)).owned).toEqual(owned)
    return owned
  }
  expect(await counts(borrower)).toEqual({ coupons: 0, benefits: 0, redPackets: 0 })

  const couponId = await couponOf(server, borrower, 'borrow-20')
  await couponOf(server, borrower, 'repay-20')
  await withFriend(server, borrower)
  must(await receiveOf(server, borrower, await published(server)))
  const benefits = benefitsOn(server)
  const orderId = await benefits.bought(borrower)
  expect(await counts(borrower)).toEqual({ coupons: 2, benefits: 1, redPackets: 1 })
  expect(await counts(other)).toEqual({ coupons: 0, benefits: 0, redPackets: 0 })

  await server.db
    .updateTable('coupon')
    .set({ expires_at: new Date('2026-11-27T00:00:00Z') })
    .where('coupon_id', '=', couponId)
    .execute()
  must(await benefits.refund(borrower, orderId))
  expect(await counts(borrower)).toEqual({ coupons: 1, benefits: 0, redPackets: 1 })
})

test('R2.2 R7.12 a debit that took nothing is on home with its reason and card until another one ends', async () => {
  const own = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  const borrower = await own.newBorrower({ upTo: 'card' })
  const { loanId } = await paidOutLoan(own, borrower)
  const first = async () => (await homeOf(borrower, own)).due[0]
  expect((await first())?.failedDebit).toBeNull()
  own.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
  await moveTo(own, '2026-12-27')
  // Its outcome is not known yet.
  expect(await first()).toMatchObject({ debit: 'running', failedDebit: null })
  await own.runJobs()
  await own.deliverNotices()
  const failed = await first()
  expect(failed).toMatchObject({ debit: 'byHand', failedDebit: { reason: 'balanceTooLow', takenFen: 0, askedFen: failed?.total } })
  expect(failed?.failedDebit?.cardTail).toBe(failed?.cardTail)
  own.providers.payment.decide({ result: 'succeeded' })
  await paid(own, borrower, { loanId, mode: 'due', amountFen: failed?.payNowFen ?? 0 })
  expect(await first()).toMatchObject({ period: 2, failedDebit: null })
  await own.close()
})

test('R2.2 R7.12 each loan is listed by itself, newest first: on its way, refused by the lender, being repaid, overdue', async () => {
  const own = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  const borrower = await own.newBorrower({ upTo: 'card' })
  const late = await paidOutLoan(own, borrower, { amountFen: 100_000 })
  await moveTo(own, '2026-12-10')
  const open = await paidOutLoan(own, borrower, { amountFen: 200_000 })
  await moveTo(own, '2026-12-11')
  const failed = await failedLoan(own, borrower, { reason: 'noFunds' })
  const underWay = await borrowed(own, borrower, { amountFen: 300_000 })
  const shown = async () => (await homeOf(borrower, own)).loans.list
  expect((await shown()).map(({ loanId, state }) => `${state} ${loanId}`).toSorted()).toEqual(
    [`disbursing ${underWay.loanId}`, `failed ${failed}`, `open ${open.loanId}`, `open ${late.loanId}`].toSorted(),
  )
  expect((await shown()).slice(2)).toMatchObject([
    { loanId: open.loanId, amountFen: 200_000, paidPeriods: 0 },
    { loanId: late.loanId, amountFen: 100_000 },
  ])
  await own.runJobs()
  await own.deliverNotices()
  await moveTo(own, '2026-12-31')
  must(await own.call('borrow', 'giveUp', { params: { id: failed } }, { token: borrower.token }))
  expect((await shown()).map(({ loanId, state }) => [loanId, state])).toEqual([
    [underWay.loanId, 'open'],
    [open.loanId, 'open'],
    [late.loanId, 'overdue'],
  ])
  await own.close()
})

test('R2.2 R7.12 without a limit home lists every step, and what was begun and left', async () => {
  const cardAt = async (upTo: 'login' | 'photos' | 'face') => (await homeOf(await people.applicant({ upTo }))).card
  expect(await cardAt('login')).toMatchObject({
    next: 'identity',
    hasPhotos: false,
    hasDraft: false,
    steps: [
      { step: 'identity', state: 'doing' },
      { step: 'face', state: 'none' },
      { step: 'profile', state: 'none' },
      { step: 'confirm', state: 'none' },
    ],
  })
  expect(await cardAt('photos')).toMatchObject({ next: 'identity', hasPhotos: true })
  const who = await people.applicant({ upTo: 'face' })
  expect((await homeOf(who)).card).toMatchObject({ next: 'profile', hasDraft: false, hasPhotos: false })
  must(await server.call('apply', 'saveDraft', { body: { draft: { employer: '示例公司' } } }, who))
  expect((await homeOf(who)).card).toMatchObject({ next: 'profile', hasDraft: true })
  await server.db.updateTable('identity').set({ valid_to: '2026-11-26' }).where('user_id', '=', who.userId).execute()
  const { card } = await homeOf(who)
  expect(card).toMatchObject({ next: 'identity', hasPhotos: false, hasDraft: false, idExpiresOn: '2026-11-26' })
  expect(card.state === 'noLimit' && card.steps[0]).toEqual({ step: 'identity', state: 'expired' })
})

test('R2.2 R7.12 home warns of an identity card that ends within 30 days or has ended, with a limit as without', async () => {
  const who = await people.applicant({ upTo: 'decision' })
  const limit = await homeOf(who)
  expect(limit.card).toMatchObject({ state: 'limit', idExpiresOn: null })
  const ends = (day: string) => server.db.updateTable('identity').set({ valid_to: day }).where('user_id', '=', who.userId).execute()
  for (const [day, shown] of [
    ['2026-12-26', '2026-12-26'],
    ['2026-12-27', null],
    ['2026-11-26', '2026-11-26'],
  ] as const) {
    await ends(day)
    expect((await homeOf(who)).card, day).toMatchObject({ state: 'limit', idExpiresOn: shown })
  }
  const fresh = await people.applicant({ upTo: 'photos' })
  must(await people.confirmIdentity(fresh, { validTo: '2026-12-01' }))
  expect((await homeOf(fresh)).card).toMatchObject({ state: 'noLimit', next: 'face', idExpiresOn: '2026-12-01' })
})

test('R2.2 R7.12 a refusal brings its reasons, and says when time does not cure them', async () => {
  const weak = await people.applicant({ upTo: 'decision', profile: weakProfile })
  expect((await homeOf(weak)).card).toMatchObject({ state: 'refused', reasons: ['incomeLow', 'employmentUnstable'], isForGood: false })
  const old = await people.applicant({
    upTo: 'decision',
    profile: goodProfile,
    idNumber: idNumberOf({ birth: '19600307', sequence: 801 }),
  })
  expect((await homeOf(old)).card).toMatchObject({ state: 'refused', reasons: ['overAge'], isForGood: true })
})

test('R2.2 R7.12 a blocked phone freezes the account: nothing can be borrowed, whatever the limit says', async () => {
  const borrower = await people.applicant({ upTo: 'decision' })
  expect(await homeOf(borrower)).toMatchObject({ isFrozen: false, card: { blocked: null } })
  await sql`insert into blocked_phone select phone_index, 'fraud', now() from borrower_phone where user_id = ${borrower.userId}`.execute(
    server.db,
  )
  expect(await homeOf(borrower)).toMatchObject({ isFrozen: true, card: { state: 'limit', blocked: 'frozen' } })
})
