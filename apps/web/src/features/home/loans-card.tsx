import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import type { Home } from './borrower-home.tsx'

type Loan = Home['loans']['list'][number]

const tones: Readonly<Record<Loan['state'], Tone>> = { disbursing: 'warning', failed: 'negative', open: 'quiet', overdue: 'negative' }

/** Every loan that is being paid out or repaid, each leading to its own page; the records have the settled ones. */
export function LoansCard({ loans }: { loans: readonly Loan[] }) {
  const t = useWords('borrower')
  const go = useGo()
  if (loans.length === 0) return null
  return (
    <Card rows title={t('loans.title')}>
      <List label={t('loans.title')}>
        {loans.map(({ loanId, state, amountFen, periods, paidPeriods }) => (
          <ListRow
            key={loanId}
            title={t('loans.amount', { amount: yuan(amountFen) })}
            note={
              state === 'open' || state === 'overdue' ? t('loans.paid', { periods, paid: paidPeriods }) : t('loans.periods', { periods })
            }
            value={<Tag tone={tones[state]}>{t(`loans.state.${state}`)}</Tag>}
            onPress={() => go.to(to(loanScreens.detail, { id: loanId }))}
          />
        ))}
      </List>
    </Card>
  )
}
