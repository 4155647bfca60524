import { addFen, zeroFen } from '@fyh/base/money.ts'
import { MoneyText } from '#blocks/money-text.tsx'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { CheckTarget } from '#ui/checkbox.tsx'
import { List, ListRow, type ListRowProps } from '#ui/list.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Choice, isChosen, isPayable, toggled } from './bill-choice.ts'
import type { Bill } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'

type Given = {
  readonly bills: readonly Bill[]
  readonly tab: 'due' | 'paid'
  /** Undefined where nothing is chosen. */
  readonly choosing: { readonly choice: Choice; readonly choose: (choice: Choice) => void } | undefined
}

/** Bills by the month they are due in, each month with what its bills come to. */
export function BillMonths({ bills, tab, choosing }: Given) {
  const t = useWords('repay')
  const loans = new Set(bills.map(({ loanId }) => loanId)).size
  return monthsOf(bills).map(({ month, ofMonth }) => {
    const sum = addFen(zeroFen, ...ofMonth.map((bill) => (tab === 'paid' ? bill.paidTotal : bill.total)))
    const title = t('bills.month', { year: month.slice(0, 4), month: month.slice(5) })
    return (
      <Card rows key={month} title={title} extra={t('bills.monthTotal', { amount: yuan(sum) })}>
        <List label={title}>
          {ofMonth.map((bill) => (
            <BillRow
              key={`${bill.loanId} ${bill.period}`}
              bill={bill}
              isOneOfMany={loans > 1}
              choice={
                choosing && isPayable(bill) ? (
                  <CheckTarget
                    checked={isChosen(choosing.choice, bill)}
                    onChange={() => choosing.choose(toggled(choosing.choice, bills, bill))}
                    label={t('bills.choose', { contractNo: bill.contractNo, period: bill.period, amount: yuan(bill.total) })}
                  />
                ) : undefined
              }
            />
          ))}
        </List>
      </Card>
    )
  })
}

/** In the order of the list. */
function monthsOf(bills: readonly Bill[]): readonly { readonly month: string; readonly ofMonth: readonly Bill[] }[] {
  const months = [...new Set(bills.map(({ dueDate }) => dueDate.slice(0, 7)))]
  return months.map((month) => ({ month, ofMonth: bills.filter(({ dueDate }) => dueDate.startsWith(month)) }))
}

/**
 * A row leads to the payment only where it is paid now, and says what is asked there where that is another sum; else it leads to its place
 * in the plan. The contract is named only where rows of several loans stand among one another.
 */
function BillRow({ bill, isOneOfMany, choice }: { bill: Bill; isOneOfMany: boolean; choice: ListRowProps['choice'] }) {
  const t = useWords('repay')
  const go = useGo()
  const paid = bill.state === 'paid'
  const facts: string[] = [t('bills.period', { period: bill.period, periods: bill.periods })]
  if (isOneOfMany) facts.push(bill.contractNo)
  if (bill.paidTotal > 0 && !paid) facts.push(t('bills.partly', { amount: yuan(bill.paidTotal) }))
  if (bill.payNowFen !== null && bill.payNowFen !== bill.total) facts.push(t('bills.payNow', { amount: yuan(bill.payNowFen) }))
  const { loanId, period } = bill
  const plan = to(repayScreens.plan, undefined, paid ? { loanId } : { loanId, explain: period })
  return (
    <ListRow
      choice={choice}
      title={t('bills.dueOn', { date: bill.dueDate })}
      note={facts.join(t('base:separator'))}
      value={<MoneyText fen={paid ? bill.paidTotal : bill.total} bare size="inline" />}
      valueNote={<BillState bill={bill} />}
      onPress={() => go.to(bill.payNowFen === null ? plan : to(repayScreens.detail, { id: loanId }))}
    />
  )
}

function BillState({ bill }: { bill: Bill }) {
  const t = useWords('repay')
  if (bill.state === 'paid') return <Tag tone="positive">{t('bills.done')}</Tag>
  if (bill.payNowFen !== null && bill.runningRepaymentId !== null) return <Tag>{t('bills.running')}</Tag>
  if (bill.overdueDays > 0) return <Tag tone="negative">{t('bills.overdue', { count: bill.overdueDays })}</Tag>
  if (bill.daysLeft === 0) return <Tag tone="warning">{t('bills.today')}</Tag>
  return <span>{t('bills.daysLeft', { count: bill.daysLeft })}</span>
}
