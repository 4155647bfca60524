import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { exactRate, nearDate, rate, wholeYuan, yuan } from '#platform/format.ts'
import { AmountInput } from '#ui/amount-input.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Help } from '#ui/help.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Spread, Text } from '#ui/text.tsx'
import { Facts } from './facts.tsx'
import { OptionRow } from './option-row.tsx'
import type { Preview, Product } from './preview.ts'
import { ProductRows } from './product-rows.tsx'
import { type Offer, typed, type Wish } from './use-wish.ts'
import styles from './wish-form.module.css'

/** What a tap opens is fetched then: a first look at the form does without it. */
const PeriodsSheet = lazy(async () => ({ default: (await import('./periods-sheet.tsx')).PeriodsSheet }))
const PlanTable = lazy(async () => ({ default: (await import('./plan-table.tsx')).PlanTable }))
const PriceSheet = lazy(async () => ({ default: (await import('./price-sheet.tsx')).PriceSheet }))

/** Amount, term, method and use, with the plan and the price of the wish always in sight. */
export function WishForm({ offer, wish, children }: { offer: Offer; wish: Wish; children?: ReactNode }) {
  const t = useWords('borrow')
  const lending = useWords('lending')
  const { product } = wish
  return (
    <>
      <Amount wish={wish} />
      <Term wish={wish} />
      <Card rows>
        <KeyValueList>
          <ProductRows offer={offer} wish={wish} />
          <Use wish={wish} uses={offer.uses} />
          {children}
          {wish.preview !== undefined && <FirstInstalment preview={wish.preview} />}
        </KeyValueList>
      </Card>
      {product.opensAt !== null && <Note tone="warning">{lending('closedNow', { lender: product.lender, ...product.openingHours })}</Note>}
      {wish.preview !== undefined && <Price preview={wish.preview} rules={product.rules} />}
      <Text size="small" centred>
        {t('useForbidden')}
      </Text>
    </>
  )
}

/** The choices of a wish alone, for where its cost is shown elsewhere. */
export function WishFields({ wish, uses }: { wish: Wish; uses: Offer['uses'] }) {
  return (
    <>
      <div className={styles.flush}>
        <Amount wish={wish} />
        <Term wish={wish} />
      </div>
      <KeyValueList>
        <Use wish={wish} uses={uses} />
      </KeyValueList>
    </>
  )
}

function Term({ wish }: { wish: Wish }) {
  const t = useWords('borrow')
  const option = useWords('option')
  return (
    <Card title={t('period')}>
      <Segmented
        label={t('period')}
        value={wish.periods}
        options={[...wish.product.periods].sort((a, b) => a - b).map((value) => ({ value, label: option(`period.${value}`) }))}
        onChange={wish.setPeriod}
      />
    </Card>
  )
}

function Use({ wish, uses }: { wish: Wish; uses: Offer['uses'] }) {
  const t = useWords('borrow')
  const option = useWords('option')
  return (
    <OptionRow
      name={t('use')}
      value={wish.use}
      options={uses.map((value) => ({ value, label: option(`loanUse.${value}`) }))}
      onChange={wish.form.field('use').onChange}
      error={wish.form.errorOf('use')}
    />
  )
}

function Amount({ wish }: { wish: Wish }) {
  const t = useWords('borrow')
  const { minFen, stepFen, maxFen } = wish.product
  const limits = { min: wholeYuan(minFen), step: wholeYuan(stepFen), max: wholeYuan(maxFen) }
  return (
    <Card>
      <Text as="h2" strong>
        {t('amount.label')}
      </Text>
      <Spread>
        <AmountInput
          label={t('amount.label')}
          sign={t('base:yuanSign')}
          {...wish.form.field('amount')}
          placeholder={t('amount.placeholder')}
          invalid={wish.problem !== undefined}
          describedBy="amount-rule"
        />
        <Button kind="text" onPress={() => wish.form.field('amount').onChange(typed(maxFen))}>
          {t('amount.max')}
        </Button>
      </Spread>
      <Help id="amount-rule" tone={wish.problem === undefined ? undefined : 'negative'} small>
        {wish.problem ?? t('amount.rule', limits)}
      </Help>
    </Card>
  )
}

function FirstInstalment({ preview }: { preview: Preview }) {
  const t = useWords('borrow')
  const today = useToday()
  const [open, setOpen] = useState(false)
  const lending = useWords('lending')
  const [first, ...later] = preview.plan
  if (first === undefined) return null
  const isOnly = later.length === 0
  return (
    <>
      <KeyValue
        name={isOnly ? lending('onlyPayment') : t('first')}
        value={t('firstValue', { date: nearDate(first.dueDate, today), amount: yuan(first.total) })}
        onPress={() => setOpen(true)}
      />
      <Sheet open={open} title={t('planSheet')} onClose={() => setOpen(false)}>
        <Suspense>
          <PlanTable rows={preview.plan} />
        </Suspense>
      </Sheet>
    </>
  )
}

function Price({ preview, rules }: { preview: Preview; rules: Product['rules'] }) {
  const t = useWords('borrow')
  const lending = useWords('lending')
  const [opens, setOpens] = useState<'interest' | 'price'>()
  const close = () => setOpens(undefined)
  const { earlySettlementFeePpm: feePpm, earlySettlementFreeDays: days } = rules
  const compound = rate(preview.price.compoundPpm)
  const free = days === 0 ? [] : [lending('settle.freeDays', { days })]
  const { benefit } = preview
  const note = benefit === undefined ? t('priceNote', { compound }) : t('priceNoteBenefit', { compound, price: yuan(benefit.priceFen) })
  const bought = benefit === undefined ? [] : [t('benefit.included', { price: yuan(benefit.priceFen) })]
  return (
    <Card>
      <Spread>
        <div>
          <Text size="quiet">{t('totalInterest')}</Text>
          <Figure size="medium" amount={yuan(preview.interest)} onExplain={() => setOpens('interest')} />
        </div>
        <div>
          <Text size="quiet">{t('price')}</Text>
          <Figure size="medium" amount={exactRate(preview.price.simplePpm)} onExplain={() => setOpens('price')} />
        </div>
      </Spread>
      <Text size="small" figures>
        {feePpm === 0 ? note : <Facts parts={[lending('priceNoteFee', { compound, fee: rate(feePpm) }), ...free, ...bought]} />}
      </Text>
      <Suspense>
        {opens === 'interest' && <PeriodsSheet title={t('totalInterest')} rows={preview.plan} of="interest" onClose={close} />}
        {opens === 'price' && <PriceSheet {...preview} paid={preview.plan} onClose={close} />}
      </Suspense>
    </Card>
  )
}
