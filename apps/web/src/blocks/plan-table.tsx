import { daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { isInYearOf, monthDay, yuan } from '#platform/format.ts'
import { classes } from '#ui/classes.ts'
import { MiniBar } from '#ui/mini-bar.tsx'
import { Table, type TableRow } from '#ui/table.tsx'
import { Text } from '#ui/text.tsx'
import { askedOf, isOpenRow, PeriodSheet, type PlanTableRow, usePartWords } from './period-sheet.tsx'
import styles from './plan-table.module.css'

/** The plan: due day, principal against interest with a small picture, amount to pay and the running sum of it; a row opens its parts; the period named by `explains` opens by itself. */
export function PlanTable({ rows, explains }: { rows: readonly PlanTableRow[]; explains?: number | undefined }) {
  const t = useWords('blocks')
  const [open, setOpen] = useState(() => rows.find(({ period }) => period === explains))
  const nextPeriod = rows.find((row) => row.state !== undefined && isOpenRow(row))?.period
  const sums = runningSums(rows)
  return (
    <>
      <Table
        label={t('plan.label')}
        columns={[
          { key: 'period', head: t('plan.head.period') },
          { key: 'parts', head: t('plan.head.parts'), wide: true },
          { key: 'total', head: <span className={styles.head}>{t('plan.head.total')}</span> },
        ]}
        rows={rows.map(
          (row, place): TableRow => ({
            key: row.period,
            weight: !isOpenRow(row) ? 'quiet' : row.period === nextPeriod ? 'strong' : undefined,
            onPress: () => setOpen(row),
            cells: [
              <PeriodCell key="period" row={row} isNext={row.period === nextPeriod} />,
              <PartsCell key="parts" row={row} />,
              <span key="total">
                <span>{yuan(askedOf(row))}</span>
                <SumSoFar fen={sums[place]} />
              </span>,
            ],
          }),
        )}
      />
      {open !== undefined && <PeriodSheet row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** What the rows up to each ask together. Closed periods ask nothing, so the last sum is what is left to pay. */
function runningSums(rows: readonly PlanTableRow[]): (Fen | undefined)[] {
  let sum = zeroFen
  return rows.map((row) => {
    if (!isOpenRow(row)) return undefined
    sum = addFen(sum, askedOf(row))
    return sum
  })
}

function SumSoFar({ fen }: { fen: Fen | undefined }) {
  return fen === undefined ? null : <small>{yuan(fen)}</small>
}

function PeriodCell({ row, isNext }: { row: PlanTableRow; isNext: boolean }) {
  const t = useWords('blocks')
  const today = useToday()
  const { state } = row
  const tone =
    state === 'paid'
      ? 'positive'
      : state === 'overdue' || state === 'writtenOff'
        ? 'negative'
        : state === 'dueToday' || state === 'partly'
          ? 'warning'
          : undefined
  const words =
    state === 'overdue'
      ? t('plan.state.overdue', { count: row.overdueDays ?? 0 })
      : state === 'future' && isNext
        ? t('plan.daysLeft', { count: daysBetween(today, row.dueDate) })
        : state === undefined || state === 'future'
          ? undefined
          : t(`plan.state.${state}`)
  return (
    <>
      <span className={styles.period}>{`${row.period}${t('base:separator')}${monthDay(row.dueDate)}`}</span>
      {/* On a line of its own: beside the day there is no room on a narrow phone. */}
      {!isInYearOf(row.dueDate, today) && (
        <Text as="div" size="small" figures>
          {row.dueDate.slice(0, 4)}
        </Text>
      )}
      {words !== undefined && (
        <Text as="div" size="small" tone={tone}>
          {words}
        </Text>
      )}
      {row.paid !== undefined && row.paid.total > 0 && isOpenRow(row) && (
        <Text as="div" size="small" figures>
          {t('plan.paidPart', { amount: yuan(row.paid.total) })}
        </Text>
      )}
      <Charges row={row} />
      {row.couponFen !== undefined && row.couponFen > 0 && (
        <Text as="div" size="small" tone="positive" figures>
          {t('plan.coupon', { amount: yuan(row.couponFen) })}
        </Text>
      )}
      {row.principalHow.prepaid > 0 && (
        <Text as="div" size="small" figures>
          {t('plan.prepaid', { amount: yuan(row.principalHow.prepaid) })}
        </Text>
      )}
    </>
  )
}

/** Late fee and fees of a period: without them principal and interest wouldn't add up to the amount beside them. */
function Charges({ row: { fee, penalty = zeroFen } }: { row: PlanTableRow }) {
  const words = usePartWords()
  if (fee === 0 && penalty === 0) return null
  return (
    <Text as="div" size="small" figures>
      {words({ principal: zeroFen, interest: zeroFen, fee, penalty })}
    </Text>
  )
}

/** As many characters as a phone of 320 px has room for between the due day and the sum. */
const partsOnOneLineMax = '12,345.67 / 123.45'.length

function PartsCell({ row }: { row: PlanTableRow }) {
  const words = `${yuan(row.principal)}\u00A0/ ${yuan(row.interest)}`
  return (
    <>
      <span className={classes(styles.parts, words.length > partsOnOneLineMax && styles.long)}>{words}</span>
      <MiniBar first={row.principal} second={row.interest} />
    </>
  )
}
