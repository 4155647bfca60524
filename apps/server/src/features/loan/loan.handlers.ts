import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import type { loan } from '@fyh/contract/loan.ts'
import { type LoanStatus, loanStatusNames, openStatuses } from '@fyh/contract/loan-status.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { HandlersOf } from '@fyh/serve/handlers.ts'
import { couponsOfLoan } from '#lending/coupons/coupons.ts'
import { lenderOf } from '#lending/lenders/lenders.ts'
import {
  cardToDebit,
  findLoan,
  findLoans,
  findQuote,
  heldAndLost,
  loanNow,
  loansNow,
  receivedShown,
  textHashesOf,
  trackOf,
} from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { hasOpenPayoutCase } from '#lending/payout/payout.ts'
import type { Deps, Guest, Tx, User } from '#platform/deps.ts'
import { pageOf } from '#platform/page.ts'
import { signedTextsOf } from '../agreement/agreement.ts'
import { cardsOf, summaryOf } from '../card/card.ts'
import type { OrderedBenefit } from './loan-benefit.ts'
import { detailOf, listItemOf } from './loan-detail.ts'

/** What the composition root hands in: the package of benefits ordered with a loan, to be shown with it. */
type LoanNeighbours = { readonly benefitOfLoan: (loan: LoanKey) => Promise<OrderedBenefit | undefined> }

export function loanHandlers(deps: Deps, { benefitOfLoan }: LoanNeighbours): HandlersOf<typeof loan, Guest, User, Tx> {
  const { db, clock } = deps
  return {
    async list({ query: { after, group }, ctx: { userId } }) {
      const found = await findLoans(db, { userId, statuses: groups[group], after, limit: pageSize + 1 })
      const loans = await loansNow(db, { userId, loans: found, today: today(clock) })
      return pageOf(loans, { size: pageSize, idOf: ({ loan }) => loan.loanId, shown: listItemOf })
    },

    async detail({ params, ctx: { userId } }) {
      const record = await findLoan(db, { userId, loanId: params.id })
      if (record === undefined) fail('LOAN_NOT_FOUND')
      const now = await loanNow(db, record, today(clock))
      const cards = await cardsOf(db, userId)
      const card = cards.find(({ cardId }) => cardId === record.cardId)
      const debitCard = cardToDebit(cards, record)
      const quote = await findQuote(db, record)
      const signedCoupon = quote?.coupon ?? null
      assert(card !== undefined && debitCard !== undefined, `a card of loan ${record.loanId} is gone`)
      return detailOf(now, {
        lender: await lenderOf(db, { lenderId: record.lenderId, edition: record.lenderEdition }),
        track: await trackOf(db, record),
        signedCoupon,
        benefit: { signed: quote?.costSheet.benefit ?? null, ordered: await benefitOfLoan(record) },
        coupons: await couponsOfLoan(db, now, signedCoupon),
        payments: await receivedShown(db, record),
        ...(await heldAndLost(db, record)),
        isPayoutOpen: record.status === 'failed' && (await hasOpenPayoutCase(db, record)),
        card: summaryOf(card),
        debitCard: summaryOf(debitCard),
        texts: (await signedTextsOf(db, { ...record, hashes: await textHashesOf(db, record) })).map(({ signedId, key, title }) => ({
          signedId,
          key,
          title,
        })),
      })
    },
  }
}

const pageSize = 10
const groups: Record<'all' | 'open' | 'settled' | 'failed', readonly LoanStatus[]> = {
  all: loanStatusNames,
  open: ['disbursing', ...openStatuses],
  settled: ['settled'],
  failed: ['failed'],
}
