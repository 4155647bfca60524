import { addFen, type Fen } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { type ExplainLine, ExplainSheet } from './explain-sheet.tsx'
import { type QuotedRow, type StandingRow, usePeriodWords } from './explain-words.ts'

/** A period as quoted, or as it stands today (with its state, what was paid, what is owed). */
export type PlanTableRow = Omit<QuotedRow, 'startDate' | 'month'> &
  Partial<Pick<StandingRow, 'state' | 'overdueDays' | 'penalty' | 'penaltySpans' | 'penaltyHow' | 'paid' | 'owed'>>

/** What a period charges in all. */
export const dueOf = (row: PlanTableRow): Fen => (row.penalty === undefined ? row.total : addFen(row.total, row.penalty))

/** One period down to what it was counted from: its parts, what was paid of it and what is left to pay. */
export function PeriodSheet({ row, onClose }: { row: PlanTableRow; onClose: () => void }) {
  const t = useWords('blocks')
  const words = usePeriodWords()
  const partWords = usePartWords()
  const { principal, interest, fee, penalty, penaltySpans = [], penaltyHow = null, paid, owed } = row
  const lines: ExplainLine[] = [
    { name: t('explain.principal'), amount: principal, how: words.principal(row) },
    { name: t('explain.interest'), amount: interest, how: words.interest(row) },
  ]
  if (fee > 0) lines.push({ name: t('explain.fee'), amount: fee })
  if (penalty !== undefined && penalty > 0)
    lines.push({ name: t('explain.penalty'), amount: penalty, how: words.penalty({ penalty, penaltySpans, penaltyHow }) })
  const after: ExplainLine[] = [{ name: t('explain.balanceAfter'), amount: row.balanceAfter }]
  if (paid !== undefined && owed !== undefined && paid.total > 0)
    after.unshift(
      { name: t('explain.paid'), amount: paid.total, how: [partWords(paid)] },
      { name: t('explain.owed'), amount: owed.total, how: owed.total > 0 ? [partWords(owed)] : [] },
    )
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

export type PartsShown = { readonly principal: Fen; readonly interest: Fen; readonly fee: Fen; readonly penalty: Fen }

/** '本金 766.80 · 利息 150.00': the parts that are there. */
export function usePartWords(): (parts: PartsShown) => string {
  const t = useWords('blocks')
  return (parts) =>
    (['principal', 'interest', 'fee', 'penalty'] as const)
      .filter((part) => parts[part] > 0)
      .map((part) => `${t(`explain.${part}`)}\u00A0${yuan(parts[part])}`)
      .join(t('base:separator'))
}
