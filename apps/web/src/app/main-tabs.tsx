import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { look, useQuery } from '#platform/query.ts'
import { isLoggedIn } from '#platform/store.ts'
import { TabBar } from '#ui/tab-bar.tsx'
import { tabScreens } from './screens.ts'

const icons = { home: 'home', borrowMoney: 'money', account: 'person' } as const
const places = ['home', 'borrowMoney', 'account'] as const

/** The tab bar with what waits behind its places. */
export function MainTabs({ active }: { active: (typeof places)[number] }) {
  const t = useWords('shell')
  const go = useGo()
  const badges = useQuery({
    ...look(['home', 'tabInfo'], (options) => api.home.tabInfo({}, { ...options, quiet: true })),
    enabled: isLoggedIn(),
  })
  const { unread, dueCount } = (isLoggedIn() && badges.data) || { unread: 0, dueCount: 0 }
  const waiting = {
    home: { count: dueCount, countLabel: t('tab.due', { count: dueCount }) },
    borrowMoney: {},
    account: { count: unread, countLabel: t('tab.unread', { count: unread }) },
  }
  return (
    <TabBar
      label={t('tab.label')}
      items={places.map((place) => ({
        key: place,
        label: t(`tab.${place}`),
        icon: icons[place],
        active: place === active,
        ...waiting[place],
        onPress: () => {
          if (place !== active) go.replace(tabScreens[place].path)
        },
      }))}
    />
  )
}
