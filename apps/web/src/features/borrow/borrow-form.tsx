import { useState } from 'react'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { PlanTable } from '#blocks/plan-table.tsx'
import { PriceSheet } from '#blocks/price-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { exactRate, monthDay, rate, wholeYuan, yuan } from '#platform/format.ts'
import { AmountInput } from '#ui/amount-input.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Help } from '#ui/help.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Spread, Text } from '#ui/text.tsx'
import type { BorrowOptions } from './borrow.queries.ts'
import { OptionRow } from './option-row.tsx'
import type { Preview } from './preview.ts'
import { typed, type Wish } from './use-wish.ts'

/** Amount, term, method and use, with the plan and the price of the wish always in sight. */
export function BorrowForm({ offer, wish }: { offer: BorrowOptions; wish: Wish }) {
  const t = useWords('borrow')
  const option = useWords('option')
  return (
    <>
      <Amount offer={offer} wish={wish} />
      <Card title={t('period')}>
        <Segmented
          label={t('period')}
          value={wish.periods}
          options={[...offer.periods].sort((a, b) => a - b).map((value) => ({ value, label: option(`period.${value}`) }))}
          onChange={wish.setPeriod}
        />
      </Card>
      <Card rows>
        <KeyValueList>
          <OptionRow
            name={t('method')}
            value={wish.method}
            options={offer.methods.map((value) => ({ value, label: option(`repayMethod.${value}`) }))}
            onChange={wish.setMethod}
          />
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
      {wish.preview !== undefined && <Price preview={wish.preview} />}
      <Text size="small" centred>
        {t('useForbidden')}
      </Text>
    </>
  )
}

function Amount({ offer, wish }: { offer: BorrowOptions; wish: Wish }) {
  const t = useWords('borrow')
  const limits = { min: wholeYuan(offer.minFen), step: wholeYuan(offer.stepFen), max: wholeYuan(offer.maxFen) }
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
        <Button kind="text" onPress={() => wish.form.field('amount').onChange(typed(offer.maxFen))}>
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
  const [open, setOpen] = useState(false)
  const first = preview.plan[0]
  if (first === undefined) return null
  return (
    <>
      <KeyValue
        name={t('first')}
        value={t('firstValue', { date: monthDay(first.dueDate), amount: yuan(first.total) })}
        onPress={() => setOpen(true)}
      />
      <Sheet open={open} title={t('planSheet')} onClose={() => setOpen(false)}>
        <PlanTable rows={preview.plan} />
      </Sheet>
    </>
  )
}

function Price({ preview }: { preview: Preview }) {
  const t = useWords('borrow')
  const [opens, setOpens] = useState<'interest' | 'price'>()
  const close = () => setOpens(undefined)
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
        {t('priceNote', { compound: rate(preview.price.compoundPpm) })}
      </Text>
      {opens === 'interest' && <PeriodsSheet title={t('totalInterest')} rows={preview.plan} of="interest" onClose={close} />}
      {opens === 'price' && <PriceSheet {...preview} paid={preview.plan} onClose={close} />}
    </Card>
  )
}
