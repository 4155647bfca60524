import type { Fen } from '@fyh/base/money.ts'
import type { LendingRules } from '@fyh/contract/lending-rules.ts'
import type { OptionOf } from '@fyh/contract/options.ts'
import { dueClasses } from '@fyh/loan-engine/allocation-order.ts'
import { methodTraits } from '@fyh/loan-engine/methods.ts'
import { partNames } from '@fyh/loan-engine/parts.ts'
import { useWords } from '#locales/i18n.ts'
import { rate, yuan } from '#platform/format.ts'

type Method = OptionOf<'repayMethod'>

/** The lender's rules in sentences: how interest comes about, what arises only if something happens, how payments count. */
export function useRuleWords() {
  const t = useWords('lending')
  const stepName = (step: LendingRules['allocationOrder'][number]): string => {
    const part = partNames.find((name) => step.endsWith(name)) ?? 'principal'
    const due = dueClasses.find((name) => step.startsWith(name))
    return due === undefined ? t(`part.${part}`) : t('step', { due: t(`due.${due}`), part: t(`part.${part}`) })
  }
  return {
    /** 'Principal outstanding × 18.00% ÷ 12 a month'; `annualRate` ready to show, one rate or a range. */
    basis: ({
      method,
      periods,
      annualRate,
      rules,
    }: {
      method: Method
      periods: number
      annualRate: string
      rules: LendingRules
    }): string => {
      const { interestOn, paysOnce } = methodTraits[method]
      const values = { base: t(`base.${paysOnce ? 'original' : interestOn}`), rate: annualRate }
      if (rules.dayCount !== '30/360') return t('basis.byDays', { ...values, year: rules.dayCount === 'actual/365' ? 365 : 360 })
      return paysOnce ? t('basis.onceByMonths', { ...values, periods }) : t('basis.byMonths', values)
    },
    penalty: ({ penalty: { percentOfRate, graceDays, ceilingPpm } }: LendingRules): string[] => [
      t('penalty.how', { percent: percentOfRate }),
      graceDays === 0 ? t('penalty.noGrace') : t('penalty.grace', { days: graceDays }),
      t('penalty.ceiling', { share: rate(ceilingPpm) }),
    ],
    settleFee: ({ earlySettlementFeePpm }: LendingRules): string =>
      earlySettlementFeePpm === 0 ? t('settle.free') : t('settle.fee', { rate: rate(earlySettlementFeePpm) }),
    settleMost: ({ earlySettlementFreeDays: days }: LendingRules, most: Fen): string[] => {
      if (most === 0) return []
      return [t('settle.most', { amount: yuan(most) }), ...(days === 0 ? [] : [t('settle.freeDays', { days })])]
    },
    ahead: ({ interestAhead }: LendingRules): string => t(`settle.${interestAhead}`),
    order: ({ allocationOrder }: LendingRules): string => {
      const steps = allocationOrder.map(stepName).join(t('orderThen'))
      return allocationOrder.some((step) => step.includes(':')) ? t('orderAcross', { steps }) : t('orderInside', { steps })
    },
  }
}
