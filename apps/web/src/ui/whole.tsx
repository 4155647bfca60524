import type { ReactNode } from 'react'
import styles from './whole.module.css'

const dates = /\b(\d{2,4}-\d\d(?:-\d\d)?)\b/
/** A number, a space, and what it counts. */
const counts =
  /(\d) (?=元|天|期|个|小时|分钟|秒|位|项|份|笔|家|次|(?:yuan|day|hour|minute|second|month|period|instalment|digit|character|field|bank)s?\b)/g

/**
 * Keeps each date of a text ('2027-01-28', '01-28') on one line, since browsers break a line at its hyphens, and each number
 * beside what it counts ('200.00 元').
 */
export function whole(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  const kept = text.replace(counts, '$1\u00A0')
  if (!dates.test(kept)) return kept
  return kept.split(dates).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a date is its place
      <span key={place} className={styles.whole}>
        {part}
      </span>
    ),
  )
}
