import { maskName } from '@fyh/base/chinese-data.ts'
import { type CivilDate, daysBetween, today } from '@fyh/base/dates.ts'
import { addFen, fen, zeroFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { home } from '@fyh/contract/home.ts'
import { type LoanStatus, openStatuses } from '@fyh/contract/loan-status.ts'
import { constants } from '@fyh/contract/options.ts'
import { methodTraits } from '@fyh/loan-engine/methods.ts'
import { type Lender, lendersOn, offeredRates, planOf, priceRange, type Tier } from '#lending/lenders/lenders.ts'
import { limitOf } from '#lending/limits/limits.ts'
import {
  cardToDebit,
  duePeriods,
  dueSums,
  findLoans,
  isPaidOut,
  type LoanNow,
  loanCounts,
  loansNow,
  lossesOf,
  partsWithTotal,
  payNowOf,
  penaltyTomorrow,
  returnedLoans,
} from '#lending/loan/loan.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { applyStanding, identityOf } from '../apply/apply.ts'
import { cardsOf } from '../card/card.ts'
import { unreadCount, unreadCounts } from '../message/message.ts'
import { announcementsFor } from '../service/service.ts'
import { isBlockedBorrower, userBrief } from '../session/session.ts'
import { costFor } from './cost.ts'
import { homeCardOf } from './home-card.ts'
import { failedDebits, loansShown } from './loans-shown.ts'
import { ownedBy } from './owned.ts'

type Due = DataOf<typeof home.fyhHome>['due'][number]

const dueRows = 12

export function homeHandlers(deps: Deps): SliceHandlers<typeof home> {
  const { db, clock } = deps
  return {
    fyhHome: ({ ctx: { userId, language } }) => homeOf(deps, { userId, language }),

    tourist: ({ ctx: { language } }) => guestOffer(deps, language),

    async tabInfo({ ctx: { userId } }) {
      const due = dueSoon(await openLoans(deps, userId), today(clock))
      return { ...(await unreadCounts(db, userId)), dueCount: due.length }
    },

    async account({ ctx: { userId } }) {
      const identity = await identityOf(db, deps, userId)
      const limit = await limitOf(db, userId)
      const hasLoss = (await lossesOf(db, userId)) > 0
      return {
        name: identity === undefined ? null : maskName(identity.name),
        mobile: (await userBrief(db, deps, userId)).mobile,
        realName: identity === undefined ? 'none' : 'verified',
        unread: await unreadCount(db, userId),
        cards: (await cardsOf(db, userId)).length,
        openLoans: countOf(await loanCounts(db, userId), 'disbursing', ...openStatuses),
        availableFen: limit === undefined ? null : hasLoss || limit.validUntil < today(clock) ? zeroFen : limit.availableFen,
        owned: await ownedBy(deps, userId),
      }
    },
  }
}

/** What a guest is offered today: the largest limit, the range of prices and a worked example. */
export async function guestOffer(deps: Pick<Deps, 'db' | 'clock'>, language: Language): Promise<DataOf<typeof home.tourist>> {
  const { db, clock } = deps
  const payOutDate = today(clock)
  const lenders = await lendersOn(db, payOutDate)
  const price = priceRange(lenders, { on: payOutDate }) ?? null
  return {
    limitMaxFen: fen(constants.amountMaxFen),
    price,
    example: price === null ? null : exampleOf(lenders, payOutDate),
    serviceOpen: price !== null,
    announcements: await announced(deps, { userId: undefined, language }),
  }
}

/** What home says of the announcements in force. */
async function announced(deps: Pick<Deps, 'db' | 'clock'>, reader: { userId: number | undefined; language: Language }) {
  const { items } = await announcementsFor(deps, reader)
  return items.map(({ announcementId, kind, title }) => ({ announcementId, kind, title }))
}

/** The tier of the worked example, where the product is offered to it. */
const exampleTier = 'D'

/** A worked example of the first product with equal instalments, so that one sum and its contract rate say what a month costs. */
function exampleOf(lenders: readonly Lender[], payOutDate: CivilDate): DataOf<typeof home.tourist>['example'] {
  const levels = lenders.flatMap(({ products }) => products).filter(({ method }) => methodTraits[method].share === 'instalment')
  for (const product of levels) {
    const rates = offeredRates(product)
    const { annualRatePpm } = rates.find(({ tier }) => tier === exampleTier) ?? rates[0] ?? {}
    if (annualRatePpm === undefined) continue
    const [longest = 12] = product.periods.toSorted((a, b) => b - a)
    const principal = fen(Math.min(Math.max(1_000_000, product.amountMinFen), product.amountMaxFen))
    const [first] = planOf(product, { amountFen: principal, periods: longest, annualRatePpm, payOutDate })
    return { principal, periods: longest, annualRatePpm, instalment: first?.total ?? principal }
  }
  return null
}

type Reader = { readonly userId: number; readonly language: Language }

async function homeOf(deps: Deps, { userId, language }: Reader): Promise<DataOf<typeof home.fyhHome>> {
  const { db, clock } = deps
  const on = today(clock)
  const counts = await loanCounts(db, userId)
  const open = await openLoans(deps, userId)
  const losses = await lossesOf(db, userId)
  const hasOverdue = open.some(({ loan }) => loan.status === 'overdue')
  const due = dueSoon(open, on)
  const { overdueFen, dueSoonFen } = dueSums(open)
  const cards = await cardsOf(db, userId)
  const failedDebitOf = await failedDebits(db, { userId, open })
  const isFrozen = await isBlockedBorrower(db, deps, userId)
  const standing = await applyStanding(db, deps, userId)
  const offer = standing.state === 'limit' ? await offerTo(deps, { tier: standing.limit.tier, on }) : { price: null, cost: null }
  return {
    today: on,
    card: homeCardOf(standing, { hasLoss: losses > 0, hasOverdue, isFrozen, today: on, ...offer }),
    due: due.slice(0, dueRows).map(({ now, ...one }) => ({
      ...one,
      cardTail: cardToDebit(cards, now.loan)?.tail ?? null,
      debit: debitOf(deps, now, one),
      failedDebit: now.runningRepaymentId === null ? failedDebitOf(one.loanId) : null,
    })),
    overdueTotalFen: overdueFen,
    dueTotalFen: dueSoonFen,
    returned: (await returnedLoans(db, userId)).map(({ loanId, owedFen }) => ({ loanId, owedFen })),
    penaltyTomorrowFen: addFen(...open.map(penaltyTomorrow)),
    loans: {
      disbursing: countOf(counts, 'disbursing'),
      failed: countOf(counts, 'failed'),
      open: countOf(counts, ...openStatuses),
      settled: countOf(counts, 'settled'),
      writtenOff: losses,
      list: await loansShown(db, { userId, open }),
    },
    isFrozen,
    owned: await ownedBy(deps, userId),
    unread: await unreadCount(db, userId),
    announcements: await announced(deps, { userId, language }),
  }
}

/** What the products cost that are offered to a tier on a day. */
async function offerTo({ db }: Deps, of: { tier: Tier; on: CivilDate }) {
  const lenders = await lendersOn(db, of.on)
  return { price: priceRange(lenders, of) ?? null, cost: costFor(lenders, of) }
}

async function openLoans({ db, clock }: Deps, userId: number): Promise<LoanNow[]> {
  return loansNow(db, { userId, loans: await findLoans(db, { userId, statuses: openStatuses }), today: today(clock) })
}

function countOf(counts: Awaited<ReturnType<typeof loanCounts>>, ...statuses: LoanStatus[]): number {
  return statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
}

/** What the payment pages ask for today, instalment by instalment: everything due by the day, else the one that comes next. Oldest first. */
function dueSoon(loans: readonly LoanNow[], on: CivilDate): (Omit<Due, 'cardTail' | 'debit' | 'failedDebit'> & { now: LoanNow })[] {
  return loans
    .flatMap((now) => {
      const payNowFen = payNowOf(now)?.totalFen ?? zeroFen
      return duePeriods(now.standing).map(({ period, dueDate, overdueDays, owed }) => ({
        now,
        loanId: now.loan.loanId,
        period,
        dueDate,
        daysLeft: daysBetween(on, dueDate),
        overdueDays,
        ...partsWithTotal(owed),
        payNowFen,
      }))
    })
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.loanId - b.loanId))
}

/** The card is debited once, when the due day begins; what is still owed after that waits for the borrower's own hand. */
function debitOf({ config }: Deps, { loan, runningRepaymentId }: LoanNow, { dueDate }: Pick<Due, 'dueDate'>): Due['debit'] {
  if (runningRepaymentId !== null) return 'running'
  return config.autoDebit && isPaidOut(loan) && loan.bookedTo < dueDate ? 'ahead' : 'byHand'
}
