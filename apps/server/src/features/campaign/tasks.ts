import { type CivilDate, today } from '@fyh/base/dates.ts'
import type { ActivityTask, campaign } from '@fyh/contract/campaign.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { findLoans, isLost, isPaidOut, type LoanNow, type LoanRecord, loansNow } from '#lending/loan/loan.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { type Activity, daysOf } from './activity.ts'
import { type Friends, friendsOf } from './invites.sql.ts'

export type Condition = NonNullable<DataOf<typeof campaign.activity>['mine']>['conditions'][number]

type Window = { readonly firstDay: CivilDate; readonly lastDay: CivilDate }
type Own = { readonly loans: readonly LoanRecord[]; readonly firstPeriods: readonly LoanNow[]; readonly friends: Friends }

/** Where a borrower stands with each task of an activity. Computed from loans and invitations as they are now, so it follows what falls away. */
export async function tasksOf(
  db: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, activity }: { userId: number; activity: Activity },
): Promise<Condition[]> {
  const window = daysOf(activity)
  const asks = (...tasks: ActivityTask[]) => tasks.some((task) => activity.tasks.includes(task))
  const loans = asks('firstLoan', 'firstOnTimeRepayment') ? await findLoans(db, { userId }) : []
  const due = loans.filter((loan) => asks('firstOnTimeRepayment') && isPaidOut(loan) && isWithin(loan.plan[0]?.dueDate, window))
  const firstPeriods = await loansNow(db, { userId, loans: due, today: today(clock) })
  const friends = asks('friendRegisters', 'friendBorrows')
    ? await friendsOf(db, { userId, from: activity.from, to: activity.to })
    : noFriends
  return activity.tasks.map((task) => standings[task]({ loans, firstPeriods, friends }, window))
}

const noFriends: Friends = { registeredOn: null, borrowedOn: null }

const standings: Readonly<Record<ActivityTask, (own: Own, window: Window) => Condition>> = {
  firstLoan: ({ loans }, window) => {
    const first = loans.filter(isPaidOut).toSorted((a, b) => (a.payOutDate < b.payOutDate ? -1 : 1))[0]
    return condition('firstLoan', isWithin(first?.payOutDate, window) ? first?.payOutDate : undefined)
  },
  firstOnTimeRepayment: ({ firstPeriods }) => {
    const paid = firstPeriods.map(paidOnTime).filter((day) => day !== undefined)
    const doneOn = paid.toSorted()[0]
    const open = firstPeriods.find(({ standing }) => standing.periods[0]?.state !== 'paid' && standing.periods[0]?.state !== 'overdue')
    return {
      ...condition('firstOnTimeRepayment', doneOn),
      ...(doneOn === undefined && open && { dueOn: open.standing.periods[0]?.dueDate ?? null, loanId: open.loan.loanId }),
    }
  },
  friendRegisters: ({ friends }) => condition('friendRegisters', friends.registeredOn ?? undefined),
  friendBorrows: ({ friends }) => condition('friendBorrows', friends.borrowedOn ?? undefined),
}

/** The day on which the first instalment was paid, if that was by its due day; undefined also while a payment that the bank took back is owed. */
function paidOnTime({ standing, returnedOwed }: LoanNow): CivilDate | undefined {
  const first = standing.periods[0]
  if (first === undefined || first.state !== 'paid' || isLost(first) || returnedOwed > 0) return undefined
  return first.paidOn !== undefined && first.paidOn <= first.dueDate ? first.paidOn : undefined
}

const condition = (kind: Condition['kind'], doneOn: CivilDate | undefined): Condition => ({
  kind,
  done: doneOn !== undefined,
  doneOn: doneOn ?? null,
  dueOn: null,
  loanId: null,
})

const isWithin = (day: CivilDate | undefined, { firstDay, lastDay }: Window): boolean =>
  day !== undefined && firstDay <= day && day <= lastDay
