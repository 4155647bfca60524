import { fen } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { reserveForQuote } from '#lending/coupons/coupons.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { limitOf } from '#lending/limits/limits.ts'
import { findQuote, markSigned } from '#lending/loan/loan.ts'
import { takeNotice } from '#lending/orders/orders.ts'
import { findPayout, learnPayout, type PayoutNews } from '#lending/payout/payout.ts'
import type { SliceHandlers } from '#platform/deps.ts'
import { requireAgreed } from '../agreement/agreement.ts'
import { benefitChoices, benefitFor } from './benefit-for-loan.ts'
import { checkAmount, checkLimit, limitToUse } from './borrow-rules.ts'
import { couponChoices, couponFor } from './coupon-for-loan.ts'
import { lendingFor } from './lending-checks.ts'
import { type BorrowNeighbours, makeLoan } from './make-loan.ts'
import { optionsOf } from './options.ts'
import { makeQuote, makeQuoteAgain, quoteInForce, quoteShown } from './quoting.ts'
import { borrowerStanding } from './standing.ts'
import { giveUp, loanToSubmit, submitAgain } from './submit-again.ts'

export function borrowHandlers(deps: LendingDeps, neighbours: BorrowNeighbours): SliceHandlers<typeof borrow> {
  const { db, clock } = deps
  return {
    options: async ({ ctx: { userId } }) => optionsOf(deps, { ...(await borrowerStanding(db, deps, userId)), userId }),

    async quote({ body: { productId, amountFen, periods, use, couponId, benefitPackageId }, ctx: { userId, language } }) {
      const { tier, availableFen } = limitToUse(await borrowerStanding(db, deps, userId))
      const lent = await lendingFor(db, deps, { productId, periods, tier })
      checkAmount(amountFen, lent.product)
      checkLimit({ amount: amountFen, availableFen }, lent.product)
      const coupon = await couponFor(deps, { userId, couponId }, { productId, amountFen, periods })
      const benefit = await benefitFor(deps, lent, { userId, benefitPackageId })
      return quoteShown(await makeQuote(deps, lent, { userId, language, amountFen, periods, use, coupon, benefit }), lent.lender)
    },

    async coupons({ query: { productId, amountFen, periods }, ctx: { userId } }) {
      const limit = await limitOf(db, userId)
      if (limit === undefined) fail('LIMIT_MISSING')
      const lent = await lendingFor(db, deps, { productId, periods, tier: limit.tier })
      return couponChoices(deps, lent, { userId, amountFen: fen(amountFen), periods })
    },

    async benefits({ query: { productId, amountFen, periods }, ctx: { userId, language } }) {
      const limit = await limitOf(db, userId)
      if (limit === undefined) fail('LIMIT_MISSING')
      const lent = await lendingFor(db, deps, { productId, periods, tier: limit.tier })
      return benefitChoices(deps, lent, { userId, amountFen: fen(amountFen), periods, language })
    },

    async quoted({ params, ctx: { userId } }) {
      const key = { userId, quoteId: params.id }
      const { usedLoanId = null } = (await findQuote(db, key)) ?? {}
      if (usedLoanId !== null) fail('QUOTE_USED', { loanId: usedLoanId })
      const { quote, lent } = await quoteInForce(db, deps, key)
      return quoteShown(quote, lent.lender)
    },

    async quoteText({ params, query, ctx: { userId } }) {
      const quote = await findQuote(db, { userId, quoteId: params.id })
      if (quote === undefined) fail('QUOTE_NOT_FOUND')
      const text = quote.texts.find(({ key }) => key === query.key)
      if (text === undefined) fail('AGREEMENT_NOT_FOUND')
      const { key, version, sha256, title, paragraphs } = text
      return { key, version, sha256, title, paragraphs }
    },

    sign: ({ body: { quoteId, agreed }, ctx }) =>
      transaction(db, async (tx) => {
        const { quote } = await quoteInForce(tx, deps, { userId: ctx.userId, quoteId })
        const waitSeconds = secondsToRead(deps, quote)
        if (waitSeconds > 0) fail('COST_SHEET_NOT_READ', { waitSeconds })
        await requireAgreed(tx, deps, { userId: ctx.userId, scene: 'borrow', agreed, ctx, filled: quote.texts, quoteId })
        await reserveForQuote(tx, deps, quote)
        await markSigned(tx, quote, clock.now())
        return { signed: true as const }
      }),

    borrow: ({ body, ctx }) => makeLoan(deps, body, ctx, neighbours),

    async reQuote({ params, ctx: { userId, language } }) {
      const loan = await loanToSubmit(db, { userId, loanId: params.id })
      const { availableFen, tier } = limitToUse(await borrowerStanding(db, deps, userId))
      checkLimit({ amount: loan.amountFen, availableFen })
      const lent = await lendingFor(db, deps, { productId: loan.productId, periods: loan.periods, tier })
      return quoteShown(await makeQuoteAgain(deps, lent, { loan, language }), lent.lender)
    },

    reLoan: ({ params, body, ctx }) => submitAgain(deps, { loanId: params.id, ...body }, ctx),

    async giveUp({ params, ctx: { userId } }) {
      await giveUp(deps, { userId, loanId: params.id })
      return { givenUp: true as const }
    },

    payoutNotice: ({ body }) =>
      takeNotice(deps, body, {
        kind: 'payout',
        // The signature proves which lender reports, and a lender reports on its own orders only.
        isTheirs: async ({ userId, orderId: payoutId }) => (await findPayout(db, { userId, payoutId }))?.lenderId === body.lenderId,
        learn: (tx, { userId, orderId: payoutId }) => learnPayout(tx, deps, { userId, payoutId }, newsOf(body)),
      }),
  }
}

/** A notice in the lender's words as news of a pay-out. */
function newsOf({ result, amountFen, reason, paidAt }: ParsedOf<typeof borrow.payoutNotice>['body']): PayoutNews {
  if (result === 'refused') return { kind: 'refused', reason: reason ?? 'refused' }
  return { kind: 'paid', amountFen, paidAt: paidAt === undefined ? undefined : new Date(paidAt) }
}

/** The sheet goes out with the quote, and its reading time counts from then by the server's own clock. */
function secondsToRead(
  { clock }: LendingDeps,
  { costSheet, costSheetShownAt }: { costSheet: { minReadSeconds: number }; costSheetShownAt: Date },
): number {
  const openedMs = clock.machineNow().getTime() - costSheetShownAt.getTime()
  return Math.max(0, Math.ceil(costSheet.minReadSeconds - openedMs / 1_000))
}
