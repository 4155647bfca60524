import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { type ExplainLine, ExplainSheet } from './explain-sheet.tsx'
import { type QuotedRow, type StandingRow, usePeriodWords } from './explain-words.ts'

/** A period as quoted, or as it stands today (with its state, what was paid, what is owed). */
export type PlanTableRow = Omit<QuotedRow, 'startDate' | 'month'> &
  Partial<Pick<StandingRow, 'state' | 'overdueDays' | 'penalty' | 'penaltySpans' | 'penaltyHow' | 'paid' | 'owed' | 'waived'>> & {
    /** What coupons took off it. */
    readonly couponFen?: Fen
  }

const nothingWaived = { principal: zeroFen, interest: zeroFen, fee: zeroFen, penalty: zeroFen }

/** Whether a period is still to be paid: neither paid nor given up. */
export const isOpenRow = ({ state }: Pick<PlanTableRow, 'state'>): boolean => state !== 'paid' && state !== 'writtenOff'

/** What a period charges in all. */
export const dueOf = (row: PlanTableRow): Fen => (row.penalty === undefined ? row.total : addFen(row.total, row.penalty))

/** What a row of a plan asks: what is still owed of an open period, what a closed or quoted one charges in all. */
export const askedOf = (row: PlanTableRow): Fen => (row.owed !== undefined && isOpenRow(row) ? row.owed.total : dueOf(row))

/** One period down to what it was counted from: its parts, what was paid of it and what is left to pay. */
export function PeriodSheet({ row, onClose }: { row: PlanTableRow; onClose: () => void }) {
  const t = useWords('blocks')
  const words = usePeriodWords()
  const partWords = usePartWords()
  const {
    principal,
    interest,
    fee,
    penalty,
    penaltySpans = [],
    penaltyHow = null,
    paid,
    owed,
    waived = nothingWaived,
    couponFen = zeroFen,
  } = row
  const lines: ExplainLine[] = [
    { name: t('explain.principal'), amount: principal, how: words.principal({ ...row, waived: waived.principal }) },
    { name: t('explain.interest'), amount: interest, how: words.interest({ ...row, waived: waived.interest }) },
  ]
  if (fee > 0 || waived.fee > 0) lines.push({ name: t('explain.fee'), amount: fee, how: words.fee({ fee, waived: waived.fee }) })
  if (penalty !== undefined && (penalty > 0 || waived.penalty > 0)) {
    const how = words.penalty({ penalty, penaltySpans, penaltyHow, waived: waived.penalty })
    lines.push({ name: t('explain.penalty'), amount: penalty, how })
  }
  const after: ExplainLine[] = [{ name: t('explain.balanceAfter'), amount: row.balanceAfter }]
  if (paid !== undefined && owed !== undefined && paid.total > 0)
    after.unshift(
      { name: t('explain.paid'), amount: paid.total, how: [partWords(paid)] },
      {
        name: t(owed.total < 0 ? 'explain.countsBack' : 'explain.owed'),
        amount: owed.total,
        how: owed.total === 0 ? [] : [partWords(owed)],
      },
    )
  if (couponFen > 0) after.unshift({ name: t('explain.coupon'), amount: couponFen })
  if (row.state === 'writtenOff' && paid !== undefined && owed !== undefined)
    after.unshift({ name: t('explain.writtenOff'), amount: subFen(dueOf(row), addFen(paid.total, owed.total)) })
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

/** '本金 766.80 · 利息 150.00': the parts that are there; one below zero was paid ahead and counts towards the rest. */
export function usePartWords(): (parts: PartsShown) => string {
  const t = useWords('blocks')
  const nameOf = usePartName()
  return (parts) =>
    (['principal', 'interest', 'fee', 'penalty'] as const)
      .filter((part) => parts[part] !== 0)
      .map((part) => `${nameOf(part, parts[part])}\u00A0${yuan(parts[part])}`)
      .join(t('base:separator'))
}

/** What a part of an amount is called: one below zero was paid ahead. */
export function usePartName(): (part: keyof PartsShown, amount: Fen) => string {
  const t = useWords('blocks')
  return (part, amount) => (amount < 0 ? t('explain.aheadOf', { part: t(`explain.${part}`) }) : t(`explain.${part}`))
}
