import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastDayOf, useCouponWords } from '#blocks/coupon-words.ts'
import { Facts } from '#blocks/facts.tsx'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { dayOf, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import { type Coupon, type CouponTab, couponsLook, couponTabs } from './coupon.queries.ts'

export function CouponsScreen() {
  const t = useWords('coupon')
  const [tab, setTab] = useState<CouponTab>('usable')
  return (
    <Page>
      <Tabs
        label={t('title.coupons')}
        value={tab}
        items={couponTabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        onChange={setTab}
      />
      <Coupons tab={tab} />
    </Page>
  )
}

function Coupons({ tab }: { tab: CouponTab }) {
  const t = useWords('coupon')
  const coupons = useInfiniteQuery(couponsLook(tab))
  if (coupons.data === undefined) return coupons.isError ? <Failed onRetry={() => coupons.refetch()} /> : <Loading figure={false} />
  const items = coupons.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <Empty icon="paper" title={t(`empty.${tab}`)}>
        {tab === 'usable' ? t('emptyBody') : undefined}
      </Empty>
    )
  return (
    <>
      {items.map((coupon) => (
        <CouponCard key={coupon.couponId} coupon={coupon} />
      ))}
      {coupons.hasNextPage && (
        <Button kind="quiet" block loading={coupons.isFetchingNextPage} onPress={() => coupons.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

const tones = { usable: 'positive', reserved: 'warning', used: undefined, expired: undefined, revoked: undefined } as const

function CouponCard({ coupon }: { coupon: Coupon }) {
  const t = useWords('coupon')
  const words = useCouponWords()
  const { status, expiresAt, usedAt, discountFen, lenders } = coupon
  const isOver = status !== 'usable' && status !== 'reserved'
  return (
    <Card title={words.title(coupon)} extra={<Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>}>
      <Stack gap={2}>
        <Text size="quiet" figures>
          <Facts parts={[t(`use.${coupon.use}`), ...words.conditions(coupon, lenders)]} />
        </Text>
        <Spread>
          <Text size="small" figures>
            {usedAt !== null && discountFen !== null
              ? t('usedOn', { date: dayOf(usedAt), amount: yuan(discountFen) })
              : t('until', { date: lastDayOf(expiresAt) })}
          </Text>
          {(!isOver || coupon.loanId !== null) && <NextAct coupon={coupon} />}
        </Spread>
      </Stack>
    </Card>
  )
}

/** Where a coupon can be used, or the loan that has it. */
function NextAct({ coupon: { use, loanId } }: { coupon: Coupon }) {
  const t = useWords('coupon')
  const go = useGo()
  if (loanId !== null)
    return (
      <Button kind="text" onPress={() => go.to(to(loanScreens.detail, { id: loanId }))}>
        {t('loan')}
      </Button>
    )
  return (
    <Button kind="text" onPress={() => go.to(use === 'borrow' ? to(borrowScreens.borrowMoney) : to(repayScreens.bills))}>
      {t(`act.${use}`)}
    </Button>
  )
}
