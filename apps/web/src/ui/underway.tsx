import type { ReactNode } from 'react'
import { Slow } from './states.tsx'
import styles from './underway.module.css'
import { useUiWords } from './words.tsx'

/** Comes into sight only when it is still wanted after 300 ms, so that quick answers do not flicker. */
export function Late({ children }: { children: ReactNode }) {
  return <div className={styles.late}>{children}</div>
}

/** The next screen is on its way while the present one stays: a line at the top edge, and words after three seconds. */
export function Underway() {
  const words = useUiWords()
  return (
    <div className={styles.underway} role="status" aria-label={words.loading}>
      <Late>
        <i className={styles.line} />
      </Late>
      <div className={styles.words}>
        <Slow />
      </div>
    </div>
  )
}
