import { isStatus, openStatuses } from '@fyh/contract/loan-status.ts'
import { useState } from 'react'
import { withCoupons } from '#blocks/coupon-rows.ts'
import { MoneyText } from '#blocks/money-text.tsx'
import { isOpenRow } from '#blocks/period-sheet.tsx'
import { PeriodsSheet } from '#blocks/periods-sheet.tsx'
import { PlanTable } from '#blocks/plan-table.tsx'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { IconButton, Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import { DueCalendar } from './due-calendar.tsx'
import { PlanTotals } from './plan-totals.tsx'
import { billsLook, type LoanDetail, planLook } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'

/** The plan of the loan in the address; without one, of the loan that must be paid first. */
export function PlanScreen() {
  const search = useAddressQuery()
  const id = idOf(search.get('loanId'))
  return id === undefined ? <MostPressing /> : <Plan id={id} />
}

function MostPressing() {
  const bills = useQuery(billsLook('due'))
  const first = bills.data?.bills[0]
  if (first !== undefined) return <Plan id={first.loanId} />
  if (bills.data !== undefined) return <NoLoan />
  return <Page>{bills.isError ? <Failed onRetry={() => bills.refetch()} /> : <Loading />}</Page>
}

function NoLoan() {
  const t = useWords('repay')
  const go = useGo()
  const records = (
    <Button kind="quiet" onPress={() => go.to(to(loanScreens.records))}>
      {t('plan.toRecords')}
    </Button>
  )
  return (
    <Page>
      <Empty icon="calendar" title={t('plan.none')} action={records}>
        {t('plan.noneBody')}
      </Empty>
    </Page>
  )
}

function Plan({ id }: { id: number }) {
  const loan = useQuery(planLook(id))
  if (isRefusal(loan.error, 'LOAN_NOT_FOUND')) return <NoLoan />
  if (loan.data !== undefined) return <PlanOf loan={loan.data} />
  return <Page>{loan.isError ? <Failed onRetry={() => loan.refetch()} /> : <Loading />}</Page>
}

function PlanOf({ loan }: { loan: LoanDetail }) {
  const t = useWords('repay')
  const search = useAddressQuery()
  const [inCalendar, setInCalendar] = useState(false)
  const [opens, setOpens] = useState(false)
  const open = isStatus(loan, ...openStatuses)
  const paid = loan.plan.filter((row) => row.state === 'paid').length
  return (
    <Page
      action={<IconButton icon="calendar" label={t('calendar.open')} onPress={() => setInCalendar(true)} />}
      footer={loan.runningRepaymentId === null ? <PayBar loan={loan} /> : undefined}
    >
      <Card
        title={t('plan.left')}
        extra={loan.overdueDays > 0 ? <Tag tone="negative">{t('detail.overdue', { count: loan.overdueDays })}</Tag> : undefined}
      >
        <Stack gap={2}>
          <MoneyText fen={open ? loan.owed.total : loan.returnedOwedFen} onExplain={open ? () => setOpens(true) : undefined} />
          <Spread>
            <Text size="quiet" figures>
              {t('plan.paid', { paid, periods: loan.plan.length })}
            </Text>
            {open && <AheadLinks loan={loan} />}
          </Spread>
          {loan.payNow !== null && (
            <Text size="small" figures>
              {t('plan.settleToday', { amount: yuan(loan.payNow.settleFen) })}
            </Text>
          )}
        </Stack>
      </Card>
      {!open && <NotOpen loan={loan} />}
      {loan.surplusHeldFen > 0 && <Note>{t('plan.held', { amount: yuan(loan.surplusHeldFen) })}</Note>}
      {loan.runningRepaymentId !== null && <Running id={loan.runningRepaymentId} />}
      <Card>
        <PlanTable rows={withCoupons(loan.plan, loan.coupons)} explains={idOf(search.get('explain'))} />
      </Card>
      <PlanTotals loan={loan} />
      {opens && <PeriodsSheet title={t('plan.left')} rows={loan.plan.filter(isOpenRow)} of="owed" onClose={() => setOpens(false)} />}
      {inCalendar && <DueCalendar plan={loan.plan} onClose={() => setInCalendar(false)} />}
    </Page>
  )
}

/** Why nothing falls due: not paid out yet, settled, or given up; a settled loan may owe again what the bank took back. */
function NotOpen({ loan }: { loan: LoanDetail }) {
  const t = useWords('repay')
  const { returnedOwedFen, writtenOff } = loan
  if (returnedOwedFen > 0) return <Note tone="negative">{t('detail.returnedBody')}</Note>
  if (writtenOff !== null) return <Note tone="negative">{t('plan.writtenOff')}</Note>
  return <Note>{isStatus(loan, 'settled') ? t('plan.settled') : t('plan.notYet')}</Note>
}

/** Paying beyond what is due: a part of the principal, or all of it. */
function AheadLinks({ loan }: { loan: LoanDetail }) {
  const t = useWords('repay')
  const go = useGo()
  return (
    <Spread>
      {!isStatus(loan, 'overdue') && (
        <Button kind="text" onPress={() => go.to(to(repayScreens.prepay, { id: loan.loanId }))}>
          {t('plan.prepay')}
        </Button>
      )}
      <Button kind="text" onPress={() => go.to(to(repayScreens.detail, { id: loan.loanId }, { mode: 'all' }))}>
        {t('plan.settle')}
      </Button>
    </Spread>
  )
}

function Running({ id }: { id: number }) {
  const t = useWords('repay')
  const go = useGo()
  return (
    <Note
      action={
        <Button kind="text" onPress={() => go.to(to(repayScreens.result, undefined, { id }))}>
          {t('title.result')}
        </Button>
      }
    >
      {t('detail.runningRepayment')}
    </Note>
  )
}

function PayBar({ loan }: { loan: LoanDetail }) {
  const t = useWords('repay')
  const go = useGo()
  const pay = () => go.to(to(repayScreens.detail, { id: loan.loanId }))
  if (loan.returnedOwedFen > 0)
    return (
      <Button block onPress={pay}>
        {t('plan.repay')}
      </Button>
    )
  if (loan.payNow === null) return null
  const { totalFen, periods, dueDate } = loan.payNow
  const [first] = periods
  const what =
    periods.length === 1 && first !== undefined && dueDate !== null
      ? t('plan.next', { period: first, date: dueDate })
      : t('plan.now', { periods: periods.join(t('plan.periodsAnd')) })
  return (
    <>
      <Spread>
        <Text size="quiet" figures as="span">
          {what}
        </Text>
        <MoneyText fen={totalFen} size="medium" />
      </Spread>
      <Button block onPress={pay}>
        {t('plan.repay')}
      </Button>
    </>
  )
}
