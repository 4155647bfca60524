import type { CouponOffer } from '@fyh/contract/coupon-shapes.ts'
import { lastDayOf, useCouponWords } from '#blocks/coupon-words.ts'
import { Facts } from '#blocks/facts.tsx'
import { couponScreens } from '#features/coupon/coupon.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { thousands } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import type { Activity } from './campaign.queries.ts'

/** The coupon that comes with a red packet: its terms before it is received, the way to it afterwards; nothing where none is given. */
export function CouponCard({ activity: { coupon, state, mine } }: { activity: Activity }) {
  if (coupon === null) return null
  return mine !== null && mine.packet !== null ? <Received /> : <Offered coupon={coupon} isOpen={state === 'open'} />
}

function Offered({ coupon, isOpen }: { coupon: CouponOffer; isOpen: boolean }) {
  const t = useWords('campaign')
  const words = useCouponWords()
  const { left } = coupon
  return (
    <Card title={t('coupon.title')} extra={left !== null && t('coupon.left', { number: thousands(left) })}>
      <Stack gap={2}>
        <Text strong figures>
          {words.title(coupon)}
        </Text>
        <Text size="quiet" figures>
          <Facts parts={words.conditions(coupon, coupon.lenders)} />
        </Text>
        {isOpen && (
          <Text size="small" figures>
            {t('coupon.until', { date: lastDayOf(coupon.expiresAt) })}
          </Text>
        )}
      </Stack>
    </Card>
  )
}

function Received() {
  const t = useWords('campaign')
  const go = useGo()
  return (
    <Card title={t('coupon.title')}>
      <Spread>
        <Text size="quiet">{t('coupon.received')}</Text>
        <Button kind="text" onPress={() => go.to(to(couponScreens.coupons))}>
          {t('coupon.mine')}
        </Button>
      </Spread>
    </Card>
  )
}
