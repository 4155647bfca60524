import { type ReactNode, useId } from 'react'
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
  const id = useId()
  return (
    <label htmlFor={id} className={styles.line}>
      <CheckTarget id={id} checked={checked} onChange={onChange} describedBy={describedBy} invalid={invalid} />
      <span className={styles.text}>{children}</span>
    </label>
  )
}

/** The box alone, with room around it to be hit. Names itself where no text beside it does. */
export function CheckTarget(props: {
  id?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  label?: string | undefined
  describedBy?: string | undefined
  invalid?: boolean | undefined
}) {
  const { id, checked, onChange, label, describedBy, invalid = false } = props
  return (
    <span className={styles.target}>
      <input
        id={id}
        type="checkbox"
        className={styles.input}
        checked={checked}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.box}>
        <Icon name="check" size={14} />
      </span>
    </span>
  )
}
