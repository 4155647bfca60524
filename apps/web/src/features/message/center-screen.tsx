import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { whole } from '#ui/whole.tsx'
import { announcementsLook, badgesLook, messagesLook, type Tab, useReadAll } from './message.queries.ts'
import { messageScreens } from './message.screens.ts'
import { useMessageWords } from './message-words.ts'

const tabs = ['all', 'notice', 'system', 'activity'] as const satisfies readonly ('all' | Tab)[]

export function CenterScreen() {
  const t = useWords('message')
  const go = useGo()
  const [tab, setTab] = useState<(typeof tabs)[number]>('all')
  const { canReadAll, readAll } = useReadingAll()
  const unreadIn = useQuery(badgesLook()).data?.unreadIn
  return (
    <Page
      action={
        <Button kind="text" disabled={!canReadAll} onPress={readAll}>
          {t('readAll')}
        </Button>
      }
    >
      <Tabs
        label={t('title.center')}
        value={tab}
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`), count: value === 'all' ? undefined : unreadIn?.[value] }))}
        onChange={setTab}
      />
      {tab === 'activity' ? <Activities /> : <Messages tab={tab === 'all' ? undefined : tab} />}
      <Button kind="text" onPress={() => go.to(to(serviceScreens.announcements))}>
        {t('announcements')}
      </Button>
    </Page>
  )
}

/** Whether any message may still be unread, as far as is known here, whichever tab is shown. */
function useReadingAll() {
  const { data, hasNextPage } = useInfiniteQuery(messagesLook(undefined))
  const { mutateAsync, isPending, isSuccess } = useReadAll()
  const isUnreadShown = data?.pages.some(({ items }) => items.some(({ read }) => !read)) ?? false
  const mayFollow = hasNextPage && !isSuccess
  return { canReadAll: !isPending && (isUnreadShown || mayFollow), readAll: () => mutateAsync(undefined) }
}

/** The time stands under the text, which needs the whole width. */
function Body({ text, at }: { text: string; at: string }) {
  return (
    <>
      <span>{whole(text)}</span>
      <br />
      <span>{at}</span>
    </>
  )
}

/** Messages about activities, below the banners in force, which aren’t messages. */
function Activities() {
  const t = useWords('message')
  const go = useGo()
  const banners = useQuery(announcementsLook()).data?.items.filter(({ kind }) => kind === 'banner') ?? []
  return (
    <>
      {banners.length > 0 && (
        <Card rows title={t('running')}>
          <List label={t('running')}>
            {banners.map(({ announcementId, title, body, from }) => (
              <ListRow
                key={announcementId}
                icon="gift"
                title={title}
                note={<Body text={body} at={dateTimeOf(from)} />}
                onPress={() => go.to(to(serviceScreens.announcements))}
              />
            ))}
          </List>
        </Card>
      )}
      <Messages tab="activity" isEmptyShown={banners.length === 0} />
    </>
  )
}

function Messages({ tab, isEmptyShown = true }: { tab: Tab | undefined; isEmptyShown?: boolean }) {
  const t = useWords('message')
  const go = useGo()
  const words = useMessageWords()
  const messages = useInfiniteQuery(messagesLook(tab))
  if (messages.data === undefined) return messages.isError ? <Failed onRetry={() => messages.refetch()} /> : <Loading figure={false} />
  const items = messages.data.pages.flatMap((page) => page.items)
  if (items.length === 0 && !isEmptyShown) return null
  if (items.length === 0)
    return (
      <Empty icon="bell" title={t('empty')}>
        {t(tab === 'activity' ? 'emptyActivity' : 'emptyBody')}
      </Empty>
    )
  return (
    <>
      <Card rows>
        <List label={t('title.center')}>
          {items.map((message) => (
            <ListRow
              key={message.messageId}
              title={words(message).title}
              note={<Body text={words(message).body} at={dateTimeOf(message.sentAt)} />}
              dot={message.read ? undefined : t('unread')}
              strong={!message.read}
              onPress={() => go.to(to(messageScreens.detail, undefined, { id: message.messageId }))}
            />
          ))}
        </List>
      </Card>
      {messages.hasNextPage && (
        <Button kind="quiet" block loading={messages.isFetchingNextPage} onPress={() => messages.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
