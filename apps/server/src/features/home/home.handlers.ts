import { maskName } from '@fyh/base/chinese-data.ts'
import { type CivilDate, daysBetween, today } from '@fyh/base/dates.ts'
import { addFen, fen, ppm } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { home } from '@fyh/contract/home.ts'
import { constants } from '@fyh/contract/options.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { applyStanding, identityOf, limitOf } from '../apply/apply.ts'
import { offerOf } from '../borrow/borrow.ts'
import { cardsOf, defaultCard } from '../card/card.ts'
import { currentLenderId, findLoans, isOpen, type LoanNow, lenderOf, loanNow, partsWithTotal, penaltyTomorrow } from '../loan/loan.ts'
import { unreadCount } from '../message/message.ts'
import { userBrief } from '../session/session.ts'
import { homeCardOf } from './home-card.ts'

type Due = DataOf<typeof home.fyhHome>['due'][number]

const dueRows = 12

export function homeHandlers(deps: Deps): SliceHandlers<typeof home> {
  const { db, clock } = deps
  return {
    fyhHome: ({ ctx: { userId } }) => homeOf(deps, userId),

    async tourist() {
      const payOutDate = today(clock)
      const terms = { amountFen: fen(1_000_000), periods: 12, method: 'equalInstalment', annualRatePpm: ppm(180_000), payOutDate } as const
      const { plan } = offerOf(lenderOf(currentLenderId), terms)
      return {
        limitMaxFen: fen(constants.amountMaxFen),
        rateFromPpm: rates.lowest,
        rateToPpm: rates.highest,
        example: {
          principal: terms.amountFen,
          periods: terms.periods,
          annualRatePpm: terms.annualRatePpm,
          instalment: plan[0]?.total ?? terms.amountFen,
        },
        serviceOpen: true,
      }
    },

    async tabInfo({ ctx: { userId } }) {
      const due = dueSoon(await openLoans(deps, userId), today(clock))
      return { unread: await unreadCount(db, userId), dueCount: due.length }
    },

    async account({ ctx: { userId } }) {
      const identity = await identityOf(db, deps, userId)
      const limit = await limitOf(db, userId)
      return {
        name: identity === undefined ? null : maskName(identity.name),
        mobile: (await userBrief(db, deps, userId)).mobile,
        realName: identity === undefined ? 'none' : 'verified',
        unread: await unreadCount(db, userId),
        cards: (await cardsOf(db, userId)).length,
        openLoans: (await findLoans(db, { userId, statuses: [1, 2, 4, 6] })).length,
        availableFen: limit?.availableFen ?? null,
      }
    },
  }
}

/** Rates of the price tiers, as published to guests. */
const rates = { lowest: ppm(72_000), highest: ppm(240_000) }

async function homeOf(deps: Deps, userId: number): Promise<DataOf<typeof home.fyhHome>> {
  const { db, clock } = deps
  const on = today(clock)
  const all = await findLoans(db, { userId })
  const open: LoanNow[] = []
  for (const loan of all.filter(({ status }) => isOpen(status))) open.push(await loanNow(db, loan, on))
  const hasOverdue = open.some(({ loan }) => loan.status === 6)
  const due = dueSoon(open, on)
  const card = await defaultCard(db, userId)
  const count = (...statuses: number[]) => all.filter(({ status }) => statuses.includes(status)).length
  return {
    today: on,
    card: homeCardOf(await applyStanding(db, deps, userId), { hasOverdue, today: on }),
    due: due.slice(0, dueRows).map((one) => ({ ...one, cardTail: card?.tail ?? null })),
    dueTotalFen: addFen(...due.map(({ total }) => total)),
    penaltyTomorrowFen: addFen(...open.map(penaltyTomorrow)),
    loans: {
      disbursing: count(1),
      failed: count(3),
      open: count(2, 4, 6),
      settled: count(5),
      failedLoanId: all.find(({ status }) => status === 3)?.loanId ?? null,
      disbursingLoanId: all.find(({ status }) => status === 1)?.loanId ?? null,
    },
    unread: await unreadCount(db, userId),
  }
}

async function openLoans({ db, clock }: Deps, userId: number): Promise<LoanNow[]> {
  const loans: LoanNow[] = []
  for (const loan of await findLoans(db, { userId, statuses: [2, 4, 6] })) loans.push(await loanNow(db, loan, today(clock)))
  return loans
}

/** Everything due by the day, and of each loan the one that comes next, oldest first. */
function dueSoon(loans: readonly LoanNow[], on: CivilDate): Omit<Due, 'cardTail'>[] {
  return loans
    .flatMap(({ loan, standing }) =>
      standing.periods
        .filter(({ state }) => state !== 'paid')
        .filter(({ dueDate }, place, unpaid) => dueDate <= on || (unpaid[place - 1]?.dueDate ?? on) <= on)
        .map(({ period, dueDate, overdueDays, owed }) => ({
          loanId: loan.loanId,
          period,
          dueDate,
          daysLeft: daysBetween(on, dueDate),
          overdueDays,
          ...partsWithTotal(owed),
        })),
    )
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.loanId - b.loanId))
}
