import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { yuan } from '#platform/format.ts'
import { Text } from '#ui/text.tsx'
import type { Repayment } from './repay.queries.ts'

/** What is still owed of what the debit was for, where it fell short; else what the loan owes in all. */
export function LeftToPay({ repayment }: { repayment: Repayment }) {
  const t = useWords('repay')
  const { stillOwed, owedAfter, loanWrittenOff, mode } = repayment
  if (repayment.status !== 'succeeded' && mode !== 'prepay' && stillOwed !== null) return <StillOwed mode={mode} stillOwed={stillOwed} />
  return (
    <Text size="quiet" figures>
      {owedAfter > 0 ? t('result.owed', { amount: yuan(owedAfter) }) : t(loanWrittenOff ? 'plan.writtenOff' : 'result.settled')}
    </Text>
  )
}

type StillOwedProps = { readonly mode: Repayment['mode']; readonly stillOwed: NonNullable<Repayment['stillOwed']> }

/** The sum that paying again asks for, and how pressing it is. */
function StillOwed({ mode, stillOwed: { totalFen, settleFen, overdueDays, dueDate, periods } }: StillOwedProps) {
  const t = useWords('repay')
  const today = useToday()
  const isAll = mode === 'all'
  const what = isAll ? 'settle' : periods.length > 1 ? 'periods' : 'period'
  const facts: string[] = [t(`result.short.${what}`, { amount: yuan(isAll ? settleFen : totalFen) })]
  if (overdueDays > 0) facts.push(t('result.short.overdue'))
  else if (!isAll && dueDate !== null) facts.push(dueDate === today ? t('result.short.today') : t('result.short.due', { date: dueDate }))
  return (
    <Text strong tone={overdueDays > 0 ? 'negative' : undefined} figures>
      {facts.join(t('result.short.and'))}
    </Text>
  )
}
