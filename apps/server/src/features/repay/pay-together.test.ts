import { fen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { RequestOf } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { bindCard, lastCodeOf, must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, cardIdOf, codeFor, detailOf, moveTo, newKey, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { createApp } from '../../app.ts'

/** Borrowers with two loans of 3,000 and 6,000 yuan at 18 % over 12 periods, of which the first instalment is paid next. */
let server: TestServer
beforeAll(async () => {
  server = await testServer({ today: '2026-11-27', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  shared = await lent()
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

type Mine = { readonly borrower: TestBorrower; readonly small: number; readonly large: number }
/** For refusals, after which nothing is debited. */
let shared: Mine
async function lent(): Promise<Mine> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId: small } = await paidOutLoan(server, borrower, { amountFen: 300_000 })
  const { loanId: large } = await paidOutLoan(server, borrower, { amountFen: 600_000 })
  return { borrower, small, large }
}
type Bills = RequestOf<Api['repay']['payTogether']>['body']['bills']
type Wanted = readonly { readonly loanId: number; readonly upToPeriod?: number; readonly amountFen?: number }[]
/** What the borrower ticks: by default everything payable now of each loan. */
async function ticked({ borrower }: Mine, wanted: Wanted): Promise<Bills> {
  const { bills } = must(await server.call('repay', 'bills', { query: {} }, borrower))
  return wanted.map(({ loanId, upToPeriod, amountFen }) => {
    const payable = bills.filter((bill) => bill.loanId === loanId && bill.payNowFen !== null)
    const last = upToPeriod ?? payable.at(-1)?.period ?? 1
    const sum = payable.filter(({ period }) => period <= last).reduce((total, bill) => total + bill.total, 0)
    return { loanId, upToPeriod: last, amountFen: fen(amountFen ?? sum) }
  })
}
async function codeOf({ borrower }: Mine, bills: Bills, cardId = cardIdOf(borrower)): Promise<string> {
  server.machine.pass(61_000)
  const body = { purpose: 'repayTogether' as const, bills, cardId }
  must(await server.call('session', 'sendCode', { body }, borrower))
  return lastCodeOf(server, borrower.mobile)
}
type Given = { readonly bills: Bills; readonly authCode: string; readonly payPassword?: string; readonly cardId?: number }
const order = ({ borrower }: Mine, { cardId = cardIdOf(borrower), ...given }: Given, key = newKey()) =>
  server.call('repay', 'payTogether', { body: { cardId, ...given } }, { token: borrower.token, key })
const ordered = async (who: Mine, bills: Bills, key = newKey()) => order(who, { bills, authCode: await codeOf(who, bills) }, key)
const debitsOf = async ({ small, large }: Mine) =>
  server.db.selectFrom('repayment').select(['loan_id', 'status']).where('loan_id', 'in', [small, large]).execute()
const resultOf = async ({ borrower }: Mine, id: number) => must(await server.call('repay', 'result', { params: { id } }, borrower))
async function settle(): Promise<void> {
  await server.runJobs()
  await server.deliverNotices()
  await server.runJobs()
}

test('R2.26 bills of two loans are paid by one code that names their sum: one debit for each loan, each with its own result', async () => {
  const who = await lent()
  const bills = await ticked(who, [{ loanId: who.large }, { loanId: who.small }])
  const authCode = await codeOf(who, bills)
  const sum = bills.reduce((total, { amountFen }) => total + amountFen, 0)
  const sms = server.providers.sms.send.calls.at(-1)?.text
  expect(sms).toContain((sum / 100).toFixed(2).replace(/^(\d)(\d{3})/, '$1,$2'))
  const { repayments } = must(await order(who, { bills, authCode }))
  expect(repayments.map(({ loanId }) => loanId)).toEqual([who.small, who.large])
  await settle()
  for (const { loanId, repaymentId } of repayments) {
    const amountFen = bills.find((asked) => asked.loanId === loanId)?.amountFen
    expect(await resultOf(who, repaymentId)).toMatchObject({ loanId, status: 'succeeded', takenFen: amountFen, surplusFen: 0 })
    const { plan } = await detailOf(server, who.borrower, loanId)
    expect(plan.slice(0, 2).map(({ state }) => state)).toEqual(['paid', 'future'])
  }
})

test('R2.26 a debit that fails leaves the other loan paid, and says which one is still owed', async () => {
  const who = await lent()
  const bills = await ticked(who, [{ loanId: who.small }, { loanId: who.large }])
  await server.runJobs()
  const { repayments } = must(await ordered(who, bills))
  server.providers.payment.debit.next({ answer: 'refused', reason: 'balanceTooLow' })
  await settle()
  const results = await Promise.all(repayments.map(({ repaymentId }) => resultOf(who, repaymentId)))
  expect(results.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded'])
  const failed = results.find(({ status }) => status === 'failed')
  expect(failed).toMatchObject({ takenFen: 0, stillOwed: { totalFen: failed?.askedFen } })
})

test('ID-01 two taps, a retry and two nodes order each debit once', async () => {
  const who = await lent()
  const { config, log } = server.deps
  const second = await createApp({
    config: { ...config, nodeId: 1 },
    log,
    machine: server.machine,
    providers: server.providers,
    superviseJobs: false,
  })
  const bills = await ticked(who, [{ loanId: who.small }, { loanId: who.large }])
  const payload = { bills, authCode: await codeOf(who, bills), cardId: cardIdOf(who.borrower) }
  const key = newKey()
  const send = async (app: { http: typeof second.http }, idempotencyKey: string) =>
    (
      await app.http.inject({
        method: 'POST',
        url: `${constants.apiPrefix}/fyh/app/repay/payTogether`,
        headers: { 'x-user-token': who.borrower.token, 'idempotency-key': idempotencyKey },
        payload,
      })
    ).json()
  const answers = await Promise.all([send(server, key), send(second, key), send(server, newKey()), send(second, newKey())])
  const made = answers.filter(({ code }) => code === 0).map(({ data }) => JSON.stringify(data))
  expect(new Set(made).size).toBe(1)
  for (const { code, error } of answers) expect(code === 0 || ['REPAYMENT_RUNNING', 'SMS_CODE_EXPIRED'].includes(error)).toBe(true)
  await settle()
  expect(await debitsOf(who)).toHaveLength(2)
  await second.close()
})

test('ID-02 the key of a lost answer leads to all repayments that were made under it', async () => {
  const who = await lent()
  const key = newKey()
  const { repayments } = must(await ordered(who, await ticked(who, [{ loanId: who.small }, { loanId: who.large }]), key))
  expect(must(await server.call('repay', 'attempt', { body: { key } }, who.borrower)).repaymentIds).toEqual(
    repayments.map(({ repaymentId }) => repaymentId),
  )
  await settle()
})

test('R5.1 repay.payTogether: PAYMENT_PASSWORD_REQUIRED once the sum is above what the borrower set, though no bill is; repay.payTogether: PAYMENT_PASSWORD_WRONG, repay.payTogether: PAYMENT_PASSWORD_LOCKED', async () => {
  const who = await lent()
  const { borrower } = who
  server.machine.pass(61_000)
  must(await server.call('session', 'sendCode', { body: { purpose: 'payPassword' } }, borrower))
  must(
    await server.call(
      'settings',
      'setPayPassword',
      { body: { password: '271828', authCode: lastCodeOf(server, borrower.mobile) } },
      borrower,
    ),
  )
  const bills = await ticked(who, [{ loanId: who.small }, { loanId: who.large }])
  const largest = fen(Math.max(...bills.map(({ amountFen }) => amountFen)))
  must(await server.call('settings', 'askPayPassword', { body: { password: '271828', askAboveFen: largest } }, borrower))
  const authCode = await codeOf(who, bills)
  const key = newKey()
  expect((await order(who, { bills, authCode }, key)).error).toBe('PAYMENT_PASSWORD_REQUIRED')
  for (let tries = 0; tries < 4; tries += 1)
    expect((await order(who, { bills, authCode, payPassword: '999999' }, key)).error).toBe('PAYMENT_PASSWORD_WRONG')
  expect((await order(who, { bills, authCode, payPassword: '999999' })).error).toBe('PAYMENT_PASSWORD_LOCKED')
  expect(await debitsOf(who)).toEqual([])
  server.machine.pass(86_400_000)
  must(await order(who, { bills, authCode: await codeOf(who, bills), payPassword: '271828' }))
  await settle()
})

test('repay.payTogether: QUOTE_CHANGED when one of the sums is another by now, and none of the loans is debited', async () => {
  const who = shared
  const [small, large] = await ticked(who, [{ loanId: who.small }, { loanId: who.large }])
  if (small === undefined || large === undefined) throw new Error('two loans')
  const totalFen = small.amountFen + large.amountFen
  const changed = [{ ...small, amountFen: fen(small.amountFen - 1) }, large]
  expect(await ordered(who, changed)).toMatchObject({ error: 'QUOTE_CHANGED', detail: { totalFen } })
  expect(await ordered(who, [{ ...small, upToPeriod: 9 }, large])).toMatchObject({ error: 'QUOTE_CHANGED' })
  expect(await debitsOf(who)).toEqual([])
})

test('repay.payTogether: REPAYMENT_RUNNING while one of the loans is being paid, and the other one is not debited', async () => {
  const who = await lent()
  must(await payOrdered(server, who.borrower, { loanId: who.small, mode: 'due', amountFen: 10_000 }))
  const bills = await ticked(who, [{ loanId: who.small }, { loanId: who.large }])
  const { bills: shown } = must(await server.call('repay', 'bills', { query: {} }, who.borrower))
  expect(shown.find(({ loanId }) => loanId === who.small)?.runningRepaymentId).not.toBeNull()
  expect((await ordered(who, bills)).error).toBe('REPAYMENT_RUNNING')
  expect((await debitsOf(who)).map(({ loan_id }) => loan_id)).toEqual([who.small])
  await settle()
})

test('repay.payTogether: LOAN_NOT_FOUND, repay.payTogether: LOAN_NOT_PAYABLE, repay.payTogether: LOAN_ALREADY_SETTLED, repay.payTogether: CARD_NOT_FOUND', async () => {
  const who = await lent()
  const [large] = await ticked(who, [{ loanId: who.large }])
  if (large === undefined) throw new Error('a loan')
  const other = (loanId: number) => ({ loanId, upToPeriod: 1, amountFen: fen(1_000) })
  const plain = (bills: Bills, cardId = cardIdOf(who.borrower)) => order(who, { bills, authCode: '0000', cardId })
  expect((await plain([other(1), large])).error).toBe('LOAN_NOT_FOUND')
  expect(
    await server.call(
      'session',
      'sendCode',
      { body: { purpose: 'repayTogether', bills: [other(1)], cardId: cardIdOf(who.borrower) } },
      who.borrower,
    ),
  ).toMatchObject({ error: 'LOAN_NOT_FOUND' })
  expect((await plain([large], 1)).error).toBe('CARD_NOT_FOUND')
  const { loanId } = await borrowed(server, who.borrower, { amountFen: 100_000 })
  expect((await plain([other(loanId), large])).error).toBe('LOAN_NOT_PAYABLE')
  const { parts } = must(await server.call('repay', 'quote', { params: { id: who.small }, query: { mode: 'all' } }, who.borrower))
  await paid(server, who.borrower, { loanId: who.small, mode: 'all', amountFen: parts.total })
  expect((await plain([other(who.small), large])).error).toBe('LOAN_ALREADY_SETTLED')
})

test('repay.payTogether: SMS_CODE_WRONG, repay.payTogether: SMS_CODE_OTHER_ORDER for other bills, a single debit or another card, repay.payTogether: SMS_CODE_EXPIRED', async () => {
  const who = shared
  const { borrower } = who
  const bills = await ticked(who, [{ loanId: who.small }, { loanId: who.large }])
  const authCode = await codeOf(who, bills)
  expect((await order(who, { bills, authCode: authCode === '0000' ? '1111' : '0000' })).error).toBe('SMS_CODE_WRONG')
  expect((await order(who, { bills: bills.slice(0, 1), authCode })).error).toBe('SMS_CODE_OTHER_ORDER')
  const another = await bindCard(server, borrower, 99_001)
  expect((await order(who, { bills, authCode, cardId: another })).error).toBe('SMS_CODE_OTHER_ORDER')
  const [small] = bills
  const single = await codeFor(server, borrower, { loanId: who.small, mode: 'due', amountFen: small?.amountFen ?? 0 })
  expect((await order(who, { bills: bills.slice(0, 1), authCode: single })).error).toBe('SMS_CODE_OTHER_ORDER')
  const late = await codeOf(who, bills)
  server.machine.pass(301_000)
  expect((await order(who, { bills, authCode: late })).error).toBe('SMS_CODE_EXPIRED')
  expect(await debitsOf(who)).toEqual([])
})

test('repay.payTogether: SMS_TRIES_LIMIT after twenty wrong codes in a day, and nothing is debited', async () => {
  const who = await lent()
  const bills = await ticked(who, [{ loanId: who.small }])
  let last: string | undefined
  for (let time = 0; time < 30 && last !== 'SMS_TRIES_LIMIT'; time += 1) {
    const authCode = time % 4 === 0 ? await codeOf(who, bills) : lastCodeOf(server, who.borrower.mobile)
    last = (await order(who, { bills, authCode: authCode === '0000' ? '1111' : '0000' })).error
  }
  expect(last).toBe('SMS_TRIES_LIMIT')
  expect(await debitsOf(who)).toEqual([])
})

test('R2.26 of two overdue instalments the older one is paid alone; repay.payTogether: AMOUNT_TOO_SMALL for a rest of it below one yuan', async () => {
  const who = shared
  await moveTo(server, '2027-01-28')
  const [first] = await ticked(who, [{ loanId: who.small, upToPeriod: 1 }])
  await paid(server, who.borrower, { loanId: who.small, mode: 'due', amountFen: (first?.amountFen ?? 0) - 50 })
  const rest = await ticked(who, [{ loanId: who.small, upToPeriod: 1 }])
  expect(rest).toMatchObject([{ amountFen: 50 }])
  expect((await ordered(who, rest)).error).toBe('AMOUNT_TOO_SMALL')

  const older = await ticked(who, [{ loanId: who.large, upToPeriod: 1 }])
  const { repayments } = must(await ordered(who, older))
  await settle()
  expect(await resultOf(who, repayments[0]?.repaymentId ?? 0)).toMatchObject({ status: 'succeeded', takenFen: older[0]?.amountFen })
  const { plan } = await detailOf(server, who.borrower, who.large)
  expect(plan.slice(0, 2).map(({ state }) => state)).toEqual(['paid', 'overdue'])
})
