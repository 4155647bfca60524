import { useWords } from '#locales/i18n.ts'
import { timeOf } from '#platform/format.ts'
import { Timeline } from '#ui/timeline.tsx'
import styles from './equity.module.css'
import type { Order } from './equity.queries.ts'

/** The steps of a refund on its way. */
export function RefundProgress({ refund: { state, askedAt, at } }: { refund: NonNullable<Order['refund']> }) {
  const t = useWords('equity')
  const isSent = state === 'sent'
  return (
    <div className={styles.progress}>
      <Timeline
        items={[
          { title: t('progress.asked'), time: timeOf(askedAt), state: 'done' },
          { title: t('progress.cancelled'), state: isSent ? 'done' : 'now' },
          { title: t('progress.sent'), state: isSent ? 'now' : 'next', ...(isSent && { time: timeOf(at) }) },
          { title: t('progress.arrived'), state: 'next' },
        ]}
      />
    </div>
  )
}
