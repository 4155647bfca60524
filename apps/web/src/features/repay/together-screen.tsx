import { useChosenCard } from '#blocks/card-picker.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { AfterAttempt } from './after-attempt.tsx'
import { choiceOf, choiceText, chosenBills, totalOf } from './bill-choice.ts'
import { DebitCard, DebitCode, DebitNotice } from './debit-parts.tsx'
import { billsLook, cardsLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'
import { usePayingTogether } from './use-paying-together.ts'

type Chosen = ReturnType<typeof chosenBills>
type Cards = Parameters<typeof DebitCard>[0]['cards']

/** Paying bills of several loans by one confirmation: what is debited for each, the card, the code. */
export function RepayTogetherScreen() {
  const choice = choiceOf(useAddressQuery().get('bills'))
  return (
    <AfterAttempt key={choiceText(choice)} loanIds={[...choice.keys()]}>
      {(told) => <Paying choice={choice} told={told} />}
    </AfterAttempt>
  )
}

function Paying({ choice, told }: { choice: ReturnType<typeof choiceOf>; told: string | undefined }) {
  const bills = useQuery(billsLook('due'))
  const cards = useQuery(cardsLook())
  if (bills.data === undefined || cards.data === undefined) {
    const again = () => Promise.all([bills.refetch(), cards.refetch()])
    return <Page>{bills.isError || cards.isError ? <Failed onRetry={again} /> : <Loading />}</Page>
  }
  const chosen = chosenBills(choice, bills.data.bills)
  return chosen.length === 0 ? <NothingChosen /> : <TogetherForm chosen={chosen} cards={cards.data.cards} told={told} />
}

function NothingChosen() {
  const t = useWords('repay')
  const go = useGo()
  const toBills = (
    <Button kind="quiet" onPress={() => go.replace(to(repayScreens.bills))}>
      {t('together.toBills')}
    </Button>
  )
  return (
    <Page>
      <Empty icon="paper" title={t('together.none')} action={toBills} />
    </Page>
  )
}

function TogetherForm({ chosen, cards, told }: { chosen: Chosen; cards: Cards; told: string | undefined }) {
  const t = useWords('repay')
  const card = useChosenCard(cards)
  const paying = usePayingTogether(chosen, card.cardId, told)
  const total = totalOf(chosen)
  const amount = yuan(total)
  const here = to(repayScreens.together, undefined, {
    bills: choiceText(new Map(chosen.map(({ loanId, upToPeriod }) => [loanId, upToPeriod]))),
  })
  return (
    <Page
      place={paying.form.place}
      footer={
        <Button block type="submit" loading={paying.busy} onPress={paying.press}>
          {t('detail.confirm', { amount })}
        </Button>
      }
    >
      <Card title={t('together.total')}>
        <Stack gap={2}>
          <MoneyText fen={total} />
          <Text size="quiet">{t('together.apart')}</Text>
          <Text size="small">{t('together.noCoupon')}</Text>
        </Stack>
      </Card>
      <Debits chosen={chosen} />
      <DebitCard cards={cards} {...card} here={here} error={paying.form.errorOf('card')} />
      <DebitCode confirming={paying} cardId={card.cardId} atOnce={t('detail.atOnce', { amount })} />
      <DebitNotice notice={paying.notice} />
    </Page>
  )
}

/** One debit a loan. */
function Debits({ chosen }: { chosen: Chosen }) {
  const t = useWords('repay')
  return (
    <Card rows title={t('together.debits', { count: chosen.length })}>
      <KeyValueList>
        {chosen.map(({ loanId, amountFen, bills }) => (
          <KeyValue
            key={loanId}
            name={bills[0]?.contractNo}
            value={yuan(amountFen)}
            note={t('detail.periods', { periods: bills.map(({ period }) => period).join(t('plan.periodsAnd')) })}
            short
          />
        ))}
      </KeyValueList>
    </Card>
  )
}
