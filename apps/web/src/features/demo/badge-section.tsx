import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { badgeMax, tabBadgeMax } from '#ui/badge-text.ts'
import { Card } from '#ui/card.tsx'
import { TabBar } from '#ui/tab-bar.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Stack } from '#ui/text.tsx'

const places = ['home', 'borrowMoney', 'account'] as const
const icons = { home: 'home', borrowMoney: 'money', account: 'person' } as const
const counts = { home: 0, borrowMoney: 7, account: tabBadgeMax + 1 }

export function BadgeSection() {
  const t = useWords('demo')
  const [active, setActive] = useState<(typeof places)[number]>('home')
  return (
    <Card title={t('section.badge')}>
      <Stack>
        <Spread>
          <Badge count="dot" label={t('list.unread')} />
          <Badge count={7} />
          <Badge count={badgeMax} />
          <Badge count={badgeMax + 1} />
        </Spread>
        <Spread>
          <Tag tone="positive">{t('state.done')}</Tag>
          <Tag tone="warning">{t('state.waiting')}</Tag>
          <Tag tone="negative">{t('state.error')}</Tag>
          <Tag>{t('state.normal')}</Tag>
        </Spread>
        <TabBar
          label={t('section.badge')}
          items={places.map((place) => ({
            key: place,
            label: t(`shell:tab.${place}`),
            icon: icons[place],
            active: place === active,
            count: counts[place],
            onPress: () => setActive(place),
          }))}
        />
      </Stack>
    </Card>
  )
}
