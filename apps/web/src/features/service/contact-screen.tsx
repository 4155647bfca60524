import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { pageFact } from '#platform/page-facts.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Text } from '#ui/text.tsx'
import { serviceScreens } from './service.screens.ts'

/** Whom to ask: the number to dial with its hours, as far as they are set, and what can be done without a call. */
export function ContactScreen() {
  const t = useWords('service')
  const go = useGo()
  const phone = pageFact('service-phone')
  const hours = pageFact('service-hours')
  return (
    <Page>
      {phone !== undefined && (
        <Card rows title={t('contact.call')}>
          <List>
            <ListRow
              title={phone}
              note={hours === undefined ? undefined : t('contact.hours', { hours: hours.replace('-', '–') })}
              icon="headset"
              href={`tel:${phone}`}
              strong
            />
          </List>
        </Card>
      )}
      <Card rows title={t('contact.write')}>
        <List>
          <ListRow title={t('title.help')} note={t('contact.helpNote')} icon="help" onPress={() => go.to(to(serviceScreens.help))} />
          <ListRow
            title={t('kind.feedback')}
            note={t('contact.feedbackNote')}
            icon="edit"
            onPress={() => go.to(to(serviceScreens.feedback))}
          />
          <ListRow
            title={t('kind.complaint')}
            note={t('contact.complaintNote')}
            icon="complain"
            onPress={() => go.to(to(serviceScreens.feedback, undefined, { kind: 'complaint' }))}
          />
          <ListRow title={t('title.tickets')} icon="paper" onPress={() => go.to(to(serviceScreens.tickets))} />
        </List>
      </Card>
      <Text size="small" centred>
        {t('contact.safety')}
      </Text>
    </Page>
  )
}
