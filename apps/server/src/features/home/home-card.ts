import type { CivilDate } from '@fyh/base/dates.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { home } from '@fyh/contract/home.ts'
import type { ApplyStanding } from '../apply/apply.ts'
import { blockedBy } from '../borrow/borrow.ts'

type Card = DataOf<typeof home.fyhHome>['card']

/** The main card: exactly one state, from where the application and the limit stand. Pure. */
export function homeCardOf(standing: ApplyStanding, known: { hasLoss: boolean; hasOverdue: boolean; today: CivilDate }): Card {
  switch (standing.state) {
    case 'noLimit': {
      const { state, next, done, of, idExpiresOn } = standing
      return { state, next, done, of, idExpiresOn }
    }
    case 'reviewing':
      return { state: 'reviewing', submittedAt: standing.submittedAt.toISOString(), expectedSeconds: standing.expectedSeconds }
    case 'refused': {
      const { state, reasons, applyAgainOn, canAskHuman, humanReview } = standing
      return { state, reasons, applyAgainOn, canAskHuman, humanReview }
    }
    case 'limit': {
      const { availableFen, totalFen, validUntil, annualRatePpm } = standing.limit
      const blocked = blockedBy({ limit: standing.limit, ...known })
      return { state: 'limit', availableFen, totalFen, validUntil, annualRatePpm, blocked: blocked === 'noLimit' ? null : blocked }
    }
  }
}
