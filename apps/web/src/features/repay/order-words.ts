import { useWords } from '#locales/i18n.ts'
import type { Repayment } from './repay.queries.ts'

/** What a payment pays first: '费用、罚息、利息、本金'. */
export function useOrderWords(): (order: Repayment['order']) => string {
  const t = useWords('repay')
  return (order) => order.map((part) => t(`result.order.${part}`)).join(t('result.order.after'))
}
