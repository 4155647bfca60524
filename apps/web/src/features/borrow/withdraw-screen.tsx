import { useState } from 'react'
import { CardPicker, useChosenCard } from '#blocks/card-picker.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal, isUnsent } from '#platform/api.ts'
import { useBackOnline } from '#platform/back-online.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { cardsLook, type Quote, useBorrow } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'
import { QuoteGate } from './quote-gate.tsx'

export function WithdrawScreen() {
  const search = useAddressQuery()
  return (
    <QuoteGate id={idOf(search.get('quoteId'))}>
      {(quote) => (quote.signed ? <Withdrawal quote={quote} /> : <NotSigned quote={quote} />)}
    </QuoteGate>
  )
}

function NotSigned({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const go = useGo()
  return (
    <Page
      footer={
        <Button block onPress={() => go.replace(to(borrowScreens.sign, undefined, { quoteId: quote.quoteId }))}>
          {t('withdraw.toSign')}
        </Button>
      }
    >
      <Note tone="warning">{t('withdraw.notSigned')}</Note>
    </Page>
  )
}

function Withdrawal({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const go = useGo()
  const cards = useQuery(cardsLook())
  const here = to(borrowScreens.withdraw, { capitalId: quote.lenderId }, { quoteId: quote.quoteId })
  const { cardId, choose } = useChosenCard(cards.data?.cards ?? [])
  const { form, code, submit, busy, failed } = useWithdrawal(quote, cardId)
  if (cards.data === undefined) return <Page>{cards.isError ? <Failed onRetry={() => cards.refetch()} /> : <Loading />}</Page>
  return (
    <Page
      place={form.place}
      footer={
        <Button block loading={busy} onPress={() => submit(code)}>
          {t('withdraw.confirm')}
        </Button>
      }
    >
      <Card title={t('withdraw.amount')}>
        <MoneyText fen={quote.amountFen} />
      </Card>
      <Card rows>
        <KeyValueList>
          <CardPicker
            name={t('withdraw.card')}
            cards={cards.data.cards}
            value={cardId}
            onChange={choose}
            onAdd={() => go.to(to(cardScreens.addBankCard, undefined, { next: here }))}
          />
          <KeyValue name={t('withdraw.arrival')} value={t('withdraw.arrivalValue')} />
        </KeyValueList>
      </Card>
      <Card>
        <SmsCodeBox
          about="withdraw"
          send={(options) => api.session.sendCode({ body: { purpose: 'withdraw' } }, options)}
          {...form.field('code')}
          onComplete={submit}
          error={form.errorOf('code')}
        />
        <Text size="small">{t('withdraw.atOnce')}</Text>
      </Card>
      {failed !== undefined && (
        <Note tone="warning" live>
          {t(`withdraw.${failed}`)}
        </Note>
      )}
      <Text size="small" centred>
        {t('withdraw.cardNote')}
      </Text>
    </Page>
  )
}

function useWithdrawal(quote: Quote, cardId: number | undefined) {
  const t = useWords('borrow')
  const go = useGo()
  const borrow = useBorrow()
  const busy = borrow.isPending || borrow.isSuccess
  const [code, setCode] = useState('')
  /** lost: the answer did not come, and the loan may be made; unsent: there was no network; backOnline: there is one again, and still nothing was sent. */
  const [failed, setFailed] = useState<'lost' | 'unsent' | 'backOnline'>()
  useBackOnline(() => setFailed((before) => (before === 'unsent' ? 'backOnline' : before)))
  const form = useForm({
    values: { code },
    rules: { code: [{ kind: 'required', message: t('withdraw.codeMissing') }] },
    onChange: (_, value) => setCode(value),
  })
  const toLoan = (loanId: number) => {
    // What was wished for is borrowed now; the form begins anew.
    useUserStore.setState({ confirmInfo: emptyUserState.confirmInfo })
    go.replace(to(borrowScreens.withdrawSuccess, undefined, { loanId }))
  }
  const submit = async (authCode: string) => {
    if (cardId === undefined) return toast(t('withdraw.cardMissing'))
    if (!(await form.submit()).valid || busy) return
    setFailed(undefined)
    const { key, done } = moneyKeyOf(`borrow ${quote.quoteId} ${cardId}`)
    try {
      const { loanId } = await borrow.mutateAsync({ quoteId: quote.quoteId, cardId, authCode, idempotencyKey: key })
      done()
      toLoan(loanId)
    } catch (failure) {
      if (isRefusal(failure, 'SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'SMS_TRIES_LIMIT')) {
        setCode('')
        return form.refuse('code', failure.message)
      }
      // Another tab, or a try whose answer was lost: the loan is there, so the way leads to it.
      const madeId = isRefusal(failure, 'QUOTE_USED') ? failure.detail.loanId : undefined
      if (typeof madeId === 'number') return toLoan(madeId)
      if (!isRefusal(failure)) setFailed(isUnsent(failure) ? 'unsent' : 'lost')
    }
  }
  return { form, code, failed, busy, submit }
}
