import type { ReactNode } from 'react'
import styles from './whole.module.css'

const dates = /\b(\d{2,4}-\d\d(?:-\d\d)?)\b/

/** Keeps each date of a text ('2027-01-28', '01-28') on one line: browsers break a line at its hyphens. */
export const whole = (text: ReactNode): ReactNode =>
  typeof text !== 'string' || !dates.test(text)
    ? text
    : text.split(dates).map((part, place) =>
        place % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a date is its place
          <span key={place} className={styles.whole}>
            {part}
          </span>
        ),
      )
