import { subFen, zeroFen } from '@fyh/base/money.ts'
import { useState } from 'react'
import { type CardSummary, useChosenCard } from '#blocks/card-picker.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { wholeYuan, yuan } from '#platform/format.ts'
import { to } from '#platform/screen.ts'
import { AmountInput } from '#ui/amount-input.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Help } from '#ui/help.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { DebitCard, DebitCode, DebitNotice } from './debit-parts.tsx'
import { PrepayOutcome } from './prepay-outcome.tsx'
import type { PrepayQuote } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'
import { type Prepaying, usePrepaying } from './use-prepaying.ts'

type Given = {
  readonly limits: PrepayQuote
  readonly cards: readonly CardSummary[]
  readonly debitedId: number
  readonly told: string | undefined
}

/** `debitedId` is the card that the loan is debited from; `told` is what must be said of an earlier attempt. */
export function PrepayForm({ limits, cards, debitedId, told }: Given) {
  const t = useWords('repay')
  const card = useChosenCard(cards, { debitedId })
  const prepaying = usePrepaying(limits, card.cardId, told)
  const { quote, asked } = prepaying
  const here = to(repayScreens.prepay, { id: limits.loanId })
  const confirm = quote === undefined ? t('title.prepay') : t('prepay.confirm', { amount: yuan(quote.parts.total) })
  return (
    <Page
      place={prepaying.form.place}
      footer={
        <Button block type="submit" loading={prepaying.busy} onPress={prepaying.press}>
          {confirm}
        </Button>
      }
    >
      <Principal limits={limits} prepaying={prepaying} />
      {quote === undefined && asked.isFetching && <Loading cards={3} figure={false} />}
      {quote === undefined && asked.isError && !asked.isFetching && <Failed onRetry={() => asked.refetch()} />}
      {quote !== undefined && (
        <>
          <PrepayOutcome quote={quote} effect={prepaying.effect} onChoose={prepaying.setEffect} />
          <Debit quote={quote} />
          <DebitCard cards={cards} {...card} here={here} error={prepaying.form.errorOf('card')} />
          <DebitCode confirming={prepaying} cardId={card.cardId} atOnce={t('prepay.atOnce', { amount: yuan(quote.parts.total) })} />
        </>
      )}
      <DebitNotice notice={prepaying.notice} />
    </Page>
  )
}

function Principal({ limits, prepaying }: { limits: PrepayQuote; prepaying: Prepaying }) {
  const t = useWords('repay')
  const { form, problem } = prepaying
  const rule = t('prepay.rule', { min: wholeYuan(limits.minFen), max: wholeYuan(limits.maxFen), step: wholeYuan(limits.stepFen) })
  return (
    <Card>
      <Stack gap={2}>
        <Text as="h2" strong>
          {t('prepay.amount')}
        </Text>
        <AmountInput
          label={t('prepay.amount')}
          sign={t('base:yuanSign')}
          {...form.field('sum')}
          invalid={problem !== undefined}
          describedBy="prepay-rule"
        />
        <Help id="prepay-rule" tone={problem === undefined ? undefined : 'negative'} small>
          {problem ?? rule}
        </Help>
        <Text size="quiet">{t('prepay.lead')}</Text>
      </Stack>
    </Card>
  )
}

function Debit({ quote }: { quote: PrepayQuote }) {
  const t = useWords('repay')
  const [opens, setOpens] = useState(false)
  return (
    <Card title={t('prepay.total')} extra={t('detail.onDate', { date: quote.onDate })}>
      <Stack gap={2}>
        <MoneyText fen={quote.parts.total} size="large" onExplain={() => setOpens(true)} />
        <Text size="quiet" figures>
          {quote.parts.interest < 0
            ? t('prepay.totalCounts', { interest: yuan(subFen(zeroFen, quote.parts.interest)) })
            : t('prepay.totalParts', { interest: yuan(quote.parts.interest) })}
        </Text>
        <Text size="small">{t('prepay.partly')}</Text>
      </Stack>
      {opens && <PeriodsSheet title={t('prepay.how')} rows={quote.lines} of="owed" onClose={() => setOpens(false)} />}
    </Card>
  )
}
