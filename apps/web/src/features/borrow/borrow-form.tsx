import { useState } from 'react'
import { Facts } from '#blocks/facts.tsx'
import { OptionRow } from '#blocks/option-row.tsx'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { PlanTable } from '#blocks/plan-table.tsx'
import { PriceSheet } from '#blocks/price-sheet.tsx'
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
import type { Product } from './borrow.queries.ts'
import type { Preview } from './preview.ts'
import { ProductRows } from './product-rows.tsx'
import { type Offer, typed, type Wish } from './use-wish.ts'

/** Amount, term, method and use, with the plan and the price of the wish always in sight. */
export function BorrowForm({ offer, wish }: { offer: Offer; wish: Wish }) {
  const t = useWords('borrow')
  const lending = useWords('lending')
  const option = useWords('option')
  const { product } = wish
  return (
    <>
      <Amount wish={wish} />
      <Card title={t('period')}>
        <Segmented
          label={t('period')}
          value={wish.periods}
          options={[...product.periods].sort((a, b) => a - b).map((value) => ({ value, label: option(`period.${value}`) }))}
          onChange={wish.setPeriod}
        />
      </Card>
      <Card rows>
        <KeyValueList>
          <ProductRows offer={offer} wish={wish} />
          <OptionRow
            name={t('use')}
            value={wish.use}
            options={offer.uses.map((value) => ({ value, label: option(`loanUse.${value}`) }))}
            onChange={wish.form.field('use').onChange}
            error={wish.form.errorOf('use')}
          />
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
        <PlanTable rows={preview.plan} />
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
        {feePpm === 0 ? (
          t('priceNote', { compound })
        ) : (
          <Facts parts={[lending('priceNoteFee', { compound, fee: rate(feePpm) }), ...free]} />
        )}
      </Text>
      {opens === 'interest' && <PeriodsSheet title={t('totalInterest')} rows={preview.plan} of="interest" onClose={close} />}
      {opens === 'price' && <PriceSheet {...preview} paid={preview.plan} onClose={close} />}
    </Card>
  )
}
