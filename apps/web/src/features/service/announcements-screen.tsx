import { useWords } from '#locales/i18n.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { placeOfAnnouncement } from './place-of-announcement.ts'
import { announcementsLook } from './service.queries.ts'

/** Every announcement in force, also those that were closed on home. */
export function AnnouncementsScreen() {
  return (
    <Page>
      <Announcements />
    </Page>
  )
}

function Announcements() {
  const t = useWords('service')
  const go = useGo()
  const announcements = useQuery(announcementsLook())
  if (announcements.data === undefined)
    return announcements.isError ? <Failed onRetry={() => announcements.refetch()} /> : <Loading figure={false} />
  if (announcements.data.items.length === 0)
    return (
      <Empty icon="horn" title={t('announcements.empty')}>
        {t('announcements.emptyBody')}
      </Empty>
    )
  return announcements.data.items.map(({ announcementId, title, body, from, target }) => (
    <Card key={announcementId} title={title}>
      <Stack gap={2}>
        <Text>{body}</Text>
        <Text size="small" figures>
          {dateTimeOf(from)}
        </Text>
        {target !== null && (
          <Button kind="quiet" block onPress={() => go.to(placeOfAnnouncement(target))}>
            {t(`announcements.target.${target}`)}
          </Button>
        )}
      </Stack>
    </Card>
  ))
}
