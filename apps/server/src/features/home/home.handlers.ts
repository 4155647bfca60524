import { assert } from '@fyh/base/assert.ts'
import { maskName } from '@fyh/base/chinese-data.ts'
import { type CivilDate, daysBetween, today } from '@fyh/base/dates.ts'
import { addFen, fen, ppm, zeroFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { home } from '@fyh/contract/home.ts'
import type { LoanStatus } from '@fyh/contract/loan.machine.ts'
import { constants } from '@fyh/contract/options.ts'
import { lendersOn, planOf, priceRange, rateOfTier } from '#lending/lenders/lenders.ts'
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
import { unreadCount } from '../message/message.ts'
import { userBrief } from '../session/session.ts'
import { homeCardOf } from './home-card.ts'

type Due = DataOf<typeof home.fyhHome>['due'][number]

const dueRows = 12

export function homeHandlers(deps: Deps): SliceHandlers<typeof home> {
  const { db, clock } = deps
  return {
    fyhHome: ({ ctx: { userId } }) => homeOf(deps, userId),

    tourist: async () => guestOffer(deps),

    async tabInfo({ ctx: { userId } }) {
      const due = dueSoon(await openLoans(deps, userId), today(clock))
      return { unread: await unreadCount(db, userId), dueCount: due.length }
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
        openLoans: countOf(await loanCounts(db, userId), 1, 2, 4, 6),
        availableFen: limit === undefined ? null : hasLoss || limit.validUntil < today(clock) ? zeroFen : limit.availableFen,
      }
    },
  }
}

/** What a guest is offered today: the largest limit, the range of prices and a worked example. */
export async function guestOffer({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<DataOf<typeof home.tourist>> {
  const payOutDate = today(clock)
  const lenders = await lendersOn(db, payOutDate)
  const range = priceRange(lenders, payOutDate)
  const [example] = lenders.flatMap(({ products }) => products)
  assert(range !== undefined && example !== undefined, `no lender offers anything on ${payOutDate}`)
  const annualRatePpm = example.prices[exampleTier]
  assert(annualRatePpm !== null, `product ${example.productId} has no price for the worked example`)
  const wish = { amountFen: fen(1_000_000), periods: 12, annualRatePpm, payOutDate } as const
  const [first] = planOf(example, wish)
  return {
    limitMaxFen: fen(constants.amountMaxFen),
    rateFromPpm: range.fromPpm,
    rateToPpm: range.toPpm,
    example: { principal: wish.amountFen, periods: wish.periods, annualRatePpm, instalment: first?.total ?? wish.amountFen },
    serviceOpen: true,
  }
}

/** The worked example is of the first product, at the price of this tier. */
const exampleTier = 'D'

async function homeOf(deps: Deps, userId: number): Promise<DataOf<typeof home.fyhHome>> {
  const { db, clock } = deps
  const on = today(clock)
  const counts = await loanCounts(db, userId)
  const open = await openLoans(deps, userId)
  const losses = await lossesOf(db, userId)
  const hasOverdue = open.some(({ loan }) => loan.status === 6)
  const due = dueSoon(open, on)
  const { overdueFen, dueSoonFen } = dueSums(open)
  const cards = await cardsOf(db, userId)
  const standing = await applyStanding(db, deps, userId)
  const annualRatePpm = standing.state === 'limit' ? await rateOfTier(db, { tier: standing.limit.tier, on }) : ppm(0)
  return {
    today: on,
    card: homeCardOf(standing, { hasLoss: losses > 0, hasOverdue, today: on, annualRatePpm }),
    due: due.slice(0, dueRows).map(({ now, ...one }) => ({
      ...one,
      cardTail: cardToDebit(cards, now.loan)?.tail ?? null,
      debit: debitOf(deps, now, one),
    })),
    overdueTotalFen: overdueFen,
    dueTotalFen: dueSoonFen,
    returned: (await returnedLoans(db, userId)).map(({ loanId, owedFen }) => ({ loanId, owedFen })),
    penaltyTomorrowFen: addFen(...open.map(penaltyTomorrow)),
    loans: {
      disbursing: countOf(counts, 1),
      failed: countOf(counts, 3),
      open: countOf(counts, 2, 4, 6),
      settled: countOf(counts, 5),
      writtenOff: losses,
      failedLoanId: counts.get(3)?.newestId ?? null,
      disbursingLoanId: counts.get(1)?.newestId ?? null,
    },
    unread: await unreadCount(db, userId),
  }
}

async function openLoans({ db, clock }: Deps, userId: number): Promise<LoanNow[]> {
  return loansNow(db, { userId, loans: await findLoans(db, { userId, statuses: [2, 4, 6] }), today: today(clock) })
}

function countOf(counts: Awaited<ReturnType<typeof loanCounts>>, ...statuses: LoanStatus[]): number {
  return statuses.reduce((sum, status) => sum + (counts.get(status)?.count ?? 0), 0)
}

/** What the payment pages ask for today, instalment by instalment: everything due by the day, else the one that comes next. Oldest first. */
function dueSoon(loans: readonly LoanNow[], on: CivilDate): (Omit<Due, 'cardTail' | 'debit'> & { now: LoanNow })[] {
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
