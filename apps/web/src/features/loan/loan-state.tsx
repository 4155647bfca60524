import { addFen, maxFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { isStatus, loanStatusOf, openStatuses } from '@fyh/contract/loan-status.ts'
import { useState } from 'react'
import { LoanTimeline } from '#blocks/loan-timeline.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { isOpenRow } from '#blocks/period-sheet.tsx'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { useFailureWords } from '#blocks/reason-words.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { LoanDetail } from './loan.queries.ts'
import { StatusTag } from './status-tag.tsx'

/** What is true of the loan now, what it means, and how it came here. */
export function LoanState({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  const open = isStatus(loan, ...openStatuses)
  const [opens, setOpens] = useState(false)
  const unpaid = loan.plan.filter(isOpenRow)
  const byCoupons = addFen(zeroFen, ...loan.coupons.map(({ discountFen }) => discountFen))
  const waived = maxFen(zeroFen, subFen(addFen(zeroFen, ...loan.plan.map((row) => row.waived.total)), byCoupons))
  const paidPeriods = loan.plan.filter((row) => row.state === 'paid').length
  return (
    <>
      <Card
        title={open ? t('owed') : t('borrowed')}
        extra={<StatusTag status={loan.status} isLost={loan.writtenOff !== null} isGivenUp={isGivenUp(loan)} />}
      >
        <Stack gap={2}>
          <MoneyText fen={open ? loan.owed.total : loan.amountFen} onExplain={open ? () => setOpens(true) : undefined} />
          <Meaning loan={loan} />
          {(open || loan.writtenOff !== null) && (
            <Text size="quiet" figures>
              {t('paidSoFar', { paid: paidPeriods, periods: loan.plan.length, amount: yuan(loan.paidTotal) })}
            </Text>
          )}
          <Ended loan={loan} />
          {waived > 0 && (
            <Text size="quiet" figures>
              {t('waived', { amount: yuan(waived) })}
            </Text>
          )}
          {isStatus(loan, 'disbursing') && <Text size="quiet">{t('expected', { count: loan.expectedHours })}</Text>}
        </Stack>
      </Card>
      {opens && <PeriodsSheet title={t('owed')} rows={unpaid} of="owed" onClose={() => setOpens(false)} />}
      <Troubles loan={loan} />
      {isStatus(loan, 'disbursing', 'disbursed', 'failed') && <LoanTimeline steps={loan.timeline} />}
    </>
  )
}

const isGivenUp = ({ failure }: LoanDetail): boolean => failure !== null && failure.givenUpAt !== null

function Meaning({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  const { returnedOwedFen, writtenOff } = loan
  const status = loanStatusOf(loan.status)
  if (status === undefined || returnedOwedFen > 0) return null
  if (isGivenUp(loan)) return <Text size="quiet">{t('givenUp.meaning')}</Text>
  if (writtenOff !== null) return <Text size="quiet">{t('lost.meaning')}</Text>
  return <Text size="quiet">{t(status === 'overdue' ? overdueMeaning(loan) : `meaning.${status}`)}</Text>
}

/** A late fee accrues on overdue principal only, and up to its ceiling: where it doesn't grow, no words speak of more, nor of grace days. */
function overdueMeaning({ plan, rules, overdueDays, penaltyTomorrowFen }: LoanDetail) {
  const owesPrincipal = plan.some(({ state, owed }) => state === 'overdue' && owed.principal > 0)
  if (owesPrincipal && overdueDays <= rules.penalty.graceDays) return 'inGrace'
  return penaltyTomorrowFen > 0 ? 'meaning.overdue' : 'overdueAlone'
}

/** 'Overdue for 19 days', with the late fee where there is one, and with what tomorrow adds where it grows. */
function useOverdueWords(): (loan: LoanDetail) => string {
  const t = useWords('loan')
  return ({ overdueDays: count, owed: { penalty }, penaltyTomorrowFen: tomorrow }) => {
    if (tomorrow > 0) return t('overdue', { count, penalty: yuan(penalty), tomorrow: yuan(tomorrow) })
    return penalty > 0 ? t('overdueFee', { count, penalty: yuan(penalty) }) : t('overdueDays', { count })
  }
}

/** When nothing was owed any more, and whether that is because all was paid. */
function Ended({ loan: { settledOn, writtenOff } }: { loan: LoanDetail }) {
  const t = useWords('loan')
  if (settledOn === null) return null
  const words =
    writtenOff === null ? t('settledOn', { date: settledOn }) : t('lost.on', { date: writtenOff.on, amount: yuan(writtenOff.amountFen) })
  return (
    <Text size="quiet" figures>
      {words}
    </Text>
  )
}

function Troubles({ loan }: { loan: LoanDetail }) {
  const t = useWords('loan')
  const failure = useFailureWords()(loan.failure)
  const overdueWords = useOverdueWords()
  const go = useGo()
  const running = loan.runningRepaymentId
  return (
    <>
      {isStatus(loan, 'overdue') && <Note tone="negative">{overdueWords(loan)}</Note>}
      {loan.returnedOwedFen > 0 && <Note tone="negative">{t('returnedOwed', { amount: yuan(loan.returnedOwedFen) })}</Note>}
      {loan.surplusHeldFen > 0 && <Note>{t('held', { amount: yuan(loan.surplusHeldFen) })}</Note>}
      {failure !== undefined && <Note tone="warning">{failure}</Note>}
      {running !== null && (
        <Note
          action={
            <Button kind="text" onPress={() => go.to(to(repayScreens.result, undefined, { id: running }))}>
              {t('runningSee')}
            </Button>
          }
        >
          {t('running')}
        </Note>
      )}
    </>
  )
}
