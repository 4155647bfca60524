import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './note.module.css'
import type { Tone } from './tag.tsx'
import { whole } from './whole.tsx'

const icons: Record<Tone, IconName> = { positive: 'check', warning: 'warn', negative: 'alert', quiet: 'info' }

/**
 * Something one must know before going on.
 * @param live tells it to screen readers when it appears (a refusal, a failed save).
 */
export function Note(props: { tone?: Tone | undefined; children: ReactNode; action?: ReactNode; live?: boolean | undefined }) {
  const { tone = 'quiet', children, action, live = false } = props
  return (
    <div className={classes(styles.note, styles[tone])} role={live ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon name={icons[tone]} size={16} />
      </span>
      <div className={styles.text}>{whole(children)}</div>
      {action !== undefined && <div className={styles.act}>{action}</div>}
    </div>
  )
}
