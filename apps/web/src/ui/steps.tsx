import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './steps.module.css'

export type Step = { title: ReactNode; note?: ReactNode; state?: 'done' | 'now' | 'next' | undefined }

/** A few steps side by side, numbered; done ones carry a check. */
export function Steps({ items }: { items: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <li key={place} className={styles.step} aria-current={item.state === 'now' ? 'step' : undefined}>
          <b className={classes(styles.number, item.state && styles[item.state])}>
            {item.state === 'done' ? <Icon name="check" size={16} /> : place + 1}
          </b>
          <span className={styles.title}>{item.title}</span>
          {item.note !== undefined && <small className={styles.note}>{item.note}</small>}
        </li>
      ))}
    </ol>
  )
}

/** How far along a journey of several screens: bars, the done and present ones filled. */
export function Progress({ step, of, label }: { step: number; of: number; label: string }) {
  return (
    <div className={styles.progress} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={of} aria-valuenow={step}>
      {Array.from({ length: of }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        <i key={place} className={classes(styles.part, place < step && styles.reached)} />
      ))}
    </div>
  )
}
