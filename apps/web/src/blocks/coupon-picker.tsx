import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { lazy, Suspense, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useEntryText } from '#platform/entry-text.ts'
import { KeyValue } from '#ui/key-value.tsx'
import { lastDayOf, shortYuan, useCouponWords } from './coupon-words.ts'

export type CouponChoices = DataOf<Api['borrow']['coupons']>
export type CouponChoice = CouponChoices['items'][number]

const OptionSheet = lazy(async () => ({ default: (await import('#ui/option-sheet.tsx')).OptionSheet }))
const none = 'none'

/** The coupon chosen on this page, also before a reload, as long as it can be used; until one is chosen, the one that saves most. */
export function useChosenCoupon(choices: CouponChoices | undefined) {
  const [kept, keep] = useEntryText('coupon')
  const usable = choices?.items.filter(({ obstacle }) => obstacle === null) ?? []
  const best = usable.find(({ couponId }) => couponId === choices?.bestId)
  const coupon = kept === none ? undefined : (usable.find(({ couponId }) => String(couponId) === kept) ?? best)
  return { coupon, choose: (couponId: string) => keep(couponId) }
}

/** A row of a KeyValueList: the coupon in use, or that none is; tapping it opens all of them, those that do not fit with the reason. */
export function CouponPicker(props: {
  /** Undefined while they are not known. */
  choices: CouponChoices | undefined
  coupon: CouponChoice | undefined
  choose: (couponId: string) => void
  /** Set when they could not be fetched. */
  onRetry?: (() => void) | undefined
}) {
  const { choices, coupon, choose, onRetry } = props
  const t = useWords('coupon')
  const words = useCouponWords()
  const [open, setOpen] = useState(false)
  if (choices === undefined) return <KeyValue name={t('pick')} value={onRetry ? t('failed') : t('base:dash')} onPress={onRetry} />
  const hasUsable = choices.bestId !== null
  const value = coupon !== undefined ? t('off', { amount: shortYuan(coupon.discountFen) }) : t(hasUsable ? 'none' : 'noneUsable')
  const isBest = coupon !== undefined && coupon.couponId === choices.bestId && choices.items.length > 1
  const note = coupon === undefined ? undefined : words.title(coupon)
  return (
    <>
      <KeyValue
        name={t('pick')}
        value={value}
        note={isBest && note !== undefined ? `${note}${t('base:separator')}${t('best')}` : note}
        onPress={choices.items.length === 0 ? undefined : () => setOpen(true)}
      />
      {open && (
        <Suspense>
          <OptionSheet
            title={t('pick')}
            value={coupon === undefined ? none : String(coupon.couponId)}
            options={[
              { value: none, label: t('none') },
              ...choices.items.map((item) => ({
                value: String(item.couponId),
                label: item.obstacle === null ? t('off', { amount: shortYuan(item.discountFen) }) : words.title(item),
                note:
                  item.obstacle === null
                    ? [words.title(item), t('until', { date: lastDayOf(item.expiresAt) })].join(t('base:separator'))
                    : words.obstacle(item.obstacle, item),
                disabled: item.obstacle !== null,
              })),
            ]}
            onClose={() => setOpen(false)}
            onChoose={(next) => {
              setOpen(false)
              choose(next)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
