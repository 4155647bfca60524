import { Facts } from '#blocks/facts.tsx'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { dateParts, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { MiniBar } from '#ui/mini-bar.tsx'
import { Note } from '#ui/note.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'

type Due = Home['due'][number]

/** The next instalment, of the loan that is due first; the others are in the list of bills. */
export function DueCard({ due }: { due: readonly Due[] }) {
  const t = useWords('home')
  const go = useGo()
  const first = due[0]
  if (first === undefined) return null
  const loans = new Set(due.map((one) => one.loanId)).size
  const when = first.daysLeft === 0 ? t('due.today') : t('due.daysLeft', { count: first.daysLeft })
  const debit = first.debit === 'ahead' && first.cardTail !== null ? [t('due.autoDebit', { tail: first.cardTail })] : []
  return (
    <Card title={t('due.title')} extra={t('due.loanCount', { count: loans })}>
      <Stack gap={2}>
        <Spread>
          <Figure size="large" sign={t('base:yuanSign')} amount={yuan(first.total)} />
          <Button kind="quiet" size="small" onPress={() => go.to(to(repayScreens.detail, { id: first.loanId }))}>
            {t('due.repay')}
          </Button>
        </Spread>
        <Text size="quiet" figures>
          <Facts parts={[t('due.on', { ...dateParts(first.dueDate), date: first.dueDate }), when, ...debit]} />
        </Text>
        {first.debit === 'running' && <Note>{t('due.running')}</Note>}
        {first.debit === 'byHand' && first.daysLeft === 0 && <Note tone="warning">{t('due.byHand')}</Note>}
        <MiniBar first={first.principal} second={first.interest} />
        <Text size="small" figures>
          {t('due.parts', { principal: yuan(first.principal), interest: yuan(first.interest) })}
        </Text>
      </Stack>
    </Card>
  )
}
