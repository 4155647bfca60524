import { useInfiniteQuery } from '@tanstack/react-query'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { ticketsLook } from './service.queries.ts'
import { serviceScreens } from './service.screens.ts'
import { TicketTag } from './ticket-tag.tsx'

/** Own feedback and complaints, newest first. */
export function TicketsScreen() {
  return (
    <Page>
      <Tickets />
    </Page>
  )
}

function Tickets() {
  const t = useWords('service')
  const go = useGo()
  const tickets = useInfiniteQuery(ticketsLook())
  if (tickets.data === undefined) return tickets.isError ? <Failed onRetry={() => tickets.refetch()} /> : <Loading figure={false} />
  const items = tickets.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <Empty
        icon="edit"
        title={t('list.empty')}
        action={
          <Button kind="quiet" onPress={() => go.to(to(serviceScreens.feedback))}>
            {t('list.write')}
          </Button>
        }
      />
    )
  return (
    <>
      <Card rows>
        <List label={t('title.tickets')}>
          {items.map(({ ticketId, kind, category, number, receivedAt, state }) => (
            <ListRow
              key={ticketId}
              title={t('list.row', { kind: t(`kind.${kind}`), category: t(`category.${category}`) })}
              note={t('list.note', { number, at: dateTimeOf(receivedAt) })}
              value={<TicketTag state={state} />}
              onPress={() => go.to(to(serviceScreens.ticket, undefined, { id: ticketId }))}
            />
          ))}
        </List>
      </Card>
      {tickets.hasNextPage && (
        <Button kind="quiet" block loading={tickets.isFetchingNextPage} onPress={() => tickets.fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
    </>
  )
}
