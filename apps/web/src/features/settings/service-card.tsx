import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { settingsScreens } from './settings.screens.ts'

/** Help, feedback, and who is behind the product. */
export function ServiceCard() {
  const t = useWords('settings')
  const go = useGo()
  return (
    <Card rows>
      <List>
        <ListRow title={t('service.help')} onPress={() => go.to(to(serviceScreens.help))} />
        <ListRow title={t('service.contact')} onPress={() => go.to(to(serviceScreens.contact))} />
        <ListRow title={t('service.feedback')} onPress={() => go.to(to(serviceScreens.feedback))} />
        <ListRow title={t('aboutUs')} onPress={() => go.to(to(settingsScreens.aboutUs))} />
        <ListRow title={t('aboutFyh')} onPress={() => go.to(to(settingsScreens.aboutFyh))} />
      </List>
    </Card>
  )
}
