import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './tag.module.css'

export type Tone = 'positive' | 'warning' | 'negative' | 'quiet'

const icons: Record<Tone, IconName | undefined> = { positive: 'check', warning: 'clock', negative: 'alert', quiet: undefined }

/** A short state. Its tone always has a picture too, so that colour is never the only sign. */
export function Tag({ tone = 'quiet', children, icon }: { tone?: Tone | undefined; children: ReactNode; icon?: IconName | undefined }) {
  const name = icon ?? icons[tone]
  return (
    <span className={classes(styles.tag, styles[tone])}>
      {name !== undefined && <Icon name={name} size={12} />}
      <span>{children}</span>
    </span>
  )
}
