import type { CivilDate } from '@fyh/base/dates.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { home } from '@fyh/contract/home.ts'
import type { PriceRange } from '#lending/lenders/lenders.ts'
import type { ApplyStanding } from '../apply/apply.ts'
import { limitBlockedBy } from '../borrow/borrow.ts'
import type { Cost } from './cost.ts'

type Card = DataOf<typeof home.fyhHome>['card']

type Known = {
  readonly hasLoss: boolean
  readonly hasOverdue: boolean
  readonly isFrozen: boolean
  readonly today: CivilDate
  readonly price: PriceRange | null
  readonly cost: Cost | null
}

/** The main card: exactly one state, from where the application and the limit stand. Pure. */
export function homeCardOf(standing: ApplyStanding, known: Known): Card {
  switch (standing.state) {
    case 'noLimit': {
      return standing
    }
    case 'reviewing':
      return { state: 'reviewing', submittedAt: standing.submittedAt.toISOString(), expectedSeconds: standing.expectedSeconds }
    case 'humanReview':
      return { state: 'humanReview', submittedAt: standing.submittedAt.toISOString() }
    case 'refused':
      return standing
    case 'limit': {
      const { availableFen, totalFen, validUntil } = standing.limit
      return {
        state: 'limit',
        availableFen,
        totalFen,
        validUntil,
        price: known.price,
        cost: known.cost,
        blocked: known.isFrozen ? 'frozen' : limitBlockedBy({ limit: standing.limit, ...known }),
        idExpiresOn: standing.idExpiresOn,
      }
    }
  }
}
