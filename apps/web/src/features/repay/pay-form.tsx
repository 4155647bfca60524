import { addFen } from '@fyh/base/money.ts'
import { type ReactNode, useState } from 'react'
import { type CardSummary, useChosenCard } from '#blocks/card-picker.tsx'
import { withCoupons } from '#blocks/coupon-rows.ts'
import { Facts } from '#blocks/facts.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { usePartName } from '#blocks/period-sheet.tsx'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { fullRate, yuan } from '#platform/format.ts'
import { to } from '#platform/screen.ts'
import { AmountInput } from '#ui/amount-input.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Help } from '#ui/help.tsx'
import { Page } from '#ui/page.tsx'
import { Tag } from '#ui/tag.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { DebitCard, DebitCode, DebitNotice } from './debit-parts.tsx'
import { useOrderWords } from './order-words.ts'
import type { RepayQuote } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'
import { usePaying } from './use-paying.ts'

type Paying = ReturnType<typeof usePaying>

type Given = {
  readonly quote: RepayQuote
  readonly cards: readonly CardSummary[]
  readonly debitedId: number
  /** Who receives the money. */
  readonly lender: string
  readonly told?: string | undefined
  readonly children: ReactNode
}

/** `debitedId` is the card that the loan is debited from; `told` is what must be said of an earlier attempt. */
export function PayForm({ quote, cards, debitedId, lender, told, children }: Given) {
  const t = useWords('repay')
  const card = useChosenCard(cards, { debitedId })
  const paying = usePaying(quote, card.cardId, told)
  const amount = paying.wanted === undefined || paying.partProblem !== undefined ? undefined : yuan(paying.wanted)
  const here = to(repayScreens.detail, { id: quote.loanId }, { mode: quote.mode })
  return (
    <Page
      place={paying.form.place}
      footer={
        <Button block type="submit" loading={paying.busy} onPress={paying.press}>
          {amount === undefined ? t('detail.confirmAfterAmount') : t('detail.confirm', { amount })}
        </Button>
      }
    >
      {children}
      <Amount quote={quote} paying={paying} lender={lender} />
      <DebitCard cards={cards} {...card} here={here} error={paying.form.errorOf('card')} />
      <DebitCode confirming={paying} cardId={card.cardId} atOnce={amount && t('detail.atOnce', { amount })} />
      <DebitNotice notice={paying.notice} />
    </Page>
  )
}

function Amount({ quote, paying, lender }: { quote: RepayQuote; paying: Paying; lender: string }) {
  // What the bank took back of a settled loan belongs to no period.
  return quote.periods.length === 0 ? <ReturnedAmount quote={quote} /> : <DueAmount quote={quote} paying={paying} lender={lender} />
}

function ReturnedAmount({ quote }: { quote: RepayQuote }) {
  const t = useWords('repay')
  return (
    <Card title={t('detail.returnedTitle')}>
      <Stack gap={2}>
        <MoneyText fen={quote.parts.total} />
        <Text size="quiet">{t('detail.returnedBody')}</Text>
      </Stack>
    </Card>
  )
}

function DueAmount({ quote, paying, lender }: { quote: RepayQuote; paying: Paying; lender: string }) {
  const t = useWords('repay')
  const coupons = useWords('coupon')
  const partName = usePartName()
  const [explaining, setExplaining] = useState(false)
  const { parts, coupon } = quote
  const overdue = quote.overdueDays > 0 ? <Tag tone="negative">{t('detail.overdue', { count: quote.overdueDays })}</Tag> : undefined
  return (
    <Card
      title={quote.mode === 'all' ? t('detail.allTitle') : t('detail.dueTitle')}
      extra={overdue ?? t('detail.onDate', { date: quote.onDate })}
    >
      <Stack gap={2}>
        <MoneyText fen={parts.total} onExplain={() => setExplaining(true)} />
        <Text size="quiet" figures>
          <Facts
            parts={[
              `${t('detail.principal')} ${yuan(parts.principal)}`,
              `${partName('interest', parts.interest)} ${yuan(parts.interest)}`,
              ...(parts.penalty > 0 ? [`${t('detail.penalty')} ${yuan(parts.penalty)}`] : []),
              ...(parts.fee === 0 ? [] : [`${partName('fee', parts.fee)} ${yuan(parts.fee)}`]),
            ]}
          />
        </Text>
        {coupon !== null && (
          <Text size="quiet" tone="positive" figures>
            <Facts
              parts={[
                coupons('before', { amount: yuan(addFen(parts.total, coupon.discountFen)) }),
                `${coupons('pick')} ${coupons('minus', { amount: yuan(coupon.discountFen) })}`,
              ]}
            />
          </Text>
        )}
        <Text size="small">{t('detail.payee', { lender })}</Text>
        {quote.savedInterest > 0 && (
          <Text size="quiet" tone="positive" figures>
            {t('detail.saved', { amount: yuan(quote.savedInterest) })}
          </Text>
        )}
        {isAhead(quote) && <Text size="small">{t(`detail.ahead.${quote.interestAhead}`)}</Text>}
        {quote.mode === 'due' &&
          (coupon === null ? <PartChoice quote={quote} paying={paying} /> : <Text size="small">{coupons('partNote')}</Text>)}
      </Stack>
      {explaining && <Explanation quote={quote} onClose={() => setExplaining(false)} />}
    </Card>
  )
}

/** Whether the amount takes interest of days that are still to come: what settles takes it to today alone. */
const isAhead = ({ mode, lines, onDate, savedInterest }: RepayQuote): boolean =>
  mode === 'due' && savedInterest === 0 && lines.some((line) => line.owed.interest > 0 && line.dueDate > onDate)

function PartChoice({ quote, paying }: { quote: RepayQuote; paying: Paying }) {
  const t = useWords('repay')
  const inOrder = useOrderWords()
  if (paying.part === undefined)
    return (
      <Button kind="text" onPress={() => paying.setPart('')}>
        {t('detail.payPart')}
      </Button>
    )
  return (
    <>
      <AmountInput
        label={t('detail.amount')}
        sign={t('base:yuanSign')}
        decimals={2}
        {...paying.form.field('sum')}
        invalid={paying.shownProblem !== undefined}
        describedBy="part-rule"
        placeholder={t('detail.amount')}
      />
      <Help id="part-rule" tone={paying.shownProblem === undefined ? undefined : 'negative'} small>
        {paying.shownProblem ?? t('detail.partRule', { max: yuan(quote.parts.total), order: inOrder(quote.order) })}
      </Help>
      <Button kind="text" onPress={() => paying.setPart(undefined)}>
        {t('detail.payWhole')}
      </Button>
    </>
  )
}

function Explanation({ quote, onClose }: { quote: RepayQuote; onClose: () => void }) {
  const t = useWords('repay')
  const words = useWords('blocks')
  const { lines, coupon, earlyFee } = quote
  const fee = earlyFee && {
    name: t('detail.earlyFee'),
    amount: earlyFee.amount,
    how: [
      words('explain.earlyFee', { principal: yuan(earlyFee.principal), rate: fullRate(earlyFee.ratePpm), amount: yuan(earlyFee.amount) }),
    ],
  }
  return (
    <PeriodsSheet
      title={t('detail.how')}
      rows={withCoupons(lines, coupon === null ? [] : [coupon])}
      of="owed"
      after={fee === null ? [] : [fee]}
      onClose={onClose}
    />
  )
}
