import type { ReactNode } from 'react'
import styles from './whole.module.css'

const dates = /\b(\d{2,4}-\d\d(?:-\d\d)?)\b/
/** A number, a space, and what it counts: any Chinese character, or one of the English words. */
const counts = /(\d) (?=[\u4e00-\u9fff]|(?:yuan|day|hour|minute|second|month|period|installment|digit|character|field|bank)s?\b)/g

/**
 * Keeps each date of a text ('2027-01-28', '01-28') on one line, since browsers break a line at its hyphens, and each number
 * beside what it counts ('200.00 元').
 */
export function whole(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  if (!dates.test(text)) return counted(text)
  const parts = text.split(dates).map((part, place) =>
    place % 2 === 0 ? (
      counted(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a date is its place
      <span key={place} className={styles.whole}>
        {part}
      </span>
    ),
  )
  // Another text is another element: a translator may have moved the parts of this one, which React then could not change.
  return (
    <span key={text} data-sentence="">
      {parts}
    </span>
  )
}

const counted = (text: string) => text.replace(counts, '$1\u00A0')
