import { assert } from '@fyh/base/assert.ts'
import { formatYuan } from '@fyh/base/money.ts'
import { useEffect, useState } from 'react'
import { CardPicker, useCardName, useChosenCard } from '#blocks/card-picker.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { usePayPassword } from '#blocks/pay-password.tsx'
import { sendCode } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal, isUnsent } from '#platform/api.ts'
import { useBackOnline } from '#platform/back-online.ts'
import { timeOf } from '#platform/format.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery, useScreenParams } from '#platform/screen.ts'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { useOnce } from '#ui/press.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { cardsLook, type LoanDetail, newLoanLook, type Quote, useBorrow } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'
import { useDeadline } from './quote-deadline.ts'
import { QuoteGate } from './quote-gate.tsx'
import { signPath, useSignAgain } from './to-sign.ts'
import { withdrawPath } from './to-withdraw.ts'
import { WithdrawCost } from './withdraw-cost.tsx'

export function WithdrawScreen() {
  const search = useAddressQuery()
  const { capitalId } = useScreenParams(borrowScreens.withdraw)
  return (
    <QuoteGate id={idOf(search.get('quoteId'))}>
      {(quote) => {
        if (idOf(capitalId) !== quote.lenderId) return <OtherLender quote={quote} />
        return quote.signed ? <Withdrawal quote={quote} /> : <NotSigned quote={quote} />
      }}
    </QuoteGate>
  )
}

/** The address names another lender than the quote: the page is that of the quote's own lender. */
function OtherLender({ quote }: { quote: Quote }) {
  const go = useGo()
  const right = withdrawPath(quote)
  useEffect(() => go.replace(right), [go, right])
  return (
    <Page>
      <Loading />
    </Page>
  )
}

function NotSigned({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const go = useGo()
  return (
    <Page
      footer={
        <Button block onPress={() => go.replace(signPath(quote))}>
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
  useDeadline(quote)
  const here = withdrawPath(quote)
  useWithdrawInfo(quote)
  const refused = useRefusedCard(quote)
  // A card of a bank that this lender does not serve would be refused.
  const served = cards.data?.cards.filter(({ bankCode }) => quote.bankCodes.includes(bankCode)) ?? []
  const { cardId, choose } = useChosenCard(served, { refusedId: refused?.cardId })
  const { form, code, submit, busy, failed, dialog } = useWithdrawal(quote, cardId)
  const cardName = useCardName()
  const lending = useWords('lending')
  if (cards.data === undefined || refused === null)
    return <Page>{cards.isError ? <Failed onRetry={() => cards.refetch()} /> : <Loading />}</Page>
  return (
    <Page
      place={form.place}
      footer={
        <Button block type="submit" loading={busy} onPress={() => submit(code)}>
          {t('withdraw.confirm')}
        </Button>
      }
    >
      <Card title={t('withdraw.amount')}>
        <MoneyText fen={quote.amountFen} />
      </Card>
      {served.length < cards.data.cards.length && <Note>{lending('cardsServed', { lender: quote.costSheet.lender })}</Note>}
      {refused !== undefined && <Note tone="warning">{t('again.otherCard', { card: cardName(refused) })}</Note>}
      <Card rows>
        <KeyValueList>
          <CardPicker
            name={t('withdraw.card')}
            cards={served}
            value={cardId}
            onChange={choose}
            onAdd={() => go.to(to(cardScreens.addBankCard, undefined, { next: here }))}
            refusedId={refused?.cardId}
            error={form.errorOf('card')}
          />
          <KeyValue name={t('withdraw.arrival')} value={t('withdraw.arrivalValue', { count: quote.payOutHours })} />
          <KeyValue name={t('withdraw.deadline')} value={t('withdraw.deadlineValue', { time: timeOf(quote.expiresAt) })} />
        </KeyValueList>
      </Card>
      <WithdrawCost quote={quote} />
      <Card>
        <SmsCodeBox
          about="withdraw"
          order={`${quote.quoteId} ${cardId}`}
          before={async () => (await form.submit('card')).valid && cardId !== undefined}
          send={(options) => {
            assert(cardId !== undefined, 'a code is asked for only with a card')
            return sendCode({ purpose: 'withdraw', quoteId: quote.quoteId, cardId }, options)
          }}
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
      {dialog}
    </Page>
  )
}

/** R3.6 withdrawInfo: what is about to be paid out, read and signed, for the other pages of the product. */
function useWithdrawInfo({ amountFen, periods, use, signed }: Quote) {
  useEffect(() => {
    const asked = { preMoney: formatYuan(amountFen).replace(/,|\.00$/g, ''), period: periods, use }
    useUserStore.setState(({ withdrawInfo }) => ({ withdrawInfo: { ...withdrawInfo, ...asked, isReaded: signed } }))
  }, [amountFen, periods, use, signed])
}

/**
 * The card to which a loan that is submitted again could not be paid out, so that another one is chosen; undefined when no card was at fault,
 * null while that is not known yet.
 */
function useRefusedCard({ forLoanId }: Quote): LoanDetail['card'] | undefined | null {
  const loan = useQuery({ ...newLoanLook(forLoanId ?? 0), enabled: forLoanId !== null })
  if (forLoanId === null || loan.isError) return undefined
  if (loan.data === undefined) return null
  const cause = loan.data.failure?.cause
  return cause === 'card' || cause === 'cardLimit' ? loan.data.card : undefined
}

function useWithdrawal(quote: Quote, cardId: number | undefined) {
  const t = useWords('borrow')
  const go = useGo()
  const borrow = useBorrow()
  const { during, dialog } = usePayPassword()
  const busy = borrow.isPending || borrow.isSuccess
  const signAgain = useSignAgain(quote)
  const [code, setCode] = useState('')
  /** lost: the answer did not come, and the loan may be made; unsent: there was no network; backOnline: there is one again, and still nothing was sent. */
  const [failed, setFailed] = useState<'lost' | 'unsent' | 'backOnline'>()
  useBackOnline(() => setFailed((before) => (before === 'unsent' ? 'backOnline' : before)))
  const form = useForm({
    values: { card: cardId === undefined ? '' : String(cardId), code },
    rules: {
      card: [{ kind: 'required', message: t('withdraw.cardMissing') }],
      code: useSmsCodeRules(t('withdraw.codeMissing')),
    },
    onChange: (_, value) => setCode(value),
  })
  const toLoan = (loanId: number) => {
    // What was wished for is borrowed now; the form begins anew.
    if (quote.forLoanId === null)
      useUserStore.setState({ confirmInfo: emptyUserState.confirmInfo, withdrawInfo: emptyUserState.withdrawInfo })
    go.replace(to(borrowScreens.withdrawSuccess, undefined, { loanId }))
  }
  const submit = useOnce(async (authCode: string) => {
    if (!(await form.submit()).valid || cardId === undefined || busy) return
    setFailed(undefined)
    const { quoteId, forLoanId } = quote
    const { key, done } = moneyKeyOf(`borrow ${quoteId} ${cardId}`)
    try {
      const order = { quoteId, forLoanId, cardId, authCode, idempotencyKey: key }
      const { loanId } = await during((payPassword) => borrow.mutateAsync({ ...order, payPassword }))
      done()
      toLoan(loanId)
    } catch (failure) {
      if (isRefusal(failure, ...codeRefusals)) {
        setCode('')
        return form.refuse('code', failure.message)
      }
      if (isRefusal(failure, 'AGREEMENT_OUTDATED')) {
        toast(failure.message)
        return signAgain()
      }
      // Another tab, or a try whose answer was lost: the loan is there, so the way leads to it.
      const madeId = isRefusal(failure, 'QUOTE_USED')
        ? failure.detail.loanId
        : isRefusal(failure, 'LOAN_NOT_FAILED')
          ? forLoanId
          : undefined
      if (typeof madeId === 'number') return toLoan(madeId)
      if (!isRefusal(failure)) setFailed(isUnsent(failure) ? 'unsent' : 'lost')
    }
  })
  return { form, code, failed, busy, submit, dialog }
}
