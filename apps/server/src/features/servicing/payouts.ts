import { type CivilDate, isCivilDate } from '@fyh/base/dates.ts'
import { formatYuan } from '@fyh/base/money.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { lenderOf } from '#lending/lenders/lenders.ts'
import { caseOutcomes, endWaitingPayout, openCases, payoutsWaiting, resolveCase, type WaitingPayout } from '#lending/payout/payout.ts'

type Line = {
  readonly command: string
  readonly values: { readonly [name in 'case' | 'order' | 'as' | 'on' | 'by' | 'reason']?: string | undefined }
  readonly usage: string
}

/**
 * What lenders reported of pay-outs that no rule may decide: `payouts` lists it, `payout-resolve` ends a case, and `payout-end` a pay-out of
 * which nothing is reported.
 */
export async function servicePayouts(deps: LendingDeps, { command, values, usage }: Line, say: (line: string) => void): Promise<void> {
  switch (command) {
    case 'payouts':
      return list(deps, say)
    case 'payout-resolve': {
      const { by = '', reason = '', on } = values
      const caseId = Number(values.case)
      if (!Number.isSafeInteger(caseId)) throw new Error('--case takes the number of a case, as payouts shows it')
      const outcome = caseOutcomes.find((one) => one === values.as)
      if (outcome === undefined) throw new Error(`--as takes ${caseOutcomes.join(', ')}`)
      const { kind, reportedFen, lenderId } = await resolveCase(deps, { caseId, outcome, by, reason, on: dayOf(on) })
      return say(`case ${caseId} (lender ${lenderId}, ${kind}, ${formatYuan(reportedFen)}) ended: ${outcome}`)
    }
    case 'payout-end': {
      const { by = '', reason = '', on, order: orderKey = '', as: outcome } = values
      if (outcome !== 'paid' && outcome !== 'refused') throw new Error('--as takes paid, refused')
      const { lenderId } = await endWaitingPayout(deps, { orderKey, outcome, by, reason, on: dayOf(on) })
      return say(`payout ${orderKey} of lender ${lenderId} ended: ${outcome}`)
    }
    default:
      throw new Error(usage)
  }
}

function dayOf(text: string | undefined): CivilDate | undefined {
  if (text === undefined || isCivilDate(text)) return text
  throw new Error('--on takes a day, such as 2026-11-27')
}

async function list({ db, clock }: LendingDeps, say: (line: string) => void): Promise<void> {
  const cases = await openCases(db)
  for (const { caseId, contractNo, lenderId, orderKey, kind, orderedFen, reportedFen, excessFen, openedAt } of cases) {
    const what = kind === 'excess' ? `${formatYuan(excessFen)} paid beyond the loan` : `${formatYuan(reportedFen)} reported`
    const order = `loan ${contractNo}, lender ${lenderId}, order ${orderKey} of ${formatYuan(orderedFen)}`
    say(`case ${caseId} ${openedAt.toISOString()} ${order}: ${kind}, ${what}`)
  }
  const waiting: WaitingPayout[] = []
  for (const payout of await payoutsWaiting(db, clock.now())) {
    const { payOutHours } = await lenderOf(db, { lenderId: payout.lenderId, edition: payout.lenderEdition })
    if (clock.now().getTime() - payout.requestedAt.getTime() > payOutHours * 3_600_000) waiting.push(payout)
  }
  for (const { contractNo, lenderId, orderKey, status, amountFen, requestedAt, tries } of waiting) {
    const order = `loan ${contractNo}, lender ${lenderId}, order ${orderKey} of ${formatYuan(amountFen)}`
    say(`waiting since ${requestedAt.toISOString()} ${order}: ${status}, asked ${tries} times`)
  }
  if (cases.length + waiting.length === 0) say('no payout needs attention')
}
