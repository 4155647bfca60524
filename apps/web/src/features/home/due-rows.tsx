import { Facts } from '#blocks/facts.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { List, ListRow } from '#ui/list.tsx'
import type { Home } from './borrower-home.tsx'
import { useDueOn } from './due-on.ts'

export type Due = Home['due'][number]

/** Each loan once, with the oldest of its instalments. */
export const loansOf = (due: readonly Due[]): readonly Due[] =>
  due.filter((one, place) => due.findIndex(({ loanId }) => loanId === one.loanId) === place)

/**
 * Several loans to pay, each a row with the sum that the payment behind it asks for. Where that is less than what is due on the day beside it, because
 * it settles the loan today, the row says so and names what is due then.
 */
export function DueRows({ due, label }: { due: readonly Due[]; label: string }) {
  const t = useWords('borrower')
  const dueOn = useDueOn()
  const go = useGo()
  const when = ({ overdueDays, daysLeft }: Due) => {
    if (overdueDays > 0) return t('overdue.tag', { count: overdueDays })
    return daysLeft === 0 ? t('due.today') : t('due.daysLeft', { count: daysLeft })
  }
  const settlesToday = ({ daysLeft, payNowFen, total }: Due) => daysLeft > 0 && payNowFen < total
  return (
    <List label={label}>
      {loansOf(due).map((one) => (
        <ListRow
          key={one.loanId}
          title={dueOn(one.dueDate)}
          note={settlesToday(one) ? <Facts parts={[when(one), t('due.settleToday', { amount: yuan(one.total) })]} /> : when(one)}
          value={<MoneyText fen={one.payNowFen} bare size="inline" />}
          onPress={() => go.to(to(repayScreens.detail, { id: one.loanId }))}
        />
      ))}
    </List>
  )
}
