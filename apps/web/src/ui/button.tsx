import type { ReactNode } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { type Press, usePress } from './press.ts'

export type ButtonProps = {
  children: ReactNode
  /** action: the one primary act of a screen; quiet: an equal alternative; text: a link within a line; danger: cannot be undone. */
  kind?: 'action' | 'quiet' | 'text' | 'danger' | undefined
  /** Fills the row. */
  block?: boolean | undefined
  size?: 'regular' | 'small' | undefined
  /** Shows the wait, tells it (aria-busy) and ignores taps. */
  loading?: boolean | undefined
  disabled?: boolean | undefined
  type?: 'button' | 'submit' | undefined
  /** May return a promise: until it ends the button shows the wait and cannot be pressed again. */
  onPress?: Press | undefined
  /** Name for screen readers when the visible text is not enough. */
  label?: string | undefined
  describedBy?: string | undefined
}

export function Button(props: ButtonProps) {
  const { children, kind = 'action', block = false, size = 'regular', loading = false, disabled = false, type = 'button' } = props
  const { pending, press } = usePress(props.onPress)
  const busy = loading || pending
  return (
    <button
      type={type}
      data-kind={kind}
      className={classes(styles.button, styles[kind], block && styles.block, size === 'small' && styles.small)}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      onClick={(event) => {
        if (!busy) press()
        else event.preventDefault()
      }}
    >
      <span className={styles.content}>{children}</span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}
