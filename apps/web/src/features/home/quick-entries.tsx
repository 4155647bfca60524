import { campaignScreens } from '#features/campaign/campaign.screens.ts'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { couponScreens } from '#features/coupon/coupon.screens.ts'
import { equityScreens } from '#features/equity/equity.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { to } from '#platform/screen.ts'
import { Badge } from '#ui/badge.tsx'
import type { Home } from './borrower-home.tsx'
import { EntryGrid } from './entry-grid.tsx'

/** What a borrower has beside a loan, with how much of it can be used now, and whom to ask. */
export function QuickEntries({ owned }: { owned: Home['owned'] }) {
  const t = useWords('home')
  const more = useWords('borrower')
  const usable = (count: number) => (count > 0 ? <Badge count={count} label={more('quick.usable', { count })} /> : undefined)
  return (
    <EntryGrid
      entries={[
        { name: more('quick.coupons'), icon: 'ticket', path: to(couponScreens.coupons), badge: usable(owned.coupons) },
        { name: more('quick.benefits'), icon: 'gift', path: to(equityScreens.order), badge: usable(owned.benefits) },
        { name: more('quick.redPackets'), icon: 'money', path: to(campaignScreens.receive), badge: usable(owned.redPackets) },
        { name: t('quick.product'), icon: 'paper', path: to(capitalScreens.product) },
        { name: t('quick.help'), icon: 'help', path: to(serviceScreens.help) },
        { name: t('quick.contact'), icon: 'headset', path: to(serviceScreens.contact) },
        { name: t('quick.complain'), icon: 'complain', path: to(serviceScreens.feedback, undefined, { kind: 'complaint' }) },
        { name: more('quick.announcements'), icon: 'horn', path: to(serviceScreens.announcements) },
      ]}
    />
  )
}
