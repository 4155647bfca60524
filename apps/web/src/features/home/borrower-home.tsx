import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { messageScreens } from '#features/message/message.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Text } from '#ui/text.tsx'
import { Announced } from './announced.tsx'
import { ApplyCard } from './apply-card.tsx'
import { CostCard } from './cost-card.tsx'
import { DueCard } from './due-card.tsx'
import { FrozenNote } from './frozen-note.tsx'
import { LimitCard } from './limit-card.tsx'
import { LoansCard } from './loans-card.tsx'
import { OverdueCard } from './overdue-card.tsx'
import { QuickEntries } from './quick-entries.tsx'

export type Home = DataOf<Api['home']['fyhHome']>

/** The most pressing thing first: what is overdue, then the limit or the application, then what falls due. */
export function BorrowerHome({ home }: { home: Home }) {
  const t = useWords('borrower')
  const overdue = home.due.filter((due) => due.overdueDays > 0)
  const coming = home.due.filter((due) => due.overdueDays === 0)
  return (
    <>
      {home.isFrozen && <FrozenNote />}
      <Announced kind="notice" announcements={home.announcements} />
      {overdue.length > 0 && <OverdueCard home={home} overdue={overdue} />}
      <Returned returned={home.returned} />
      <LoanNotices loans={home.loans} />
      {home.card.state === 'limit' ? (
        <LimitCard
          card={home.card}
          today={home.today}
          settledBefore={home.loans.settled > 0 && home.loans.writtenOff === 0 && home.loans.open === 0 && home.returned.length === 0}
        />
      ) : (
        <ApplyCard card={home.card} />
      )}
      {coming.length > 0 && <DueCard home={home} due={coming} />}
      <Announced kind="banner" announcements={home.announcements} />
      {home.card.state === 'limit' && home.card.blocked === null && home.card.cost !== null && <CostCard cost={home.card.cost} />}
      <LoansCard loans={home.loans.list} />
      <QuickEntries owned={home.owned} />
      <Places home={home} />
      <Text size="small" centred>
        {t('responsible')}
      </Text>
    </>
  )
}

/** A settled loan owes again what the bank took back. */
function Returned({ returned }: Pick<Home, 'returned'>) {
  const t = useWords('borrower')
  const go = useGo()
  return returned.map(({ loanId, owedFen }) => (
    <Note
      key={loanId}
      tone="negative"
      action={
        <Button kind="text" onPress={() => go.to(to(repayScreens.detail, { id: loanId }))}>
          {t('loans.returnedPay')}
        </Button>
      }
    >
      {t('loans.returned', { amount: yuan(owedFen) })}
    </Note>
  ))
}

/** Loans that wait for the lender or for the borrower, each with its own notice. */
function LoanNotices({ loans }: { loans: Home['loans'] }) {
  const t = useWords('borrower')
  const go = useGo()
  return loans.list
    .filter(({ state }) => state === 'disbursing' || state === 'failed')
    .map(({ loanId, state }) => (
      <Note
        key={loanId}
        tone={state === 'failed' ? 'warning' : 'quiet'}
        action={
          <Button kind="text" onPress={() => go.to(to(loanScreens.detail, { id: loanId }))}>
            {t(state === 'failed' ? 'loans.failedSee' : 'loans.disbursingSee')}
          </Button>
        }
      >
        {t(state === 'failed' ? 'loans.failed' : 'loans.disbursing')}
      </Note>
    ))
}

/** The one thing that matters most of the borrower's loans; nothing more where all of them are settled. */
function recordsValue(
  t: ReturnType<typeof useWords<'borrower'>>,
  { open, failed, disbursing, settled }: Home['loans'],
): string | undefined {
  if (open > 0) return t('loans.open', { count: open })
  if (disbursing > 0) return t('loans.disbursingCount', { count: disbursing })
  if (failed > 0) return t('loans.failedCount', { count: failed })
  return settled > 0 ? undefined : t('loans.none')
}

function Places({ home }: { home: Home }) {
  const t = useWords('borrower')
  const go = useGo()
  const { open, settled } = home.loans
  const applied = home.card.state !== 'noLimit'
  return (
    <Card rows>
      <List>
        {(open > 0 || settled > 0) && <ListRow title={t('loans.bills')} onPress={() => go.to(to(repayScreens.bills))} />}
        <ListRow title={t('loans.records')} value={recordsValue(t, home.loans)} onPress={() => go.to(to(loanScreens.records))} />
        <ListRow
          title={t('messagesRow')}
          value={home.unread > 0 ? <Badge count={home.unread} label={t('unreadCount', { count: home.unread })} /> : t('noUnread')}
          onPress={() => go.to(to(messageScreens.center))}
        />
        {applied && <ListRow title={t('step.result')} onPress={() => go.to(to(applyScreens.result))} />}
      </List>
    </Card>
  )
}
