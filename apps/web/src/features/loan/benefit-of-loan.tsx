import { equityScreens } from '#features/equity/equity.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { KeyValue } from '#ui/key-value.tsx'
import type { LoanDetail } from './loan.queries.ts'

/** The package of benefits bought with a loan: what it cost, and the way to its order. */
export function BenefitOfLoan({ benefit }: { benefit: NonNullable<LoanDetail['benefit']> }) {
  const t = useWords('loan')
  const go = useGo()
  const { name, priceFen, paidFen, orderId, state } = benefit
  const standing =
    state === 'charged' && paidFen < priceFen
      ? t('benefit.refunded', { paid: yuan(paidFen) })
      : t(`benefit.${state}`, { paid: yuan(paidFen) })
  return (
    <KeyValue
      name={t('benefit.name')}
      value={t('benefit.value', { name, price: yuan(priceFen) })}
      note={standing}
      onPress={orderId === null ? undefined : () => go.to(to(equityScreens.order, undefined, { id: orderId }))}
    />
  )
}
