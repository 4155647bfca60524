import { useState } from 'react'
import { lessCoupon } from '#blocks/coupon-rows.ts'
import { useCouponWords } from '#blocks/coupon-words.ts'
import { GiveUpLoan } from '#blocks/give-up-loan.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { PlanTable } from '#blocks/plan-table.tsx'
import { PriceSheet } from '#blocks/price-sheet.tsx'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { exactRate, nearDate, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Quote } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'
import { CostSheet } from './cost-sheet.tsx'
import { QuoteGate } from './quote-gate.tsx'
import { useToWithdraw } from './to-withdraw.ts'

/** Everything about the loan before it is signed; the cost sheet opens by itself, since nothing may be signed unread. */
export function SignScreen() {
  const search = useAddressQuery()
  const id = idOf(search.get('quoteId'))
  return <QuoteGate id={id}>{(quote) => <Signing quote={quote} />}</QuoteGate>
}

function Signing({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const go = useGo()
  const onward = useToWithdraw(quote)
  // Who submits a loan again sees first what is different now.
  const [reading, setReading] = useState(!quote.signed && quote.forLoanId === null)
  const later =
    quote.forLoanId === null ? (
      <Button kind="quiet" block onPress={() => go.replace(to(borrowScreens.borrowMoney))}>
        {t('sign.later')}
      </Button>
    ) : (
      <GiveUpLoan loanId={quote.forLoanId} onGivenUp={() => go.replace(to(loanScreens.detail, { id: quote.forLoanId ?? 0 }))} />
    )
  return (
    <Page
      footer={
        quote.signed ? (
          <>
            {quote.forLoanId !== null && later}
            <Button block onPress={onward}>
              {t('sign.continue')}
            </Button>
          </>
        ) : (
          <>
            {later}
            <Button block onPress={() => setReading(true)}>
              {t('sign.open')}
            </Button>
          </>
        )
      }
    >
      <Summary quote={quote} />
      {quote.signed && <Note tone="positive">{t(quote.forLoanId === null ? 'sign.signed' : 'again.same')}</Note>}
      {!quote.signed && quote.forLoanId !== null && <Note tone="warning">{t('again.changed')}</Note>}
      <Card title={t('planSheet')}>
        <PlanTable rows={lessCoupon(quote.plan, quote.costSheet.coupon)} />
      </Card>
      {reading && !quote.signed && <CostSheet quote={quote} onClose={() => setReading(false)} onSigned={onward} />}
    </Page>
  )
}

function Summary({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const today = useToday()
  const option = useWords('option')
  const lending = useWords('lending')
  const { coupon, benefit } = quote.costSheet
  const coupons = useWords('coupon')
  const words = useCouponWords()
  const paid = lessCoupon(quote.plan, coupon)
  const [first, ...later] = paid
  const [opens, setOpens] = useState(false)
  const summary = first && {
    method: option(`repayMethod.${quote.method}`),
    rate: exactRate(quote.costSheet.price.simplePpm),
    date: nearDate(first.dueDate, today),
    amount: yuan(first.total),
  }
  return (
    <Card title={t('sign.receive')} extra={t('sign.lender', { lender: quote.costSheet.lender })}>
      <Stack gap={2}>
        <MoneyText fen={quote.amountFen} onExplain={() => setOpens(true)} />
        {first !== undefined && summary !== undefined && (
          <Text size="quiet" figures>
            {later.length === 0 ? lending('summaryOnce', summary) : t('sign.summary', summary)}
          </Text>
        )}
      </Stack>
      <KeyValueList>
        {coupon !== null && (
          <KeyValue name={coupons('pick')} value={coupons('minus', { amount: yuan(coupon.discountFen) })} note={words.title(coupon)} />
        )}
        {benefit !== null && <KeyValue name={t('sign.item.benefit')} value={yuan(benefit.priceFen)} note={t('benefit.basis', benefit)} />}
        <KeyValue name={t('totalInterest')} value={yuan(quote.totalInterest)} />
        <KeyValue name={t('totalDue')} value={yuan(quote.totalDue)} />
      </KeyValueList>
      {opens && (
        <PriceSheet
          received={quote.amountFen}
          from={quote.payOutDate}
          paid={paid}
          benefit={benefit}
          price={quote.costSheet.price}
          onClose={() => setOpens(false)}
        />
      )}
    </Card>
  )
}
