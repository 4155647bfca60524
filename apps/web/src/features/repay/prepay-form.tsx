import { useState } from 'react'
import { CardPicker, type CardSummary } from '#blocks/card-picker.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { wholeYuan, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { AmountInput } from '#ui/amount-input.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { PrepayOutcome } from './prepay-outcome.tsx'
import type { PrepayQuote } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'
import { type Prepaying, usePrepaying } from './use-prepaying.ts'

export function PrepayForm({ limits, cards }: { limits: PrepayQuote; cards: readonly CardSummary[] }) {
  const t = useWords('repay')
  const go = useGo()
  const [chosen, setChosen] = useState<number>()
  const cardId = chosen ?? cards.find((card) => card.isDefault)?.cardId ?? cards[0]?.cardId
  const prepaying = usePrepaying(limits, cardId)
  const { quote, asked } = prepaying
  const here = to(repayScreens.prepay, { id: limits.loanId })
  const confirm = quote === undefined ? t('title.prepay') : t('prepay.confirm', { amount: yuan(quote.parts.total) })
  return (
    <Page
      footer={
        <Button block loading={prepaying.busy} onPress={() => prepaying.submit(prepaying.code)}>
          {confirm}
        </Button>
      }
    >
      <Principal limits={limits} prepaying={prepaying} />
      {quote === undefined && asked.isFetching && <Loading cards={1} figure={false} />}
      {quote === undefined && asked.isError && !asked.isFetching && <Failed onRetry={() => asked.refetch()} />}
      {quote !== undefined && (
        <>
          <PrepayOutcome quote={quote} effect={prepaying.effect} onChoose={prepaying.setEffect} />
          <Debit quote={quote} />
          <Card rows>
            <KeyValueList>
              <CardPicker
                name={t('detail.card')}
                cards={cards}
                value={cardId}
                onChange={setChosen}
                onAdd={() => go.to(to(cardScreens.addBankCard, undefined, { next: here }))}
              />
            </KeyValueList>
          </Card>
          <Code prepaying={prepaying} total={yuan(quote.parts.total)} />
        </>
      )}
      {prepaying.notice !== undefined && (
        <Note tone="warning" live>
          {prepaying.notice}
        </Note>
      )}
    </Page>
  )
}

function Principal({ limits, prepaying }: { limits: PrepayQuote; prepaying: Prepaying }) {
  const t = useWords('repay')
  const { typed, setTyped, problem } = prepaying
  const rule = t('prepay.rule', { min: wholeYuan(limits.minFen), max: wholeYuan(limits.maxFen), step: wholeYuan(limits.stepFen) })
  return (
    <Card>
      <Stack gap={2}>
        <Text size="quiet">{t('prepay.amount')}</Text>
        <AmountInput
          label={t('prepay.amount')}
          sign={t('base:yuanSign')}
          value={typed}
          onChange={setTyped}
          invalid={problem !== undefined}
          describedBy="prepay-rule"
        />
        <Text size="small" figures id="prepay-rule" tone={problem === undefined ? undefined : 'negative'}>
          {problem ?? rule}
        </Text>
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
          {t('prepay.totalParts', { interest: yuan(quote.parts.interest) })}
        </Text>
        <Text size="small">{t('prepay.partly')}</Text>
      </Stack>
      {opens && <PeriodsSheet title={t('prepay.how')} rows={quote.lines} of="owed" onClose={() => setOpens(false)} />}
    </Card>
  )
}

function Code({ prepaying, total }: { prepaying: Prepaying; total: string }) {
  const t = useWords('repay')
  return (
    <Card>
      <SmsCodeBox
        about="repay"
        send={(options) => api.session.sendCode({ body: { purpose: 'repay' } }, options)}
        value={prepaying.code}
        onChange={prepaying.setCode}
        onComplete={prepaying.submit}
        error={prepaying.trouble}
      />
      <Text size="small" figures>
        {t('prepay.atOnce', { amount: total })}
      </Text>
    </Card>
  )
}
