import { useState } from 'react'
import { type ExplainLine, ExplainSheet } from '#blocks/explain-sheet.tsx'
import { usePartWords } from '#blocks/period-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { useOrderWords } from './order-words.ts'
import type { Repayment } from './repay.queries.ts'

/** A repayment down to the periods and parts it paid, in the order in which they were paid. */
export function WhereItWent({ repayment }: { repayment: Repayment }) {
  const t = useWords('repay')
  const blocks = useWords('blocks')
  const partWords = usePartWords()
  const inOrder = useOrderWords()
  const [opens, setOpens] = useState(false)
  const { lines, surplusFen, takenFen, order } = repayment
  if (lines.length === 0) return null
  const shown: ExplainLine[] = lines.map((line) => ({
    name: blocks('explain.period', { period: line.period, date: line.dueDate }),
    amount: line.total,
    how: [partWords(line)],
  }))
  if (surplusFen > 0) shown.push({ name: t('result.surplusLine'), amount: surplusFen })
  return (
    <>
      <Button kind="text" onPress={() => setOpens(true)}>
        {t('result.where')}
      </Button>
      {opens && (
        <ExplainSheet
          title={t('result.whereTitle')}
          lines={shown}
          total={takenFen}
          note={t('result.whereOrder', { order: inOrder(order) })}
          onClose={() => setOpens(false)}
        />
      )}
    </>
  )
}
