import { campaignScreens } from '#features/campaign/campaign.screens.ts'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { couponScreens } from '#features/coupon/coupon.screens.ts'
import { equityScreens } from '#features/equity/equity.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import type { Home } from './borrower-home.tsx'
import styles from './quick-entries.module.css'

type Entry = { readonly name: string; readonly icon: IconName; readonly path: string; readonly count?: number }

/** What a borrower has beside a loan, with how much of it can be used now, and whom to ask. */
export function QuickEntries({ owned }: { owned: Home['owned'] }) {
  const t = useWords('home')
  const more = useWords('borrower')
  const entries: readonly Entry[] = [
    { name: more('quick.coupons'), icon: 'ticket', path: to(couponScreens.coupons), count: owned.coupons },
    { name: more('quick.benefits'), icon: 'gift', path: to(equityScreens.order), count: owned.benefits },
    { name: more('quick.redPackets'), icon: 'money', path: to(campaignScreens.receive), count: owned.redPackets },
    { name: t('quick.product'), icon: 'paper', path: to(capitalScreens.product) },
    { name: t('quick.help'), icon: 'help', path: to(serviceScreens.help) },
    { name: t('quick.contact'), icon: 'headset', path: to(serviceScreens.contact) },
    { name: t('quick.complain'), icon: 'complain', path: to(serviceScreens.feedback, undefined, { kind: 'complaint' }) },
    { name: more('quick.announcements'), icon: 'horn', path: to(serviceScreens.announcements) },
  ]
  return (
    <section className={styles.entries} aria-label={t('quick.label')}>
      {entries.map((entry) => (
        <QuickEntry key={entry.path} {...entry} />
      ))}
    </section>
  )
}

function QuickEntry({ name, icon, path, count = 0 }: Entry) {
  const t = useWords('borrower')
  const go = useGo()
  return (
    <button type="button" className={styles.entry} onClick={() => go.to(path)}>
      <span className={styles.icon}>
        <Icon name={icon} />
        {count > 0 && (
          <span className={styles.count}>
            <Badge count={count} label={t('quick.usable', { count })} />
          </span>
        )}
      </span>
      <span>{name}</span>
    </button>
  )
}
