import { useState } from 'react'
import { MoneyText } from '#blocks/money-text.tsx'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Text } from '#ui/text.tsx'
import { type Bill, type Bills, billsLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'

const tabs = ['due', 'paid'] as const

export function BillsScreen() {
  const t = useWords('repay')
  const [tab, setTab] = useState<(typeof tabs)[number]>('due')
  const bills = useQuery(billsLook(tab))
  return (
    <Page>
      <Tabs label={t('title.bills')} value={tab} items={tabs.map((value) => ({ value, label: t(`bills.${value}`) }))} onChange={setTab} />
      {bills.data !== undefined && <BillList data={bills.data} tab={tab} />}
      {bills.data === undefined && (bills.isError ? <Failed onRetry={() => bills.refetch()} /> : <Loading />)}
    </Page>
  )
}

function BillList({ data, tab }: { data: Bills; tab: 'due' | 'paid' }) {
  const t = useWords('repay')
  const returned = tab === 'due' && data.returned.length > 0 && <ReturnedLoans returned={data.returned} />
  if (data.bills.length === 0 && returned !== false) return returned
  if (data.bills.length === 0) return <NoBills tab={tab} />
  const loans = new Set(data.bills.map(({ loanId }) => loanId)).size
  return (
    <>
      {returned}
      {tab === 'due' && <Totals data={data} />}
      <Card rows>
        <List label={t('title.bills')}>
          {data.bills.map((bill) => (
            <BillRow key={`${bill.loanId} ${bill.period}`} bill={bill} isOneOfMany={loans > 1} />
          ))}
        </List>
      </Card>
    </>
  )
}

function NoBills({ tab }: { tab: 'due' | 'paid' }) {
  const t = useWords('repay')
  const go = useGo()
  const toRecords = (
    <Button kind="quiet" onPress={() => go.to(to(loanScreens.records))}>
      {t('plan.toRecords')}
    </Button>
  )
  return <Empty icon="calendar" title={tab === 'due' ? t('bills.empty') : t('bills.emptyPaid')} action={toRecords} />
}

/** What the bank took back of settled loans: owed again, and part of no instalment. */
function ReturnedLoans({ returned }: Pick<Bills, 'returned'>) {
  const t = useWords('repay')
  const go = useGo()
  return (
    <Card rows title={t('detail.returnedTitle')}>
      <List label={t('detail.returnedTitle')}>
        {returned.map(({ loanId, contractNo, owedFen }) => (
          <ListRow
            key={loanId}
            title={contractNo}
            note={t('detail.returnedBody')}
            value={<MoneyText fen={owedFen} bare size="inline" />}
            onPress={() => go.to(to(repayScreens.detail, { id: loanId }))}
          />
        ))}
      </List>
    </Card>
  )
}

function Totals({ data }: { data: Bills }) {
  const t = useWords('repay')
  return (
    <Card>
      {data.overdueTotal > 0 && (
        <Spread>
          <Text size="quiet">{t('bills.overdueTotal')}</Text>
          <MoneyText fen={data.overdueTotal} size="large" tone="negative" />
        </Spread>
      )}
      {data.dueTotal > 0 && (
        <Spread>
          <Text size="quiet">{t('bills.dueTotal')}</Text>
          <MoneyText fen={data.dueTotal} size={data.overdueTotal > 0 ? 'medium' : 'large'} />
        </Spread>
      )}
    </Card>
  )
}

/**
 * A row leads to the payment only where it is paid now, and says what is asked there where that is another sum; else it leads to its place
 * in the plan. The contract is named only where rows of several loans stand among one another.
 */
function BillRow({ bill, isOneOfMany }: { bill: Bill; isOneOfMany: boolean }) {
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
  if (bill.overdueDays > 0) return <Tag tone="negative">{t('bills.overdue', { count: bill.overdueDays })}</Tag>
  if (bill.daysLeft === 0) return <Tag tone="warning">{t('bills.today')}</Tag>
  return <span>{t('bills.daysLeft', { count: bill.daysLeft })}</span>
}
