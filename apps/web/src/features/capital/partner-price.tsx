import type { Fen, Ppm } from '@fyh/base/money.ts'
import { options } from '@fyh/contract/options.ts'
import { lazy, Suspense, useState } from 'react'
import { ContingentRows, RuleRows } from '#blocks/rule-rows.tsx'
import type { Wish } from '#blocks/use-wish.ts'
import { WishFields } from '#blocks/wish-form.tsx'
import { useWords } from '#locales/i18n.ts'
import { exactRate, wholeYuan, yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Note } from '#ui/note.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import styles from './capital.module.css'
import type { Partner } from './capital.queries.ts'

const PriceSheet = lazy(async () => ({ default: (await import('#blocks/price-sheet.tsx')).PriceSheet }))

type Props = {
  readonly wish: Wish
  /** A loan worked out by the server, for as long as no amount was chosen. */
  readonly example: Partner['worked']
  readonly editing: boolean
  readonly onEdit: (open: boolean) => void
}

/** What the wish costs at this lender, counted by the engine that will quote it; the wish itself can be changed. */
export function PartnerPrice({ wish, example, editing, onEdit }: Props) {
  const t = useWords('capital')
  const option = useWords('option')
  const [opens, setOpens] = useState<'fees' | 'price'>()
  const { preview, product, periods, amountFen } = wish
  const close = () => setOpens(undefined)
  const heading =
    amountFen !== undefined
      ? t('jsd.wish', { amount: wholeYuan(amountFen), periods, method: option(`repayMethod.${product.method}`) })
      : example !== null
        ? t('jsd.example', {
            amount: wholeYuan(example.amountFen),
            periods: example.periods,
            method: option(`repayMethod.${example.method}`),
          })
        : t('jsd.noAmount')
  return (
    <Card
      title={heading}
      extra={
        <Button kind="text" onPress={() => onEdit(true)}>
          {t(amountFen === undefined ? 'jsd.choose' : 'jsd.change')}
        </Button>
      }
    >
      {preview !== undefined && (
        <Figures
          first={preview.plan[0]?.total ?? preview.total}
          interest={preview.interest}
          simplePpm={preview.price.simplePpm}
          onExplain={() => setOpens('price')}
        />
      )}
      {amountFen === undefined && example !== null && (
        <Figures first={example.instalmentFen} interest={example.totalInterestFen} simplePpm={example.simplePpm} />
      )}
      <Button kind="text" onPress={() => setOpens('fees')}>
        {t('cost.fees')}
      </Button>
      {opens === 'price' && preview !== undefined && (
        <Suspense>
          <PriceSheet received={preview.received} from={preview.from} paid={preview.plan} price={preview.price} onClose={close} />
        </Suspense>
      )}
      {opens === 'fees' && <Fees wish={wish} onClose={close} />}
      <WishSheet wish={wish} open={editing} onClose={() => onEdit(false)} />
    </Card>
  )
}

function Figures({ first, interest, simplePpm, onExplain }: { first: Fen; interest: Fen; simplePpm: Ppm; onExplain?: () => void }) {
  const t = useWords('capital')
  return (
    <div className={styles.three}>
      <span>
        <Text size="small">{t('jsd.first')}</Text>
        <Figure size="medium" amount={yuan(first)} />
      </span>
      <span>
        <Text size="small">{t('cost.interest')}</Text>
        <Figure size="medium" amount={yuan(interest)} />
      </span>
      <span>
        <Text size="small">{t('cost.simple')}</Text>
        <Figure size="medium" amount={exactRate(simplePpm)} onExplain={onExplain} />
      </span>
    </div>
  )
}

function Fees({ wish: { product }, onClose }: { wish: Wish; onClose: () => void }) {
  const t = useWords('capital')
  const lending = useWords('lending')
  return (
    <Sheet open title={t('cost.fees')} onClose={onClose}>
      <Stack gap={3}>
        <Text figures>{t('jsd.rate', { rate: exactRate(product.annualRatePpm) })}</Text>
        <ContingentRows rules={product.rules} penaltyPpmDay={product.penaltyPpmDay} />
        <Text as="h2" strong>
          {lending('rules')}
        </Text>
        <RuleRows method={product.method} rules={product.rules} />
        <Note tone="positive">{t('cost.nothingElse')}</Note>
      </Stack>
    </Sheet>
  )
}

/** Amount, term and use. It closes only with a wish that can be asked for, or by its mark. */
function WishSheet({ wish, open, onClose }: { wish: Wish; open: boolean; onClose: () => void }) {
  const t = useWords('capital')
  const done = async () => {
    if ((await wish.form.submit()).valid) onClose()
  }
  return (
    <Sheet
      open={open}
      title={t('jsd.wishTitle')}
      onClose={onClose}
      place={wish.form.place}
      footer={
        <Button block type="submit" onPress={done}>
          {t('jsd.wishDone')}
        </Button>
      }
    >
      <Stack gap={3}>
        <WishFields wish={wish} uses={[...options.loanUse]} />
      </Stack>
    </Sheet>
  )
}
