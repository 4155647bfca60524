import { addDays, addMonths, civilDate } from '@fyh/base/dates.ts'
import { api } from '@fyh/contract/api.ts'
import type { OrderMode } from '@fyh/contract/options.ts'
import { expect } from '@playwright/test'
import {
  type ApiBorrower,
  buyBenefit,
  loanBecomes,
  makeBorrower,
  newCode,
  phone,
  reviewProfile,
  signedQuote,
  takeLoan,
  weakProfile,
} from './api-borrower.ts'
import { sandboxAt } from './sandbox.ts'
import { type Stack, startStack } from './stack.ts'

/** A borrower with what their screens are about. */
export type Member = ApiBorrower & {
  readonly loanId?: number
  readonly quoteId?: number
  readonly repaymentId?: number
  readonly benefitOrderId?: number
}
export type People = Awaited<ReturnType<typeof makePeople>>
export type Who = 'guest' | keyof People

/** A product in which an application that is looked at a second time stays so. */
export const startStackOfPeople = () => startStack({ SMS_WAIT_SECONDS: '1', REVIEW_SECONDS: '86400' })

/**
 * One borrower for every standing that a screen can show. Two loans are old: of `active` one instalment has been debited
 * and the next is due in three days; `overdue` missed theirs five days ago. Everybody else comes on the last day.
 */
export async function makePeople(stack: Stack) {
  const sandbox = sandboxAt(stack.sandbox)
  const make = (seed: string, number: number, upTo: Parameters<typeof makeBorrower>[1]['upTo'], profile?: typeof weakProfile) =>
    makeBorrower(stack, { seed, number, upTo, ...(profile && { profile }) })

  const paidOut = civilDate(await sandbox.today())
  const active = await withLoan(stack, await make('active', 31, 'card'), 10_000, 12)
  const last = addDays(addMonths(paidOut, 2), -3)
  await sandbox.moveTo(addMonths(addDays(last, -5), -1))
  // The bank finds this card empty, whenever it is asked.
  const late = await withLoan(stack, await make('overdue', 9913, 'card'), 10_000, 12)
  await sandbox.moveTo(last)
  await Promise.all([
    loanBecomes(active, active.loanId, { status: 4, runningRepaymentId: null }),
    loanBecomes(late, late.loanId, { status: 6 }),
  ])

  // A few at a time: on a busy machine all at once wait longer for the outside parties than the product does.
  const [fresh, photos, verified, faced, filled] = await Promise.all([
    make('fresh', 11, 'login'),
    make('photos', 12, 'login'),
    make('verified', 13, 'identity'),
    make('faced', 14, 'face'),
    make('filled', 15, 'profile'),
  ])
  const [reviewing, refused, approved, bound] = await Promise.all([
    make('reviewing', 16, 'applied', reviewProfile),
    make('refused', 17, 'applied', weakProfile),
    make('approved', 18, 'applied'),
    make('bound', 19, 'card'),
  ])
  const [overdue, failed, newLoan, settled, part, prepaid] = await Promise.all([
    paying(stack, late, 'due'),
    // The lender refuses exactly this amount.
    make('failed', 20, 'card').then((borrower) => withLoan(stack, borrower, 4400, 6)),
    make('new-loan', 21, 'card').then((borrower) => withLoan(stack, borrower, 3000, 3)),
    make('settled', 22, 'card').then(async (borrower) => paying(stack, await withLoan(stack, borrower, 2000, 6), 'all')),
    // Of this card half of the amount can be taken.
    make('part', 9914, 'card').then(async (borrower) => paying(stack, await withLoan(stack, borrower, 6000, 6), 'due')),
    make('prepaid', 23, 'card').then(async (borrower) => prepaying(stack, await withLoan(stack, borrower, 5000, 6), 1000)),
  ])
  const benefitOrderId = await buyBenefit(settled, sandbox)
  const { quoteId } = await approved.call(api.borrow.quote, {
    body: { productId: 101, amountFen: 1_000_000, periods: 12, use: '01' },
  })
  const signed = await signedQuote(bound, { yuan: 10_000, periods: 12 })
  return {
    ...{ active, overdue, fresh, photos, verified, faced, filled, reviewing, refused, failed, newLoan, part, prepaid },
    settled: { ...settled, benefitOrderId } satisfies Member,
    approved: { ...approved, quoteId } satisfies Member,
    bound: { ...bound, quoteId: signed.quoteId } satisfies Member,
  }
}

async function withLoan(stack: Stack, borrower: ApiBorrower, yuan: number, periods: 3 | 6 | 12) {
  return { ...borrower, loanId: await takeLoan(stack, borrower, { yuan, periods }) }
}

type WithLoan = ApiBorrower & { readonly loanId: number }

/** Pays by hand and waits for the outcome. */
async function paying(stack: Stack, borrower: WithLoan, mode: 'due' | 'all') {
  const { call, mobile, loanId } = borrower
  const { parts } = await call(api.repay.quote, { params: { id: loanId }, query: { mode } })
  const order = { loanId, mode, amountFen: parts.total }
  const body = { ...order, ...(await confirmation(stack, borrower, order)) }
  return outcome(borrower, await call(api.repay.pay, { body, key: `repay-${mobile}-${loanId}` }))
}

/** Prepays principal, for a lower instalment. */
async function prepaying(stack: Stack, borrower: WithLoan, yuan: number) {
  const { call, mobile, loanId } = borrower
  const principalFen = yuan * 100
  const { parts } = await call(api.repay.prepayQuote, { params: { id: loanId }, query: { principalFen: String(principalFen) } })
  const confirmed = await confirmation(stack, borrower, { loanId, mode: 'prepay', amountFen: parts.total })
  const body = { ...confirmed, loanId, principalFen, totalFen: parts.total, effect: 'lower' }
  return outcome(borrower, await call(api.repay.prepay, { body, key: `prepay-${mobile}-${loanId}` }))
}

async function confirmation(stack: Stack, borrower: ApiBorrower, debit: { loanId: number; mode: OrderMode; amountFen: number }) {
  const { cards } = await borrower.call(api.card.list)
  const cardId = cards[0]?.cardId
  return { cardId, authCode: await newCode(borrower, sandboxAt(stack.sandbox), { purpose: 'repay', ...debit, cardId }) }
}

async function outcome(borrower: WithLoan, { repaymentId }: { repaymentId: number }) {
  const running = ['requested', 'processing', 'unknown']
  const status = async () => (await borrower.call(api.repay.result, { params: { id: repaymentId } })).status
  await expect.poll(async () => running.includes(await status()), { timeout: 60_000 }).toBe(false)
  return { ...borrower, repaymentId }
}

/** The phone that nobody of these people has. */
export const strangersPhone = phone(99)
