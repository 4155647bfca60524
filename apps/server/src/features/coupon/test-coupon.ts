import { assert } from '@fyh/base/assert.ts'
import { fen } from '@fyh/base/money.ts'
import type { QuoteMode } from '@fyh/contract/options.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, newKey } from '#platform/test-loan.ts'
import type { TestServer } from '#platform/test-server.ts'
import { awardCoupon } from './award.ts'

let awards = 0

/** A coupon of a published definition. */
export async function couponOf(server: TestServer, { userId }: TestBorrower, definition: string): Promise<number> {
  awards += 1
  const award = { userId, definition, once: `test:${awards}`, by: 'tests', reason: 'a test' }
  const awarded = await transaction(server.db, (tx) => awardCoupon(tx, server.deps, award))
  assert(awarded !== undefined, `${definition} is not issued`)
  return awarded.couponId
}

/** A coupon as it is kept. */
export function couponRow(server: TestServer, couponId: number) {
  return server.db.selectFrom('coupon').selectAll().where('coupon_id', '=', couponId).executeTakeFirstOrThrow()
}

/** Puts other terms on one coupon, as if it had been issued with them. */
export async function withTerms(server: TestServer, couponId: number, terms: Readonly<Record<string, unknown>>): Promise<void> {
  const row = await couponRow(server, couponId)
  const before: object = typeof row.terms === 'object' && row.terms !== null ? row.terms : {}
  await server.db
    .updateTable('coupon')
    .set({ terms: JSON.stringify({ ...before, ...terms }) })
    .where('coupon_id', '=', couponId)
    .execute()
}

type Quoted = { readonly couponId?: number; readonly amountFen?: number; readonly periods?: 3 | 6 | 9 | 12; readonly productId?: number }

export function quoteWith(
  server: TestServer,
  { token }: TestBorrower,
  { couponId, amountFen = 1_000_000, periods = 12, productId = 101 }: Quoted,
) {
  const body = { productId, amountFen: fen(amountFen), periods, use: '01' as const, ...(couponId !== undefined && { couponId }) }
  return server.call('borrow', 'quote', { body }, { token })
}

/** Reads and signs a quote. */
export function signed(server: TestServer, { token }: TestBorrower, quote: Awaited<ReturnType<typeof quoteWith>>) {
  const { quoteId, texts, costSheet } = must(quote)
  server.machine.pass(costSheet.minReadSeconds * 1_000)
  const agreed = texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  return server.call('borrow', 'sign', { body: { quoteId, agreed } }, { token })
}

export async function borrowOn(server: TestServer, borrower: TestBorrower, quoteId: number, key = newKey()) {
  const authCode = await codeFor(server, borrower, { quoteId })
  return server.call('borrow', 'borrow', { body: { quoteId, cardId: cardIdOf(borrower), authCode } }, { token: borrower.token, key })
}

/** A loan made with a coupon, its money on the way. */
export async function borrowedWith(server: TestServer, borrower: TestBorrower, wanted: Quoted) {
  const quote = await quoteWith(server, borrower, wanted)
  must(await signed(server, borrower, quote))
  return must(await borrowOn(server, borrower, must(quote).quoteId))
}

export async function settleJobs(server: TestServer): Promise<void> {
  await server.runJobs()
  await server.deliverNotices()
  await server.runJobs()
}

type ToPay = { readonly loanId: number; readonly mode?: QuoteMode; readonly couponId?: number }

export function payQuote(server: TestServer, { token }: TestBorrower, { loanId, mode = 'due', couponId }: ToPay) {
  const query = { mode, ...(couponId !== undefined && { couponId }) }
  return server.call('repay', 'quote', { params: { id: loanId }, query }, { token })
}

/** Orders a payment with a coupon; the amount is what is quoted with it unless given. */
export async function payWith(
  server: TestServer,
  borrower: TestBorrower,
  { loanId, mode = 'due', couponId, amountFen, part = false, key = newKey() }: ToPay & { amountFen?: number; part?: boolean; key?: string },
) {
  const asked =
    amountFen ?? must(await payQuote(server, borrower, { loanId, mode, ...(couponId !== undefined && { couponId }) })).parts.total
  const authCode = await codeFor(server, borrower, { loanId, mode, amountFen: asked })
  const body = {
    loanId,
    mode,
    amountFen: fen(asked),
    part,
    cardId: cardIdOf(borrower),
    authCode,
    ...(couponId !== undefined && { couponId }),
  }
  return server.call('repay', 'pay', { body }, { token: borrower.token, key })
}

export async function resultOf(server: TestServer, { token }: TestBorrower, repaymentId: number) {
  return must(await server.call('repay', 'result', { params: { id: repaymentId } }, { token }))
}
