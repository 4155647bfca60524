/**
 * Interest on what is really open, not on what the plan expected to be open.
 *
 * `rest`: whether a payment in advance stops interest on its own day or only from the next due day on. `settleUntil`: up to when a
 * payment that settles the loan owes interest. `onOverdue`: whether principal that was not paid when due goes on bearing interest.
 */
export type Recalculation = {
  readonly rest: 'daily' | 'period'
  readonly settleUntil: 'settlementDay' | 'nextDueDay'
  readonly onOverdue: boolean
}

/** Whether every payment owes the running period's interest up to its due day: as Apache Fineract decides where the two settings disagree. */
export function owesWholePeriod({ rest, settleUntil }: Recalculation): boolean {
  return settleUntil === 'nextDueDay' && rest === 'period'
}
