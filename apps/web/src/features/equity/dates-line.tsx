import { daysBetween } from '@fyh/base/dates.ts'
import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { dayOf, nearDate } from '#platform/format.ts'
import { classes } from '#ui/classes.ts'
import styles from './equity.module.css'
import type { Order } from './equity.queries.ts'

type Stop = { readonly key: string; readonly state: 'past' | 'now' | 'next'; readonly date: string; readonly word: string }

/** The term of an order on a line: activated, today, its end. Nothing for an order without a term to come or behind it. */
export function DatesLine({ order }: { order: Order }) {
  const t = useWords('equity')
  const stops = useStops(order)
  if (stops.length === 0) return null
  return (
    <ol className={styles.line} aria-label={t('line.label')}>
      {stops.map(({ key, state, date, word }) => (
        <li key={key} className={classes(styles.stop, styles[state])} aria-current={state === 'now' ? 'step' : undefined}>
          <i className={styles.mark} aria-hidden="true" />
          <span>{date}</span>
          <span>{word}</span>
        </li>
      ))}
    </ol>
  )
}

function useStops({ status, payment, boughtAt, activatedAt, lastDay, package: { termDays } }: Order): Stop[] {
  const t = useWords('equity')
  const today = useToday()
  const near = (day: Parameters<typeof nearDate>[0]) => nearDate(day, today)
  if (status === equityStatuses.activating) {
    const isPaid = payment.state === 'paid'
    return [
      { key: 'paid', state: isPaid ? 'past' : 'now', date: near(dayOf(payment.at ?? boughtAt)), word: t('line.paid') },
      { key: 'activated', state: isPaid ? 'now' : 'next', date: '–', word: t('line.activated') },
      { key: 'ends', state: 'next', date: t('line.endsAfter', { days: termDays }), word: t('line.ends') },
    ]
  }
  if (activatedAt === null || lastDay === null) return []
  const activated: Stop = { key: 'activated', state: 'past', date: near(dayOf(activatedAt)), word: t('line.activated') }
  if (status === equityStatuses.expired) return [activated, { key: 'ends', state: 'past', date: near(lastDay), word: t('line.ends') }]
  if (status !== equityStatuses.inUse) return []
  const days = daysBetween(today, lastDay)
  const now = t('line.today', { day: near(today) })
  if (days <= 0) return [activated, { key: 'today', state: 'now', date: now, word: t('line.endsToday') }]
  return [
    activated,
    { key: 'today', state: 'now', date: now, word: t('line.left', { days }) },
    { key: 'ends', state: 'next', date: near(lastDay), word: t('line.ends') },
  ]
}
