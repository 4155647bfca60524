import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './help.module.css'
import { Icon } from './icon.tsx'
import { whole } from './whole.tsx'

/** What stands under an input: help, or with a tone and its mark what is wrong; told to screen readers when it changes. */
export function Help(props: { id: string; children: ReactNode; tone?: 'negative' | 'warning' | undefined; small?: boolean | undefined }) {
  const { id, children, tone, small = false } = props
  return (
    <div id={id} aria-live="polite" className={classes(styles.help, small && styles.small, tone && styles[tone])}>
      {tone !== undefined && <Icon name={tone === 'negative' ? 'alert' : 'warn'} size={14} />}
      {children !== undefined && children !== null && children !== false && <span>{whole(children)}</span>}
    </div>
  )
}
