import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Tag } from '#ui/tag.tsx'
import type { LoanDetail } from './loan.queries.ts'

/** What was debited for the loan, the day each counts from, and what the bank took back. */
export function PaymentsCard({ payments }: { payments: LoanDetail['payments'] }) {
  const t = useWords('loan')
  const go = useGo()
  return (
    <Card title={t('payments.title')} rows>
      <List label={t('payments.title')}>
        {payments.map(({ repaymentId, amountFen, mode, cardTail, countsFrom, returnedOn }) => (
          <ListRow
            key={repaymentId}
            title={t(`payments.mode.${mode}`)}
            note={
              returnedOn === null
                ? t('payments.countsFrom', { date: countsFrom, tail: cardTail })
                : t('payments.returned', { date: returnedOn })
            }
            value={yuan(amountFen)}
            valueNote={returnedOn === null ? undefined : <Tag tone="negative">{t('payments.notCounted')}</Tag>}
            onPress={() => go.to(to(repayScreens.result, undefined, { id: repaymentId }))}
          />
        ))}
      </List>
    </Card>
  )
}
