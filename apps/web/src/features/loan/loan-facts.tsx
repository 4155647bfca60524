import { isStatus } from '@fyh/contract/loan-status.ts'
import { useState } from 'react'
import { AgreementSheet } from '#blocks/agreement-sheet.tsx'
import { useCardName } from '#blocks/card-picker.tsx'
import { withCoupons } from '#blocks/coupon-rows.ts'
import { useCouponWords } from '#blocks/coupon-words.ts'
import { PlanTable } from '#blocks/plan-table.tsx'
import { PriceSheet } from '#blocks/price-sheet.tsx'
import { ContingentRows, RuleRows } from '#blocks/rule-rows.tsx'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf, exactRate, yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Text } from '#ui/text.tsx'
import { BenefitOfLoan } from './benefit-of-loan.tsx'
import type { LoanDetail } from './loan.queries.ts'
import { PaymentsCard } from './payments-card.tsx'

/** The plan as it stands, the terms, and what was signed. */
export function LoanFacts({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  return (
    <>
      {!isStatus(loan, 'failed') && loan.plan.length > 0 && (
        <Card title={t('planTitle')}>
          <PlanTable rows={withCoupons(loan.plan, loan.coupons)} />
          {loan.signedPlan.length > 0 && <SignedPlan rows={loan.signedPlan} />}
        </Card>
      )}
      {loan.payments.length > 0 && <PaymentsCard payments={loan.payments} />}
      <Terms loan={loan} />
      {loan.texts.length > 0 && <SignedTexts texts={loan.texts} />}
    </>
  )
}

/** A prepayment drew the plan anew; what was signed can still be seen. */
function SignedPlan({ rows }: { rows: LoanDetail['signedPlan'] }) {
  const t = useWords('loan')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Text size="small">{t('redrawn')}</Text>
      <Button kind="text" onPress={() => setOpen(true)}>
        {t('signedPlan')}
      </Button>
      <Sheet open={open} title={t('signedPlan')} onClose={() => setOpen(false)}>
        <PlanTable rows={rows} />
      </Sheet>
    </>
  )
}

function Terms({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  const option = useWords('option')
  const cardName = useCardName()
  const lending = useWords('lending')
  const coupons = useWords('coupon')
  const words = useCouponWords()
  const [opens, setOpens] = useState(false)
  const [rulesOpen, setRulesOpen] = useState(false)
  const from = loan.plan[0]?.startDate
  return (
    <Card title={t('termsTitle')} rows>
      <KeyValueList>
        <KeyValue name={t('borrowed')} value={yuan(loan.amountFen)} />
        <KeyValue name={t('periods')} value={t('periodsValue', { periods: loan.periods })} />
        <KeyValue name={t('method')} value={option(`repayMethod.${loan.method}`)} />
        <KeyValue name={lending('rules')} value={lending('rulesOpen')} onPress={() => setRulesOpen(true)} />
        {loan.coupons.map((coupon) => (
          <KeyValue
            key={coupon.couponId}
            name={coupons('pick')}
            value={coupons('minus', { amount: yuan(coupon.discountFen) })}
            note={words.title(coupon)}
          />
        ))}
        {loan.benefit !== null && <BenefitOfLoan benefit={loan.benefit} />}
        <KeyValue name={t('rate')} value={exactRate(loan.price.simplePpm)} onPress={() => setOpens(true)} short />
        <KeyValue name={t('rateCompound')} value={exactRate(loan.price.compoundPpm)} short />
        <KeyValue name={t('use')} value={option(`loanUse.${loan.use}`)} />
        {loan.card.cardId === loan.debitCard.cardId ? (
          <KeyValue name={t('card')} value={cardName(loan.card)} />
        ) : (
          <>
            <KeyValue name={t('receivingCard')} value={cardName(loan.card)} />
            <KeyValue name={t('debitCard')} value={cardName(loan.debitCard)} />
          </>
        )}
        <KeyValue name={t('lender')} value={loan.lender} />
        <KeyValue name={t('licence')} value={loan.lenderLicence} />
        <KeyValue name={t('contractNo')} value={loan.contractNo} />
        <KeyValue name={t('borrowedAt')} value={dateTimeOf(loan.borrowedAt)} />
        {loan.paidOutAt !== null && <KeyValue name={t('paidOutAt')} value={dateTimeOf(loan.paidOutAt)} />}
        {/* Of a plan that never began; another one is drawn up when the loan is submitted again. */}
        {!isStatus(loan, 'failed') && <KeyValue name={t('endDate')} value={loan.endDate} />}
      </KeyValueList>
      <Sheet open={rulesOpen} title={lending('rules')} onClose={() => setRulesOpen(false)}>
        <RuleRows method={loan.method} rules={loan.rules} />
        <ContingentRows rules={loan.rules} penaltyPpmDay={loan.penaltyPpmDay} />
      </Sheet>
      {opens && from !== undefined && (
        <PriceSheet received={loan.amountFen} from={from} paid={loan.priceFlows} price={loan.price} onClose={() => setOpens(false)} />
      )}
    </Card>
  )
}

function SignedTexts({ texts }: { texts: LoanDetail['texts'] }) {
  const t = useWords('loan')
  const [open, setOpen] = useState<LoanDetail['texts'][number]>()
  return (
    <Card title={t('textsTitle')} rows>
      <List label={t('textsTitle')}>
        {texts.map((text) => (
          <ListRow key={text.signedId} icon="paper" title={text.title} onPress={() => setOpen(text)} />
        ))}
      </List>
      {open !== undefined && (
        <AgreementSheet
          agreementKey={open.key}
          title={open.title}
          source={{ kind: 'signed', signedId: open.signedId }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}
