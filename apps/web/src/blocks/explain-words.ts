import { addFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { fullRate, monthDay, yuan } from '#platform/format.ts'

export type QuotedRow = DataOf<Api['borrow']['quoted']>['plan'][number]
export type StandingRow = DataOf<Api['loan']['detail']>['plan'][number]

/** What must be known of a period to open its amounts; quoted rows have no standing yet. */
export type ExplainedPeriod = Pick<QuotedRow, 'principal' | 'interest' | 'explain' | 'spans' | 'principalHow'>
type Penalised = Pick<StandingRow, 'penalty' | 'penaltySpans' | 'penaltyHow'>

/**
 * How the amounts of a period came about, sentence by sentence: each sum as it is counted, with what it comes to, down to balance ×
 * rate × days.
 */
export function usePeriodWords() {
  const interest = useInterestWords()
  const principal = usePrincipalWords()
  const penalty = usePenaltyWords()
  return { interest, principal, penalty }
}

function useInterestWords() {
  const t = useWords('blocks')
  return ({ principal, interest, explain, spans }: ExplainedPeriod): string[] => {
    const { rule, balance, ratePpm, days, basisDays: basis } = explain
    const amount = yuan(interest)
    if (rule !== 'bySpans') {
      const values = { balance: yuan(balance), rate: fullRate(ratePpm), days, basis, amount }
      return [t(`explain.interestRule.${rule}`, { ...values, principal: yuan(principal), instalment: yuan(addFen(principal, interest)) })]
    }
    const lines = spans.flatMap((span) => [
      t('explain.spanDays', {
        from: monthDay(span.from),
        to: monthDay(span.to),
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
    return [
      ...ahead,
      own,
      t(explain.ratePpm > 0 ? 'explain.instalment' : 'explain.instalmentFree', { ...from, instalment: yuan(instalment) }),
    ]
  }
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
