import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { fullRate, nearDate, yuan } from '#platform/format.ts'

export type QuotedRow = DataOf<Api['borrow']['quoted']>['plan'][number]
export type StandingRow = DataOf<Api['loan']['detail']>['plan'][number]

/** What must be known of a period to open its amounts; quoted rows have no standing yet. */
export type ExplainedPeriod = Pick<QuotedRow, 'principal' | 'interest' | 'explain' | 'spans' | 'principalHow'>
type Penalised = Pick<StandingRow, 'penalty' | 'penaltySpans' | 'penaltyHow'>
/** What was let go of a part, which the part's amount holds no more. */
type Waived = { readonly waived: Fen }

/**
 * How the amounts of a period came about, sentence by sentence: each sum as it is counted, with what it comes to, down to balance ×
 * rate × days.
 */
export function usePeriodWords() {
  const interest = useInterestWords()
  const principal = usePrincipalWords()
  const penalty = usePenaltyWords()
  const waived = useWaivedWords()
  return {
    principal: ({ waived: less, ...row }: ExplainedPeriod & Waived): string[] => {
      const before = addFen(row.principal, less)
      return [...waived(before, less), ...principal({ ...row, principal: before })]
    },
    interest: ({ waived: less, ...row }: ExplainedPeriod & Waived): string[] => {
      const before = addFen(row.interest, less)
      return [...waived(before, less), ...interest({ ...row, interest: before })]
    },
    fee: ({ fee, waived: less }: Pick<QuotedRow, 'fee'> & Waived): string[] => waived(addFen(fee, less), less),
    penalty: ({ waived: less, ...row }: Penalised & Waived): string[] => {
      const before = addFen(row.penalty, less)
      return [...waived(before, less), ...penalty({ ...row, penalty: before })]
    },
  }
}

/** '108.00 − 已减免 108.00 = 0.00': the sums after it are of what the part was before. */
function useWaivedWords() {
  const t = useWords('blocks')
  return (before: Fen, waived: Fen): string[] =>
    waived === zeroFen ? [] : [t('explain.waived', { before: yuan(before), waived: yuan(waived), amount: yuan(subFen(before, waived)) })]
}

function useInterestWords() {
  const t = useWords('blocks')
  const today = useToday()
  return ({ principal, interest, explain, spans }: ExplainedPeriod): string[] => {
    const { rule, balance, ratePpm, days, basisDays: basis } = explain
    const amount = yuan(interest)
    if (rule !== 'bySpans') {
      const values = { balance: yuan(balance), rate: fullRate(ratePpm), days, basis, amount }
      return [t(`explain.interestRule.${rule}`, { ...values, principal: yuan(principal), instalment: yuan(addFen(principal, interest)) })]
    }
    const lines = spans.flatMap((span) => [
      t('explain.spanDays', {
        from: nearDate(span.from, today),
        to: nearDate(span.to, today),
        whole: yuan(span.whole),
        days: span.days,
        periodDays: span.periodDays,
        amount: yuan(span.amount),
      }),
      t('explain.spanWhole', { balance: yuan(span.balance), rate: fullRate(ratePpm), basis, days, whole: yuan(span.whole) }),
    ])
    return spans.length < 2 ? lines : [t('explain.sum', { parts: spans.map((span) => yuan(span.amount)).join(' + '), amount }), ...lines]
  }
}

function usePrincipalWords() {
  const t = useWords('blocks')
  return ({ principal, explain, principalHow }: ExplainedPeriod): string[] => {
    const { rule, instalment, drawn, prepaid, interest } = principalHow
    const share = subFen(principal, prepaid)
    const from = { balance: yuan(drawn.balance), periods: drawn.periods, rate: fullRate(explain.ratePpm) }
    const ahead = prepaid > zeroFen ? [t('explain.prepaid', { prepaid: yuan(prepaid), share: yuan(share), amount: yuan(principal) })] : []
    if (prepaid > zeroFen && share === zeroFen) return [t('explain.onlyPrepaid')]
    const own = t(`explain.principalRule.${rule}`, {
      ...from,
      instalment: yuan(instalment ?? zeroFen),
      interest: yuan(interest),
      amount: yuan(share),
    })
    if (instalment === null) return [...ahead, own]
    return [...ahead, own, t(`explain.${instalmentRule({ explain, principalHow })}`, { ...from, instalment: yuan(instalment) })]
  }
}

/** An annuity of equal months has a formula one can follow; one of periods by their days is what repays the principal exactly. */
function instalmentRule({ explain: { ratePpm }, principalHow: { isMonthly } }: Pick<ExplainedPeriod, 'explain' | 'principalHow'>) {
  if (ratePpm === 0) return 'instalmentFree'
  return isMonthly ? 'instalment' : 'instalmentByDays'
}

function usePenaltyWords() {
  const t = useWords('blocks')
  return ({ penalty, penaltySpans, penaltyHow }: Penalised): string[] => {
    if (penaltyHow === null) return []
    const { rule, ratePpm, percentOfRate: percent, basisDays: basis } = penaltyHow
    const amount = yuan(penalty)
    if (rule === 'ceiling') return [t('explain.penaltyCeiling', { amount })]
    const spans = penaltySpans.map(({ principal, days }) => t('explain.penaltySpan', { principal: yuan(principal), days })).join(' + ')
    return [t('explain.penaltyDays', { spans, rate: fullRate(ratePpm), percent, basis, amount })]
  }
}
