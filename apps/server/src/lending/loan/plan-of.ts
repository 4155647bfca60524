import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import { type PlanRow, planFor } from '@fyh/loan-engine/schedule.ts'
import type { Method } from '@fyh/loan-engine/terms.ts'
import type { Lender } from '#lending/lenders/lenders.ts'

export type Terms = {
  readonly amountFen: Fen
  readonly periods: 3 | 6 | 9 | 12
  readonly method: Method
  readonly annualRatePpm: Ppm
  readonly payOutDate: CivilDate
}

/** The plan of the same terms from any pay-out day. */
export function planOf({ dayCount, tail }: Pick<Lender, 'dayCount' | 'tail'>, terms: Terms): PlanRow[] {
  const { amountFen, annualRatePpm, periods, method, payOutDate } = terms
  return planFor({
    principal: amountFen,
    annualRate: annualRatePpm,
    periods,
    method,
    dayCount,
    tail,
    payOutDate,
    daysOff: { policy: 'stay' },
  })
}
