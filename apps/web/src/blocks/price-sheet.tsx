import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, formatPercent, type Ppm, ppm } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { exactRate, yuan } from '#platform/format.ts'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Sheet } from '#ui/sheet.tsx'

/** What is paid, and how many months after the pay-out. */
export type PaidFlow = { readonly month: number; readonly dueDate: CivilDate; readonly total: Fen }

/** How the yearly rate comes about: what is received and what is paid when, the monthly rate between them, and both ways to a year. */
export function PriceSheet(props: {
  received: Fen
  from: CivilDate
  /** Month 0 is a package of benefits, paid on the day of the pay-out. */
  paid: readonly PaidFlow[]
  /** The same where the payments come from a plan. */
  benefit?: { readonly priceFen: Fen } | null | undefined
  price: { readonly simplePpm: Ppm; readonly compoundPpm: Ppm }
  onClose: () => void
}) {
  const { received, from, price, benefit, onClose } = props
  const paid = benefit == null ? props.paid : [{ month: 0, dueDate: from, total: benefit.priceFen }, ...props.paid]
  const t = useWords('blocks')
  return (
    <Sheet open title={t('price.title')} onClose={onClose}>
      <KeyValueList>
        <KeyValue name={t('price.received', { date: from })} value={yuan(received)} strong short />
        {paid.map(({ month, dueDate, total }) => (
          <KeyValue
            key={month}
            name={month === 0 ? t('price.benefit') : t('price.paid', { month })}
            value={yuan(total)}
            below={[dueDate]}
          />
        ))}
        <KeyValue
          name={t('price.monthly')}
          value={monthly(price.simplePpm)}
          below={[t('price.monthlyNote', { amount: yuan(received) })]}
          strong
        />
        <KeyValue name={t('price.simple')} value={exactRate(price.simplePpm)} below={[t('price.simpleNote')]} strong />
        <KeyValue name={t('price.compound')} value={exactRate(price.compoundPpm)} below={[t('price.compoundNote')]} strong />
      </KeyValueList>
    </Sheet>
  )
}

/** '1.5000%': a twelfth of the yearly rate, which is how that one was made. */
const monthly = (simplePpm: Ppm): string => `${formatPercent(ppm(Math.round(simplePpm / 12)), 4)}%`
