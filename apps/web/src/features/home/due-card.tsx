import { Facts } from '#blocks/facts.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { MiniBar } from '#ui/mini-bar.tsx'
import { Note } from '#ui/note.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'
import { useDueOn } from './due-on.ts'
import { type Due, DueRows, loansOf } from './due-rows.tsx'
import { FailedDebit } from './failed-debit.tsx'

/** What is due next: of one loan its instalment, of several the sum and each loan's own. */
export function DueCard({ home, due }: { home: Home; due: readonly Due[] }) {
  const t = useWords('borrower')
  const first = due[0]
  if (first === undefined) return null
  const count = loansOf(due).length
  return (
    <Card title={t('due.title')} extra={t('due.loanCount', { count })}>
      {count === 1 ? (
        <OneDue due={first} />
      ) : (
        <Stack gap={2}>
          <MoneyText fen={home.dueTotalFen} size="large" />
          <DueRows due={due} label={t('due.title')} />
          {due.some(isOver) && <Note tone="warning">{t('due.byHand')}</Note>}
          {loansOf(due).map((one) => (
            <FailedDebit key={one.loanId} due={one} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

/** The automatic debit of today is over, and something is left. */
const isOver = ({ debit, daysLeft }: Due): boolean => debit === 'byHand' && daysLeft === 0

function OneDue({ due }: { due: Due }) {
  const t = useWords('borrower')
  const dueOn = useDueOn()
  const go = useGo()
  const when = due.daysLeft === 0 ? t('due.today') : t('due.daysLeft', { count: due.daysLeft })
  const debit = due.debit === 'ahead' && due.cardTail !== null ? [t('due.autoDebit', { tail: due.cardTail })] : []
  return (
    <Stack gap={2}>
      <Spread>
        <MoneyText fen={due.total} size="large" />
        <Button kind="quiet" size="small" onPress={() => go.to(to(repayScreens.detail, { id: due.loanId }))}>
          {due.payNowFen === due.total ? t('due.repay') : t('due.repayAmount', { amount: yuan(due.payNowFen) })}
        </Button>
      </Spread>
      <Text size="quiet" figures>
        <Facts parts={[dueOn(due.dueDate), when, ...debit]} />
      </Text>
      {due.debit === 'running' && <Note>{t('due.running')}</Note>}
      {isOver(due) && due.failedDebit === null && <Note tone="warning">{t('due.byHand')}</Note>}
      <FailedDebit due={due} />
      <MiniBar first={due.principal} second={due.interest} />
      <Text size="small" figures>
        {t('due.parts', { principal: yuan(due.principal), interest: yuan(due.interest) })}
      </Text>
      <Button kind="text" onPress={() => go.to(to(loanScreens.detail, { id: due.loanId }))}>
        {t('loans.see')}
      </Button>
    </Stack>
  )
}
