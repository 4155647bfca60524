import { togetherMax } from '@fyh/contract/options.ts'
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
import { Spread, Text } from '#ui/text.tsx'
import { type Choice, choiceText, chosenBills, everything, isPayable, totalOf } from './bill-choice.ts'
import { BillMonths } from './bill-months.tsx'
import { type Bills, billsLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'

const tabs = ['due', 'paid'] as const

export function BillsScreen() {
  const t = useWords('repay')
  const [tab, setTab] = useState<(typeof tabs)[number]>('due')
  const [choice, choose] = useState<Choice>(new Map())
  const bills = useQuery(billsLook(tab))
  return (
    <Page footer={tab === 'due' && bills.data !== undefined && <PayChosen bills={bills.data.bills} choice={choice} />}>
      <Tabs label={t('title.bills')} value={tab} items={tabs.map((value) => ({ value, label: t(`bills.${value}`) }))} onChange={setTab} />
      {bills.data !== undefined && <BillList data={bills.data} tab={tab} choice={choice} choose={choose} />}
      {bills.data === undefined && (bills.isError ? <Failed onRetry={() => bills.refetch()} /> : <Loading />)}
    </Page>
  )
}

type Choosing = { readonly choice: Choice; readonly choose: (choice: Choice) => void }

function BillList({ data, tab, choice, choose }: Choosing & { data: Bills; tab: 'due' | 'paid' }) {
  const returned = tab === 'due' && data.returned.length > 0 && <ReturnedLoans returned={data.returned} />
  if (data.bills.length === 0 && returned !== false) return returned
  if (data.bills.length === 0) return <NoBills tab={tab} />
  // One bill alone is paid by opening it.
  const choosing = data.bills.filter(isPayable).length > 1 ? { choice, choose } : undefined
  return (
    <>
      {returned}
      {tab === 'due' && <Totals data={data} choosing={choosing} />}
      <BillMonths bills={data.bills} tab={tab} choosing={tab === 'due' ? choosing : undefined} />
    </>
  )
}

/** Pays what is chosen: one loan on its own page, where coupons and parts are, several by one confirmation. */
function PayChosen({ bills, choice }: { bills: Bills['bills']; choice: Choice }) {
  const t = useWords('repay')
  const go = useGo()
  const chosen = chosenBills(choice, bills)
  const [only] = chosen
  if (only === undefined) return null
  if (chosen.length > togetherMax) return <Text size="quiet">{t('bills.tooMany', { most: togetherMax })}</Text>
  const target =
    chosen.length === 1 && only.isAll
      ? to(repayScreens.detail, { id: only.loanId })
      : to(repayScreens.together, undefined, { bills: choiceText(new Map(chosen.map(({ loanId, upToPeriod }) => [loanId, upToPeriod]))) })
  return (
    <Button block onPress={() => go.to(target)}>
      {t('bills.payChosen', { count: chosen.flatMap((loan) => loan.bills).length, amount: yuan(totalOf(chosen)) })}
    </Button>
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

function Totals({ data, choosing }: { data: Bills; choosing: Choosing | undefined }) {
  const t = useWords('repay')
  const all = everything(data.bills)
  const isAll = choosing !== undefined && choiceText(choosing.choice) === choiceText(all)
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
      {choosing !== undefined && (
        <Button kind="text" onPress={() => choosing.choose(isAll ? new Map() : all)}>
          {isAll ? t('bills.chooseNone') : t('bills.chooseAll')}
        </Button>
      )}
    </Card>
  )
}
