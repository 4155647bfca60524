import { useInfiniteQuery } from '@tanstack/react-query'
import { Facts } from '#blocks/facts.tsx'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { exactTimeOf, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { idOf, to, useScreenParams } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { type Entry, recordsLook } from './campaign.queries.ts'
import { campaignScreens } from './campaign.screens.ts'
import { useTransferReason } from './transfer-reason.ts'

export function RecordsScreen() {
  const t = useWords('campaign')
  const id = idOf(useScreenParams(campaignScreens.records).activityId)
  return (
    <Page>
      {id === undefined ? (
        <Empty icon="box" title={t('notFound')}>
          {t('notFoundBody')}
        </Empty>
      ) : (
        <Records id={id} />
      )}
    </Page>
  )
}

function Records({ id }: { id: number }) {
  const t = useWords('campaign')
  const go = useGo()
  const records = useInfiniteQuery(recordsLook(id))
  if (records.data === undefined) {
    if (!records.isError) return <Loading figure={false} />
    if (!isRefusal(records.error, 'ACTIVITY_NOT_FOUND')) return <Failed onRetry={() => records.refetch()} />
    return (
      <Empty icon="box" title={t('notFound')}>
        {t('notFoundBody')}
      </Empty>
    )
  }
  const items = records.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <Empty
        icon="paper"
        title={t('record.empty')}
        action={<Button onPress={() => go.to(to(campaignScreens.cash, { id }))}>{t('record.toActivity')}</Button>}
      >
        {t('record.emptyBody')}
      </Empty>
    )
  return (
    <>
      <Card rows>
        <List label={t('title.records')}>
          {items.map((entry) => (
            <Row key={entry.entryId} entry={entry} />
          ))}
        </List>
      </Card>
      {records.hasNextPage && (
        <Button kind="quiet" block loading={records.isFetchingNextPage} onPress={() => records.fetchNextPage()}>
          {t('record.more')}
        </Button>
      )}
    </>
  )
}

/** What comes into the balance has a plus, what leaves it a minus. */
const signs: Readonly<Record<Entry['kind'], '+' | '−'>> = { received: '+', returned: '+', cashOut: '−', expired: '−', takenBack: '−' }
const tones: Readonly<Record<NonNullable<Entry['status']>, Tone>> = {
  processing: 'warning',
  succeeded: 'positive',
  failed: 'negative',
  returned: 'negative',
}

function Row({ entry: { kind, amountFen, at, status, cardTail, reason } }: { entry: Entry }) {
  const t = useWords('campaign')
  const reasonWords = useTransferReason()
  const card = cardTail === null ? [] : [t('cardTail', { tail: cardTail })]
  const why = kind === 'returned' ? [reasonWords(reason)] : []
  return (
    <ListRow
      title={t(`record.${kind}`)}
      note={<Facts parts={[exactTimeOf(at), ...card, ...why]} />}
      value={`${signs[kind]}${yuan(amountFen)}`}
      valueNote={status === null ? undefined : <Tag tone={tones[status]}>{t(`record.status.${status}`)}</Tag>}
    />
  )
}
