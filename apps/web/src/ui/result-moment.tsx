import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Figure } from './figure.tsx'
import styles from './result-moment.module.css'
import { whole } from './whole.tsx'

export type ResultMomentProps = {
  state: 'done' | 'waiting' | 'part' | 'failed'
  /** What has happened, in one line. */
  title: ReactNode
  amount?: string | undefined
  sign?: string | undefined
  /** What happens next and when. */
  children?: ReactNode
}

const marks: Record<ResultMomentProps['state'], string> = {
  done: 'M18 28.5l7 7 14-15',
  waiting: 'M28 17v11.5l7.5 4.5',
  part: 'M28 17v14M28 38.5v.5',
  failed: 'M28 17v14M28 38.5v.5',
}

/** The one quiet moment of a result: a mark that draws itself once, the amount, what comes next. */
export function ResultMoment({ state, title, amount, sign, children }: ResultMomentProps) {
  return (
    <section className={classes(styles.moment, styles[state])} role="status">
      <svg viewBox="0 0 56 56" className={styles.mark} fill="none" aria-hidden="true">
        <circle cx="28" cy="28" r="26" className={styles.disc} />
        <path d={marks[state]} className={styles.line} pathLength={1} />
      </svg>
      <h2 className={styles.title}>{title}</h2>
      {amount !== undefined && (
        <div className={styles.amount}>
          <Figure amount={amount} sign={sign} />
        </div>
      )}
      {children !== undefined && <div className={styles.next}>{whole(children)}</div>}
    </section>
  )
}
