import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { PeriodAccount } from '@fyh/loan-engine/account.ts'
import { accruedOn } from '@fyh/loan-engine/accrual.ts'
import { totalOf } from '@fyh/loan-engine/parts.ts'

type Earned = { readonly interest: Fen; readonly fee: Fen }

/**
 * What the books have recognised of a period's interest and fees at the end of a day: by days until the due day, then the whole; the
 * whole at once when money reached the period earlier. What was let go is not earned.
 */
export function earnedOn({ row, paid, waived, added }: PeriodAccount, onDate: CivilDate): Earned {
  const interest = subFen(row.interest, waived.interest)
  if (row.dueDate <= onDate || totalOf(paid) > 0) return { interest, fee: addFen(subFen(row.fee, waived.fee), added.fee) }
  return { interest: minFen(interest, accruedOn(row, onDate)), fee: zeroFen }
}

/** The same over every period of a loan. */
export function earnedInAll(accounts: readonly PeriodAccount[], onDate: CivilDate): Earned {
  const each = accounts.map((account) => earnedOn(account, onDate))
  return { interest: addFen(...each.map(({ interest }) => interest)), fee: addFen(...each.map(({ fee }) => fee)) }
}
