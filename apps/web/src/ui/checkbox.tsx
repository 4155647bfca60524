import type { ReactNode } from 'react'
import styles from './checkbox.module.css'
import { Icon } from './icon.tsx'

/**
 * A consent. It starts as the caller's state says, and callers start at false: nothing is ever ticked for a person.
 * Links inside the children open without ticking.
 */
export function Checkbox(props: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  describedBy?: string | undefined
  invalid?: boolean | undefined
}) {
  const { checked, onChange, children, describedBy, invalid = false } = props
  return (
    <label className={styles.line}>
      <span className={styles.target}>
        <input
          type="checkbox"
          className={styles.input}
          checked={checked}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={styles.box}>
          <Icon name="check" size={14} />
        </span>
      </span>
      <span className={styles.text}>{children}</span>
    </label>
  )
}
