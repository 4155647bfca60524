import { useState } from 'react'
import { AgreementBox } from '#blocks/agreement-box.tsx'
import { lessCoupon } from '#blocks/coupon-rows.ts'
import { useCouponWords } from '#blocks/coupon-words.ts'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { PriceSheet } from '#blocks/price-sheet.tsx'
import { useReadingTime } from '#blocks/reading-time.ts'
import { ContingentRows, RuleRows } from '#blocks/rule-rows.tsx'
import { useRuleWords } from '#blocks/rule-words.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal, isUnsent } from '#platform/api.ts'
import { useBackOnline } from '#platform/back-online.ts'
import { exactRate, yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { BenefitInSheet } from './benefit-in-sheet.tsx'
import { type Quote, useSign } from './borrow.queries.ts'
import { useSignAgain } from './to-sign.ts'

/** The all-in cost before anything is signed: every line with its payee, what arises only if something happens, time to read, then the consent. */
export function CostSheet({ quote, onClose, onSigned }: { quote: Quote; onClose: () => void; onSigned: () => Promise<void> }) {
  const t = useWords('borrow')
  const signing = useSigning(quote, onSigned)
  const submitWords =
    signing.seconds > 0 ? t('sign.submitIn', { seconds: signing.seconds }) : signing.canRetry ? t('sign.again') : t('sign.submit')
  return (
    <Sheet
      open
      title={t('sign.sheet')}
      onClose={onClose}
      extra={signing.seconds > 0 ? <Tag>{t('sign.read', { seconds: signing.seconds })}</Tag> : undefined}
      place={signing.form.place}
      footer={
        <Stack gap={2}>
          {signing.trouble !== undefined && (
            <Note tone="negative" live>
              {signing.trouble}
            </Note>
          )}
          <Button block type="submit" disabled={signing.seconds > 0} onPress={signing.sign}>
            {submitWords}
          </Button>
        </Stack>
      }
    >
      <Costs quote={quote} />
      {/* Below the costs and not in the bar, which would leave them no room on a small phone. */}
      <AgreementBox
        lead={t('sign.agree')}
        texts={quote.texts}
        source={{ kind: 'quote', quoteId: quote.quoteId }}
        checked={signing.agreed}
        onChange={signing.setAgreed}
        error={signing.form.errorOf('agreed')}
      />
    </Sheet>
  )
}

function useSigning(quote: Quote, onSigned: () => Promise<void>) {
  const t = useWords('borrow')
  const sign = useSign()
  const signAgain = useSignAgain(quote)
  const reading = useReadingTime(quote.costSheet.minReadSeconds)
  const [agreed, setAgreed] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  useBackOnline(() => setTrouble((before) => (before?.kind === 'unsent' ? { kind: 'backOnline' } : before)))
  const form = useForm({
    values: { agreed: agreed ? 'yes' : '' },
    rules: { agreed: [{ kind: 'required', message: t('sign.agreeFirst') }] },
    onChange: () => undefined,
  })
  return {
    form,
    seconds: reading.seconds,
    agreed,
    /** The button signs again. */
    canRetry: trouble !== undefined && trouble.kind !== 'refused',
    trouble: trouble === undefined || trouble.kind === 'refused' ? trouble?.why : t(`sign.${trouble.kind}`),
    setAgreed: (next: boolean) => {
      setAgreed(next)
      setTrouble(undefined)
      form.forget('agreed')
    },
    sign: async () => {
      setTrouble(undefined)
      if (!(await form.submit()).valid) return
      try {
        await sign.mutateAsync({
          quoteId: quote.quoteId,
          agreed: quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 })),
        })
        await onSigned()
      } catch (failure) {
        if (!isRefusal(failure)) return setTrouble({ kind: isUnsent(failure) ? 'unsent' : 'lost' })
        if (failure.error === 'AGREEMENT_OUTDATED') {
          toast(failure.message)
          return signAgain()
        }
        if (typeof failure.detail.waitSeconds === 'number') reading.atLeast(failure.detail.waitSeconds)
        setTrouble({ kind: 'refused', why: failure.message })
      }
    },
  }
}

/** unsent: the browser was offline; backOnline: it is online again and nothing was sent; lost: the request had no response. */
type Trouble = { readonly kind: 'unsent' | 'backOnline' | 'lost' } | { readonly kind: 'refused'; readonly why: string }

function Costs({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const lending = useWords('lending')
  const { items, totalCost, price, coupon, contingent, rules } = quote.costSheet
  const words = useCouponWords()
  const couponWords = useWords('coupon')
  const [opens, setOpens] = useState<'interest' | 'price'>()
  const close = () => setOpens(undefined)
  const rows = items.map((cost) => ({
    key: cost.item,
    onPress: cost.item === 'interest' ? () => setOpens('interest') : undefined,
    cells: [
      <Basis key="item" cost={cost} quote={quote} />,
      cost.payee === '' ? t('base:dash') : cost.payee,
      yuan(cost.amount),
      exactRate(cost.annualisedPpm),
    ],
  }))
  const less = coupon && {
    key: 'coupon',
    onPress: undefined,
    cells: [
      <span key="item">
        <span>{couponWords('pick')}</span>
        <Text as="div" size="small" figures>
          {words.title(coupon)}
        </Text>
      </span>,
      couponWords(`bearer.${coupon.bearer}`),
      couponWords('minus', { amount: yuan(coupon.discountFen) }),
      t('base:dash'),
    ],
  }
  const total = {
    key: 'total',
    weight: 'strong' as const,
    onPress: () => setOpens('price'),
    cells: [t('sign.total'), '', yuan(totalCost), exactRate(price.simplePpm)],
  }
  return (
    <Stack gap={3}>
      <Text size="quiet">{t('sign.lead')}</Text>
      <Table
        label={t('sign.sheet')}
        columns={[
          { key: 'item', head: t('sign.head.item') },
          { key: 'payee', head: t('sign.head.payee') },
          { key: 'amount', head: t('sign.head.amount') },
          { key: 'price', head: t('sign.head.price') },
        ]}
        rows={[...rows, ...(less === null ? [] : [less]), total]}
      />
      <Text size="small" figures>
        {t('sign.priceNote', { compound: exactRate(price.compoundPpm) })}
      </Text>
      {coupon !== null && (
        <Text size="small" figures>
          {couponWords('without', { amount: yuan(coupon.costBefore), price: exactRate(coupon.priceBefore.simplePpm) })}
        </Text>
      )}
      <BenefitInSheet quote={quote} />
      <Text as="h2" strong>
        {t('sign.ifTitle')}
      </Text>
      <ContingentRows rules={rules} penaltyPpmDay={contingent.penaltyPpmDay} settleMost={contingent.earlySettlementFee} />
      <Text as="h2" strong>
        {lending('rules')}
      </Text>
      <RuleRows method={quote.method} rules={rules} />
      {opens === 'interest' && (
        <PeriodsSheet title={t('sign.item.interest')} rows={lessCoupon(quote.plan, coupon)} of="interest" onClose={close} />
      )}
      {opens === 'price' && (
        <PriceSheet
          received={quote.amountFen}
          from={quote.payOutDate}
          paid={lessCoupon(quote.plan, coupon)}
          benefit={quote.costSheet.benefit}
          price={price}
          onClose={close}
        />
      )}
    </Stack>
  )
}

function Basis({ cost, quote }: { cost: Quote['costSheet']['items'][number]; quote: Quote }) {
  const t = useWords('borrow')
  const words = useRuleWords()
  const { method, periods, costSheet } = quote
  return (
    <>
      <span>{t(`sign.item.${cost.item}`)}</span>
      <Text as="div" size="small" figures>
        {cost.item === 'benefit'
          ? t('benefit.basis', { name: costSheet.benefit?.name ?? '' })
          : cost.amount === 0
            ? t('sign.notCharged')
            : words.basis({ method, periods, annualRate: exactRate(cost.annualRatePpm), rules: costSheet.rules })}
      </Text>
    </>
  )
}
