import styles from './badge.module.css'
import { badgeText } from './badge-text.ts'

export type BadgeProps = {
  /** Nothing is drawn for 0. 'dot' says that there is something, not how much. */
  count: number | 'dot'
  /** R9.5: 10000 unless told; more is shown as '10000+'. */
  max?: number | undefined
  /** What screen readers hear in its place: '3 unread messages'. Without it they hear the number, and nothing for a dot. */
  label?: string | undefined
}

/** How much waits behind something. */
export function Badge({ count, max, label }: BadgeProps) {
  if (count !== 'dot' && count <= 0) return null
  const naming = label === undefined ? {} : { role: 'img', 'aria-label': label }
  return (
    <span className={count === 'dot' ? styles.dot : styles.count} {...naming}>
      {count !== 'dot' && badgeText(count, max)}
    </span>
  )
}
