import { assert, unreachable } from '@fyh/base/assert.ts'
import { instantAt } from '@fyh/base/dates.ts'
import { subFen, zeroFen } from '@fyh/base/money.ts'
import type { CouponApplied } from '@fyh/contract/coupon-shapes.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { loan as loanEndpoints } from '@fyh/contract/loan.ts'
import { payoutFailureCause } from '@fyh/contract/payout-failure.ts'
import { noParts } from '@fyh/loan-engine/parts.ts'
import { endDateOf } from '@fyh/loan-engine/schedule.ts'
import { type LenderRecord, lendingRulesOf } from '#lending/lenders/lenders.ts'
import type { LoanTrack } from '#lending/loan/loan.ts'
import {
  isLost,
  isOpen,
  type LoanNow,
  type LoanRecord,
  numberOf,
  partsWithTotal,
  payNowOf,
  penaltyRateOf,
  penaltyTomorrow,
  planShown,
  standingShown,
} from '#lending/loan/loan.ts'
import { type BenefitOfLoan, benefitShown, priceShown } from './loan-benefit.ts'

type Detail = DataOf<typeof loanEndpoints.detail>
type ListItem = DataOf<typeof loanEndpoints.list>['items'][number]

/** A loan in full, from what is known of it; a pure function. */
export function detailOf(
  now: LoanNow,
  known: Pick<Detail, 'card' | 'debitCard' | 'texts' | 'payments' | 'coupons' | 'surplusHeldFen' | 'writtenOff'> & {
    signedCoupon: CouponApplied | null
    benefit: BenefitOfLoan
    lender: LenderRecord
    track: LoanTrack
    isPayoutOpen: boolean
  },
): Detail {
  const { loan, standing } = now
  const owes = isOpen(loan.status)
  const rows = standing.periods.map(({ row }) => row)
  const benefit = benefitShown(loan, known.benefit)
  const isRedrawn = rows.some(({ redrawn }) => redrawn !== undefined)
  return {
    loanId: loan.loanId,
    contractNo: loan.contractNo,
    status: numberOf(loan.status),
    amountFen: loan.amountFen,
    periods: loan.periods,
    method: loan.method,
    use: loan.use,
    annualRatePpm: loan.annualRatePpm,
    price: priceShown(loan, known.benefit, benefit),
    lender: known.lender.name,
    lenderLicence: known.lender.licence,
    rules: lendingRulesOf(loan),
    card: known.card,
    debitCard: known.debitCard,
    borrowedAt: loan.borrowedAt.toISOString(),
    paidOutAt: loan.paidOutAt?.toISOString() ?? null,
    settledOn: loan.settledOn,
    endDate: endDateOf(rows),
    failReason: loan.status === 'failed' ? loan.failReason : null,
    failure: loan.status === 'failed' ? failureOf(loan, known.isPayoutOpen) : null,
    timeline: timelineOf(loan, { ...known.track, isLost: known.writtenOff !== null }),
    expectedHours: known.lender.payOutHours,
    plan: standingShown(standing.periods, loan),
    coupons: known.coupons,
    benefit,
    priceFlows: priceFlowsOf(loan, known.signedCoupon, benefit),
    signedPlan: isRedrawn ? planShown(loan.plan, loan) : [],
    paidTotal: standing.paidTotal,
    owed: partsWithTotal(owes ? standing.owed : noParts),
    overdueDays: standing.overdueDays,
    penaltyTomorrowFen: penaltyTomorrow(now),
    penaltyPpmDay: penaltyRateOf(loan),
    runningRepaymentId: now.runningRepaymentId,
    payNow: payNowOf(now),
    texts: known.texts,
    payments: known.payments,
    returnedOwedFen: now.returnedOwed,
    surplusHeldFen: known.surplusHeldFen,
    writtenOff: known.writtenOff,
  }
}

/** What the price was reckoned from: the plan with the coupon that the loan was signed with, and the package of benefits at the pay-out. */
function priceFlowsOf({ plan, payOutDate }: LoanRecord, coupon: CouponApplied | null, benefit: Detail['benefit']): Detail['priceFlows'] {
  const flows = plan.map(({ month, period, dueDate, total }) => {
    const off = coupon?.lines.find((line) => line.period === period)?.amountFen ?? zeroFen
    return { month, dueDate, total: subFen(total, off) }
  })
  const from = payOutDate ?? plan[0]?.startDate
  if (from === undefined || benefit === null || benefit.state === 'notCharged') return flows
  return [{ month: 0, dueDate: from, total: benefit.priceFen }, ...flows]
}

export function listItemOf({ loan, standing, returnedOwed }: LoanNow): ListItem {
  const open = isOpen(loan.status)
  return {
    loanId: loan.loanId,
    contractNo: loan.contractNo,
    amountFen: loan.amountFen,
    periods: loan.periods,
    status: numberOf(loan.status),
    borrowedAt: loan.borrowedAt.toISOString(),
    givenUp: loan.status === 'failed' && loan.givenUpAt !== null,
    owedTotal: open ? standing.owedTotal : returnedOwed,
    nextDueDate: open ? (standing.periods.find(({ state }) => state !== 'paid')?.dueDate ?? null) : null,
    paidPeriods: standing.periods.filter((period) => period.state === 'paid' && !isLost(period)).length,
    writtenOff: standing.periods.some(isLost),
  }
}

/** What the borrower can do. A loan is not submitted again while an operator still checks what the lender reported of its money. */
function failureOf({ failReason, givenUpAt }: LoanRecord, isPayoutOpen: boolean): NonNullable<Detail['failure']> {
  const cause = payoutFailureCause(failReason)
  return { cause, canResubmit: givenUpAt === null && cause !== 'lender' && !isPayoutOpen, givenUpAt: givenUpAt?.toISOString() ?? null }
}

/** From signature to settlement: what is done, where it stands, what lies ahead. */
function timelineOf(
  loan: LoanRecord,
  { signedAt, requestedAt, acceptedAt, refusedAt, isLost: lost }: LoanTrack & { isLost: boolean },
): Detail['timeline'] {
  const begun: Detail['timeline'] = [step('signed', 'done', signedAt), step('requested', 'done', requestedAt)]
  switch (loan.status) {
    case 'disbursing':
      return [...begun, step('bankProcessing', 'now', acceptedAt), step('paidOut', 'ahead', null)]
    case 'failed':
      return [...begun, step('bankProcessing', 'done', acceptedAt), step('failed', 'failed', refusedAt)]
    case 'disbursed':
    case 'repaying':
    case 'overdue':
      return [...begun, step('bankProcessing', 'done', acceptedAt), step('paidOut', 'done', loan.paidOutAt), step('settled', 'ahead', null)]
    case 'settled': {
      assert(loan.settledOn !== null, `loan ${loan.loanId} is settled without a day`)
      const settledAt = instantAt(loan.settledOn)
      return [
        ...begun,
        step('bankProcessing', 'done', acceptedAt),
        step('paidOut', 'done', loan.paidOutAt),
        step('settled', lost ? 'failed' : 'done', settledAt),
      ]
    }
    default:
      return unreachable(loan.status)
  }
}

function step(name: Detail['timeline'][number]['step'], state: Detail['timeline'][number]['state'], at: Date | null) {
  return { step: name, state, at: at?.toISOString() ?? null }
}
