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
  paid: readonly PaidFlow[]
  price: { readonly simplePpm: Ppm; readonly compoundPpm: Ppm }
  onClose: () => void
}) {
  const { received, from, paid, price, onClose } = props
  const t = useWords('blocks')
  return (
    <Sheet open title={t('price.title')} onClose={onClose}>
      <KeyValueList>
        <KeyValue name={t('price.received', { date: from })} value={yuan(received)} strong short />
        {paid.map(({ month, dueDate, total }) => (
          <KeyValue key={dueDate} name={t('price.paid', { month })} value={yuan(total)} below={[dueDate]} />
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
