import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Facts } from '#blocks/facts.tsx'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { dayOf, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { type LoanGroup, type LoanRecord, loanGroups, recordsLook } from './loan.queries.ts'
import { loanScreens } from './loan.screens.ts'
import { StatusTag } from './status-tag.tsx'

export function RecordsScreen() {
  const t = useWords('loan')
  const [group, setGroup] = useState<LoanGroup>('all')
  return (
    <Page>
      <Tabs
        label={t('title.records')}
        value={group}
        items={loanGroups.map((value) => ({ value, label: t(`group.${value}`) }))}
        onChange={setGroup}
      />
      <Records group={group} />
    </Page>
  )
}

function Records({ group }: { group: LoanGroup }) {
  const t = useWords('loan')
  const records = useInfiniteQuery(recordsLook(group))
  if (records.data === undefined) return records.isError ? <Failed onRetry={() => records.refetch()} /> : <Loading figure={false} />
  const items = records.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <NoRecords group={group} />
  return (
    <>
      <Card rows>
        <List label={t('title.records')}>
          {items.map((record) => (
            <Row key={record.loanId} record={record} />
          ))}
        </List>
      </Card>
      {records.hasNextPage && (
        <Button kind="quiet" block loading={records.isFetchingNextPage} onPress={() => records.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function NoRecords({ group }: { group: LoanGroup }) {
  const t = useWords('loan')
  const go = useGo()
  if (group !== 'all') return <Empty icon="paper" title={t('emptyGroup')} />
  const borrow = <Button onPress={() => go.to(to(borrowScreens.borrowMoney))}>{t('borrow')}</Button>
  return (
    <Empty icon="paper" title={t('empty')} action={borrow}>
      {t('emptyBody')}
    </Empty>
  )
}

function Row({ record }: { record: LoanRecord }) {
  const t = useWords('loan')
  const go = useGo()
  const open = record.owedTotal > 0
  const next = record.nextDueDate === null ? undefined : t('item.next', { date: record.nextDueDate })
  const facts: string[] = [t('item.periods', { date: dayOf(record.borrowedAt), periods: record.periods })]
  if (open) facts.push(t('item.owed', { amount: yuan(record.owedTotal) }))
  return (
    <ListRow
      title={<Figure size="medium" sign={t('base:yuanSign')} amount={yuan(record.amountFen)} />}
      note={<Facts parts={facts} />}
      value={<StatusTag status={record.status} isLost={record.writtenOff} isGivenUp={record.givenUp} />}
      valueNote={open ? next : undefined}
      onPress={() => go.to(to(loanScreens.detail, { id: record.loanId }))}
    />
  )
}
