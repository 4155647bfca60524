import { subFen, zeroFen } from '@fyh/base/money.ts'
import { useCardName } from '#blocks/card-picker.tsx'
import { CouponPicker, useChosenCoupon } from '#blocks/coupon-picker.tsx'
import { withBenefit } from '#blocks/preview.ts'
import { type Offer, useWish, type Wish } from '#blocks/use-wish.ts'
import { WishForm } from '#blocks/wish-form.tsx'
import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { reached } from '#platform/reached.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { KeyValue } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Spread, Text } from '#ui/text.tsx'
import { BenefitOffers, useAddedBenefit } from './benefit-offers.tsx'
import { benefitsLook, cardsLook, couponsLook, loanBenefits, loanCoupons, optionsLook } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'
import { BorrowBlocked } from './borrow-blocked.tsx'

/** Refusals that are about the amount: the limit or its rules changed meanwhile. */
const ofAmount = ['AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE', 'AMOUNT_STEP', 'LIMIT_NOT_ENOUGH'] as const

export function BorrowMoneyScreen() {
  const options = useQuery(optionsLook())
  if (options.data === undefined) return <Page>{options.isError ? <Failed onRetry={() => options.refetch()} /> : <Loading />}</Page>
  if (options.data.blocked !== null)
    return (
      <Page>
        <BorrowBlocked why={options.data.blocked} applyAgainOn={options.data.applyAgainOn} />
      </Page>
    )
  const [first, ...others] = options.data.products
  if (first === undefined) return <NothingOffered />
  return <Wishing offer={{ ...options.data, products: [first, ...others] }} />
}

/** No lender offers this borrower anything today. */
function NothingOffered() {
  const t = useWords('lending')
  const go = useGo()
  return (
    <Page>
      <Empty icon="money" title={t('none')} action={<Button onPress={() => go.to(to(homeScreens.home))}>{t('toHome')}</Button>} />
    </Page>
  )
}

function Wishing({ offer }: { offer: Offer }) {
  const t = useWords('borrow')
  const go = useGo()
  const client = useQueryClient()
  const wish = useWish(offer)
  const { preview } = wish
  const { coupons, coupon, benefits, added } = useAdditions(wish)
  const off = coupon.coupon?.discountFen ?? zeroFen
  const next = async () => {
    const { amountFen, periods, product, use } = wish
    const couponId = coupon.coupon?.couponId
    if (!(await wish.form.submit()).valid || amountFen === undefined || use === undefined) return
    try {
      const quote = await api.borrow.quote(
        {
          body: {
            productId: product.productId,
            amountFen,
            periods,
            use,
            ...(couponId !== undefined && { couponId }),
            ...(added.added !== undefined && { benefitPackageId: added.added.packageId }),
          },
        },
        { handles: ofAmount },
      )
      reached('borrow')
      go.to(to(borrowScreens.sign, undefined, { quoteId: quote.quoteId }))
    } catch (failure) {
      if (isRefusal(failure, ...ofAmount)) wish.form.refuse('amount', failure.message)
      if (isRefusal(failure))
        await Promise.all([optionsLook().queryKey, loanCoupons, loanBenefits].map((queryKey) => client.invalidateQueries({ queryKey })))
      if (!isRefusal(failure, ...ofAmount)) throw failure
    }
  }
  return (
    <Page
      place={wish.form.place}
      footer={
        <>
          <Spread>
            <Text size="quiet" as="span">
              {t('totalDue')}
            </Text>
            {preview === undefined ? (
              <Figure size="medium" amount={t('base:dash')} />
            ) : (
              <Figure size="medium" sign={t('base:yuanSign')} amount={yuan(subFen(preview.total, off))} />
            )}
          </Spread>
          <Button block type="submit" onPress={next}>
            {t('next')}
          </Button>
        </>
      }
    >
      <WishForm offer={offer} wish={{ ...wish, preview: preview && withBenefit(preview, added.added) }}>
        {preview !== undefined && (
          <CouponPicker choices={coupons.data} {...coupon} onRetry={coupons.isError ? () => coupons.refetch() : undefined} />
        )}
        <CardRow bankCodes={wish.product.bankCodes} />
      </WishForm>
      {preview !== undefined && (
        <BenefitOffers items={benefits.data?.items} {...added} onRetry={benefits.isError ? () => benefits.refetch() : undefined} />
      )}
    </Page>
  )
}

/** What can be added to the wish, and what is: a coupon, and at most one package of benefits. */
function useAdditions({ product: { productId }, periods, preview }: Wish) {
  const wished = { productId, amountFen: preview?.received ?? zeroFen, periods }
  const enabled = preview !== undefined
  const coupons = useQuery({ ...couponsLook(wished), enabled })
  const benefits = useQuery({ ...benefitsLook(wished), enabled })
  return { coupons, coupon: useChosenCoupon(coupons.data), benefits, added: useAddedBenefit(benefits.data?.items) }
}

/** The card that the money goes to and is debited from, unless another one is chosen when it is withdrawn. */
function CardRow({ bankCodes }: { bankCodes: readonly string[] }) {
  const t = useWords('borrow')
  const cardName = useCardName()
  const { cards } = useQuery(cardsLook()).data ?? {}
  const card = cards?.find(({ isDefault }) => isDefault) ?? cards?.[0]
  if (cards === undefined) return null
  if (card === undefined) return <KeyValue name={t('card')} value={t('cardLater')} />
  const isServed = bankCodes.includes(card.bankCode)
  return <KeyValue name={t('card')} value={cardName(card)} error={isServed ? undefined : t('cardNotServed')} />
}
