import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, today } from '@fyh/base/dates.ts'
import { lenderParty } from '@fyh/base/lender-party.ts'
import { fen } from '@fyh/base/money.ts'
import { borrow as borrowEndpoints } from '@fyh/contract/borrow.ts'
import { capital as capitalEndpoints } from '@fyh/contract/capital.ts'
import { equity as equityEndpoints } from '@fyh/contract/equity.ts'
import { constants, type OrderMode, type QuoteMode } from '@fyh/contract/options.ts'
import { repay as repayEndpoints } from '@fyh/contract/repay.ts'
import { transfer as transferEndpoints } from '@fyh/contract/transfer.ts'
import { sign } from '@fyh/serve/signed.ts'
import { z } from 'zod'
import { publishEditions, publishedOf, type Tier } from '#lending/lenders/lenders.ts'
import { agreedTo, lastCodeOf, must, type TestBorrower } from './test-borrower.ts'
import type { TestServer } from './test-server.ts'

type Wanted = {
  readonly amountFen?: number
  readonly periods?: 3 | 6 | 9 | 12
  /** The default product unless given. */
  readonly productId?: number
  readonly couponId?: number
  /** A package of benefits bought with it. */
  readonly benefitPackageId?: number
}

let keys = 0
/** An Idempotency-Key of its own. */
export function newKey(): string {
  keys += 1
  return `test-key-${String(keys).padStart(6, '0')}`
}

/** The order that a code confirms; without a card, to or from the borrower's own. */
type Confirmed = { readonly cardId?: number } & (
  | { readonly quoteId: number }
  | { readonly packageId: number }
  | { readonly loanId: number; readonly mode: OrderMode; readonly amountFen: number }
)

/** A code for an order, sent and read as the borrower would. */
export async function codeFor(
  server: TestServer,
  borrower: TestBorrower,
  { cardId = cardIdOf(borrower), ...order }: Confirmed,
): Promise<string> {
  const { token, mobile } = borrower
  // Sends are a minute apart, and addresses have a limit a day.
  server.machine.pass(61_000)
  keys += 1
  const address = `10.9.${Math.floor(keys / 250)}.${keys % 250}`
  const body =
    'quoteId' in order
      ? ({ purpose: 'withdraw', ...order, cardId } as const)
      : 'packageId' in order
        ? ({ purpose: 'benefit', ...order, cardId } as const)
        : ({ purpose: 'repay', ...order, amountFen: fen(order.amountFen), cardId } as const)
  must(await server.call('session', 'sendCode', { body }, { token, address }))
  return lastCodeOf(server, mobile)
}

/** A package of benefits, bought as the borrower would. Its payment is open until notices are delivered. */
export async function benefitBought(server: TestServer, borrower: TestBorrower, { packageId = 1, priceFen = 2_990, key = newKey() } = {}) {
  const authCode = await codeFor(server, borrower, { packageId })
  const agreed = await agreedTo(server, 'benefit')
  const body = { packageId, priceFen: fen(priceFen), cardId: cardIdOf(borrower), authCode, agreed }
  return server.call('equity', 'buy', { body }, { token: borrower.token, key })
}

export async function quoted(
  server: TestServer,
  { token }: TestBorrower,
  { amountFen = 1_000_000, periods = 12, productId = 101, ...added }: Wanted = {},
) {
  const body = { productId, amountFen: fen(amountFen), periods, use: '01' as const, ...added }
  return must(await server.call('borrow', 'quote', { body }, { token }))
}

/** A quote, read for as long as it must be, and signed. */
export async function signedQuote(server: TestServer, borrower: TestBorrower, wanted: Wanted = {}) {
  const quote = await quoted(server, borrower, wanted)
  server.machine.pass(quote.costSheet.minReadSeconds * 1_000)
  const agreed = quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  must(await server.call('borrow', 'sign', { body: { quoteId: quote.quoteId, agreed } }, { token: borrower.token }))
  return quote
}

export function cardIdOf({ cardId }: TestBorrower): number {
  assert(cardId !== undefined, 'this borrower has no card')
  return cardId
}

export async function borrowed(server: TestServer, borrower: TestBorrower, wanted: Wanted = {}) {
  const { quoteId } = await signedQuote(server, borrower, wanted)
  const authCode = await codeFor(server, borrower, { quoteId })
  const body = { quoteId, cardId: cardIdOf(borrower), authCode }
  return must(await server.call('borrow', 'borrow', { body }, { token: borrower.token, key: newKey() }))
}

/** A loan whose money has arrived. */
export async function paidOutLoan(server: TestServer, borrower: TestBorrower, wanted: Wanted = {}) {
  const loan = await borrowed(server, borrower, wanted)
  await server.runJobs()
  await server.deliverNotices()
  await server.runJobs()
  return loan
}

/** A loan whose pay-out was refused. Orders that are still waiting go first, so that the refusal meets this one. */
export async function failedLoan(
  server: TestServer,
  borrower: TestBorrower,
  { amountFen = 100_000, reason = 'cardRefused' }: { amountFen?: number; reason?: string } = {},
): Promise<number> {
  await server.runJobs()
  server.providers.lender(1).payOut.next({ answer: 'refused', reason })
  const { loanId } = await borrowed(server, borrower, { amountFen })
  await server.runJobs()
  return loanId
}

/** A quote on which a failed loan can be submitted again, signed where it has to be. */
export async function signedAgain(server: TestServer, { token }: TestBorrower, loanId: number) {
  const quote = must(await server.call('borrow', 'reQuote', { params: { id: loanId } }, { token }))
  if (quote.signed) return quote
  server.machine.pass(quote.costSheet.minReadSeconds * 1_000)
  const agreed = quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  must(await server.call('borrow', 'sign', { body: { quoteId: quote.quoteId, agreed } }, { token }))
  return quote
}

/** Submits a failed loan again, as the borrower would. */
export async function submittedAgain(server: TestServer, borrower: TestBorrower, loanId: number) {
  const { quoteId } = await signedAgain(server, borrower, loanId)
  const body = { quoteId, cardId: cardIdOf(borrower), authCode: await codeFor(server, borrower, { quoteId }) }
  return must(await server.call('borrow', 'reLoan', { params: { id: loanId }, body }, { token: borrower.token, key: newKey() }))
}

type Ordered = { readonly loanId: number; readonly mode: QuoteMode; readonly amountFen: number; readonly part?: boolean }

/** Orders a payment; its result is open until notices are delivered. Another sum than the quote's is a part, unless `part` says otherwise. */
export async function payOrdered(
  server: TestServer,
  borrower: TestBorrower,
  { loanId, mode, amountFen, part, key = newKey() }: Ordered & { key?: string },
) {
  const authCode = await codeFor(server, borrower, { loanId, mode, amountFen })
  const body = { loanId, mode, amountFen: fen(amountFen), cardId: cardIdOf(borrower), authCode }
  const isPart = part ?? (await isPartOf(server, borrower, body))
  return server.call('repay', 'pay', { body: { ...body, part: isPart } }, { token: borrower.token, key })
}

async function isPartOf(server: TestServer, { token }: TestBorrower, { loanId, mode, amountFen }: Ordered): Promise<boolean> {
  const { data } = await server.call('repay', 'quote', { params: { id: loanId }, query: { mode } }, { token })
  return mode === 'due' && data !== null && data.parts.total !== amountFen
}

/** A payment with its result. */
export async function paid(server: TestServer, borrower: TestBorrower, asked: Ordered) {
  const { repaymentId } = must(await payOrdered(server, borrower, asked))
  await server.runJobs()
  await server.deliverNotices()
  await server.runJobs()
  return must(await server.call('repay', 'result', { params: { id: repaymentId } }, { token: borrower.token }))
}

export async function detailOf(server: TestServer, { token }: TestBorrower, loanId: number) {
  return must(await server.call('loan', 'detail', { params: { id: loanId } }, { token }))
}

export async function limitLeft(server: TestServer, { token }: TestBorrower): Promise<number> {
  return must(await server.call('borrow', 'options', {}, { token })).availableFen
}

/** Moves the business date as the development endpoint does. */
export async function moveTo(server: TestServer, date: CivilDate | string): Promise<void> {
  must(await server.call('session', 'moveClock', { body: { today: date } }))
  await server.runJobs()
}

const callbacks = {
  supplier: equityEndpoints.supplierNotice,
  payout: borrowEndpoints.payoutNotice,
  debit: repayEndpoints.debitNotice,
  transfer: transferEndpoints.transferNotice,
  charge: transferEndpoints.chargeNotice,
  application: capitalEndpoints.applyNotice,
  handOver: capitalEndpoints.handOverData,
} as const

/** A call-back of an outside party, signed, as its answer comes back. The party answers the same when it is asked. */
export async function notify(server: TestServer, to: keyof typeof callbacks, notice: Readonly<Record<string, unknown>>) {
  if (to === 'debit' || to === 'charge') server.providers.payment.answerAs(notice)
  return notifyOnly(server, to, notice)
}

/**
 * A signed call-back that what the party answers when it is asked does not follow. One of a lender is from the one in `signedBy`, 1 unless given,
 * and names that lender unless it says otherwise.
 */
export async function notifyOnly(server: TestServer, to: keyof typeof callbacks, notice: Readonly<Record<string, unknown>>) {
  const path = `${constants.apiPrefix}${callbacks[to].path}`
  const { signedBy = 1, ...told } = notice
  const lenderId = z.int().parse(signedBy)
  const isOfLender = to === 'payout' || to === 'application' || to === 'handOver'
  const body = JSON.stringify(isOfLender ? { lenderId, ...told } : told)
  const signed = sign({
    method: 'POST',
    path,
    body,
    secret: server.deps.config.vendorSecrets(isOfLender ? lenderParty(lenderId) : to === 'supplier' ? 'benefit' : 'payment')[0],
    at: server.machine.machineNow(),
  })
  const answer = await server.inject({
    method: 'POST',
    url: path,
    headers: { ...signed, 'content-type': 'application/json' },
    payload: body,
  })
  return {
    status: answer.statusCode,
    ...z.object({ code: z.int(), error: z.string().optional(), data: z.unknown(), detail: z.unknown().optional() }).parse(answer.json()),
  }
}

/** Figures of examples are for tier D, 18 % a year, whatever the scorecard gave. */
export async function withTier(server: TestServer, { userId }: TestBorrower, tier: Tier = 'D'): Promise<void> {
  await server.db.updateTable('credit_limit').set({ price_tier: tier }).where('user_id', '=', userId).execute()
}

/** The keys under which the outside parties know the orders of a loan, oldest first. */
export async function orderKeysOf(server: TestServer, loanId: number): Promise<string[]> {
  const payouts = await server.db.selectFrom('payout').select(['order_key', 'payout_id as id']).where('loan_id', '=', loanId).execute()
  const debits = await server.db.selectFrom('repayment').select(['order_key', 'repayment_id as id']).where('loan_id', '=', loanId).execute()
  return [...payouts, ...debits].sort((a, b) => a.id - b.id).map(({ order_key }) => order_key)
}

type Changed = {
  readonly kind: 'lender' | 'product' | 'caps' | 'partners'
  readonly recordId: number
  /** Rates by tier, in place of those tiers alone. */
  readonly prices?: Readonly<Partial<Record<Tier, number | null>>>
  /** Other fields. */
  readonly set?: Readonly<Record<string, unknown>>
}

/** Publishes the next edition of a record, in force from today: the newest one with changes. */
export async function publishNext(server: TestServer, { kind, recordId, prices, set }: Changed): Promise<void> {
  const row = await server.db
    .selectFrom('published_edition')
    .select(['content', 'edition'])
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .orderBy('edition', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const before = z.looseObject({ prices: z.record(z.string(), z.unknown()).optional() }).parse(row.content)
  const content = {
    ...before,
    ...set,
    ...(before.prices && { prices: { ...before.prices, ...prices } }),
    edition: row.edition + 1,
    inForceFrom: today(server.clock),
  }
  await publishEditions(server.deps, [publishedOf(content, 'the next edition')])
}
