import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { type ExplainLine, ExplainSheet } from './explain-sheet.tsx'
import { PeriodSheet, type PlanTableRow, usePartWords } from './period-sheet.tsx'

type Amount = 'owed' | 'interest' | 'total'

/** An amount that periods make up together: each with its share, and each opens down to what it was counted from. */
export function PeriodsSheet(props: {
  title: string
  rows: readonly PlanTableRow[]
  /** Which amount of a period counts: what is left to pay, its interest, or all it charges. */
  of: Amount
  /** More about what the periods hold, under the sum. */
  after?: readonly ExplainLine[] | undefined
  onClose: () => void
}) {
  const { title, rows, of, after, onClose } = props
  const t = useWords('blocks')
  const partWords = usePartWords()
  const [open, setOpen] = useState<PlanTableRow>()
  const lines: ExplainLine[] = rows.map((row) => ({
    name: t('explain.period', { period: row.period, date: row.dueDate }),
    amount: amountOf(row, of),
    how: of === 'interest' ? [] : [partWords(of === 'owed' && row.owed !== undefined ? row.owed : { penalty: zeroFen, ...row })],
    onPress: () => setOpen(row),
  }))
  return (
    <>
      <ExplainSheet
        title={title}
        lines={lines}
        total={addFen(zeroFen, ...lines.map(({ amount }) => amount))}
        after={after}
        onClose={onClose}
      />
      {open !== undefined && <PeriodSheet row={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function amountOf(row: PlanTableRow, of: Amount): Fen {
  switch (of) {
    case 'owed':
      return row.owed?.total ?? row.total
    case 'interest':
      return row.interest
    case 'total':
      return row.total
  }
}
