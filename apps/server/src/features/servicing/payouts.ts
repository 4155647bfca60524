import { isCivilDate } from '@fyh/base/dates.ts'
import { formatYuan } from '@fyh/base/money.ts'
import type { Deps } from '#platform/deps.ts'
import { caseOutcomes, openCases, payoutsWaiting, resolveCase } from '../borrow/borrow.ts'
import { currentLenderId, lenderOf } from '../loan/loan.ts'

type Line = {
  readonly command: string
  readonly values: { readonly [name in 'case' | 'as' | 'on' | 'by' | 'reason']?: string | undefined }
  readonly usage: string
}

/** What lenders reported of pay-outs that no rule may decide: `payouts` lists it, `payout-resolve` ends a case. */
export async function servicePayouts(deps: Deps, { command, values, usage }: Line, say: (line: string) => void): Promise<void> {
  switch (command) {
    case 'payouts':
      return list(deps, say)
    case 'payout-resolve': {
      const { by = '', reason = '', on } = values
      const caseId = Number(values.case)
      if (!Number.isSafeInteger(caseId)) throw new Error('--case takes the number of a case, as payouts shows it')
      const outcome = caseOutcomes.find((one) => one === values.as)
      if (outcome === undefined) throw new Error(`--as takes ${caseOutcomes.join(', ')}`)
      if (on !== undefined && !isCivilDate(on)) throw new Error('--on takes a day, such as 2026-11-27')
      const { kind, reportedFen } = await resolveCase(deps, { caseId, outcome, by, reason, on })
      return say(`case ${caseId} (${kind}, ${formatYuan(reportedFen)}) ended: ${outcome}`)
    }
    default:
      throw new Error(usage)
  }
}

async function list({ db, clock }: Deps, say: (line: string) => void): Promise<void> {
  const cases = await openCases(db)
  for (const { caseId, contractNo, orderKey, kind, orderedFen, reportedFen, excessFen, openedAt } of cases) {
    const what = kind === 'excess' ? `${formatYuan(excessFen)} paid beyond the loan` : `${formatYuan(reportedFen)} reported`
    say(`case ${caseId} ${openedAt.toISOString()} loan ${contractNo}, order ${orderKey} of ${formatYuan(orderedFen)}: ${kind}, ${what}`)
  }
  const hours = lenderOf(currentLenderId).payOutHours
  const waiting = await payoutsWaiting(db, new Date(clock.now().getTime() - hours * 3_600_000))
  for (const { contractNo, orderKey, status, amountFen, requestedAt, tries } of waiting)
    say(
      `waiting since ${requestedAt.toISOString()} loan ${contractNo}, order ${orderKey} of ${formatYuan(amountFen)}: ${status}, asked ${tries} times`,
    )
  if (cases.length + waiting.length === 0) say('no pay-out needs attention')
}
