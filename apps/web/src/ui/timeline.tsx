import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './timeline.module.css'

export type TimelineItem = { title: ReactNode; time?: ReactNode; note?: ReactNode; state: 'done' | 'now' | 'next' | 'failed' }

const icons: Record<TimelineItem['state'], IconName> = { done: 'check', now: 'dot', next: 'ring', failed: 'alert' }

/** What has happened, what is happening, what comes. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={styles.list}>
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place
        <li key={place} className={classes(styles.item, styles[item.state])} aria-current={item.state === 'now' ? 'step' : undefined}>
          <span className={styles.mark}>
            <Icon name={icons[item.state]} size={16} />
          </span>
          <span className={styles.text}>
            <span>{item.title}</span>
            {item.note !== undefined && <small className={styles.note}>{item.note}</small>}
          </span>
          {item.time !== undefined && <span className={styles.time}>{item.time}</span>}
        </li>
      ))}
    </ol>
  )
}
