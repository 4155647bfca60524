import { daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, mulDiv, zeroFen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { monthDay, yuan } from '#platform/format.ts'
import { MiniBar } from '#ui/mini-bar.tsx'
import { Table, type TableRow } from '#ui/table.tsx'
import { Text } from '#ui/text.tsx'
import { type ExplainLine, ExplainSheet, useInterestWords, usePenaltyWords } from './explain-sheet.tsx'
import styles from './plan-table.module.css'

type QuotedRow = Omit<DataOf<Api['borrow']['quoted']>['plan'][number], 'startDate'>
type StandingRow = DataOf<Api['loan']['detail']>['plan'][number]
/** A period as quoted, or as it stands today (with its state, what was paid, what is owed). */
export type PlanTableRow = QuotedRow & Partial<Pick<StandingRow, 'state' | 'overdueDays' | 'penalty' | 'penaltySpans' | 'paid' | 'owed'>>

/** The plan: due day, principal against interest with a small picture, amount due and the running sum; a row opens its parts; the period named by `explains` opens by itself. */
export function PlanTable({
  rows,
  penaltyPpmDay = 0,
  explains,
}: {
  rows: readonly PlanTableRow[]
  penaltyPpmDay?: number
  explains?: number | undefined
}) {
  const t = useWords('blocks')
  const [open, setOpen] = useState(() => rows.find(({ period }) => period === explains))
  const nextPeriod = rows.find((row) => row.state !== undefined && row.state !== 'paid')?.period
  const sums = runningSums(rows)
  return (
    <>
      <Table
        label={t('plan.label')}
        columns={[
          { key: 'period', head: t('plan.head.period') },
          { key: 'parts', head: t('plan.head.parts'), wide: true },
          { key: 'total', head: t('plan.head.total') },
        ]}
        rows={rows.map(
          (row, place): TableRow => ({
            key: row.period,
            weight: row.state === 'paid' ? 'quiet' : row.period === nextPeriod ? 'strong' : undefined,
            onPress: () => setOpen(row),
            cells: [
              <PeriodCell key="period" row={row} isNext={row.period === nextPeriod} />,
              <PartsCell key="parts" row={row} />,
              <span key="total">
                {yuan(dueOf(row))}
                <small>{yuan(sums[place] ?? zeroFen)}</small>
              </span>,
            ],
          }),
        )}
      />
      {open !== undefined && <PeriodSheet row={open} penaltyPpmDay={penaltyPpmDay} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const dueOf = (row: PlanTableRow): Fen => (row.penalty === undefined ? row.total : addFen(row.total, row.penalty))

function runningSums(rows: readonly PlanTableRow[]): Fen[] {
  let sum = zeroFen
  return rows.map((row) => {
    sum = addFen(sum, dueOf(row))
    return sum
  })
}

function PeriodCell({ row, isNext }: { row: PlanTableRow; isNext: boolean }) {
  const t = useWords('blocks')
  const today = useToday()
  const { state } = row
  const tone =
    state === 'paid' ? 'positive' : state === 'overdue' ? 'negative' : state === 'dueToday' || state === 'partly' ? 'warning' : undefined
  const words =
    state === 'overdue'
      ? t('plan.state.overdue', { days: row.overdueDays ?? 0 })
      : state === 'future' && isNext
        ? t('plan.daysLeft', { days: daysBetween(today, row.dueDate) })
        : state === undefined || state === 'future'
          ? undefined
          : t(`plan.state.${state}`)
  return (
    <>
      {/* One line, also at 320 px. */}
      <span className={styles.period}>{`${row.period}${t('base:separator')}${monthDay(row.dueDate)}`}</span>
      {words !== undefined && (
        <Text as="div" size="small" tone={tone}>
          {words}
        </Text>
      )}
    </>
  )
}

function PartsCell({ row }: { row: PlanTableRow }) {
  return (
    <>
      {/* The spaces do not break, so that the two amounts stay on one line at 320 px. */}
      {`${yuan(row.principal)}\u00A0/\u00A0${yuan(row.interest)}`}
      <MiniBar first={row.principal} second={row.interest} />
    </>
  )
}

/** A loan that was settled early charged less than its plan: then the plan's sum would explain another amount. */
function isAsPlanned({ interest, explain: { rule, balance, ratePpm, days, basisDays } }: PlanTableRow): boolean {
  return (
    rule !== 'balanceByDays' ||
    mulDiv({ value: balance, times: ratePpm * days, over: 1_000_000 * basisDays, rounding: 'halfUp' }) === interest
  )
}

function PeriodSheet({ row, penaltyPpmDay, onClose }: { row: PlanTableRow; penaltyPpmDay: number; onClose: () => void }) {
  const t = useWords('blocks')
  const interestWords = useInterestWords()
  const penaltyWords = usePenaltyWords()
  const lines: ExplainLine[] = [
    { name: t('explain.principal'), amount: row.principal },
    { name: t('explain.interest'), amount: row.interest, how: isAsPlanned(row) ? interestWords(row.explain) : t('explain.settledEarly') },
  ]
  if (row.fee > 0) lines.push({ name: t('explain.fee'), amount: row.fee })
  if (row.penalty !== undefined && row.penalty > 0)
    lines.push({ name: t('explain.penalty'), amount: row.penalty, how: penaltyWords(row.penaltySpans ?? [], penaltyPpmDay) })
  const after: ExplainLine[] = [{ name: t('explain.balanceAfter'), amount: row.balanceAfter }]
  if (row.paid !== undefined && row.paid.total > 0) after.unshift({ name: t('explain.paid'), amount: row.paid.total })
  return (
    <ExplainSheet
      title={t('plan.rowTitle', { period: row.period, date: row.dueDate })}
      lines={lines}
      total={dueOf(row)}
      after={after}
      onClose={onClose}
    />
  )
}
