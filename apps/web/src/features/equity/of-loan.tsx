import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'

/** The loan that an order was bought with: the order stands by itself, and its refund leaves the loan as it is. */
export function OfLoan({ loanId }: { loanId: number }) {
  const t = useWords('equity')
  const go = useGo()
  return (
    <Card rows>
      <List>
        <ListRow
          icon="paper"
          title={t('withLoan')}
          note={t('withLoanNote')}
          onPress={() => go.to(to(loanScreens.detail, { id: loanId }))}
        />
      </List>
    </Card>
  )
}
