import { useId } from 'react'
import styles from './segmented.module.css'

export type Option<V extends string | number> = {
  readonly value: V
  readonly label: string
  readonly note?: string | undefined
  readonly disabled?: boolean | undefined
}

/** A choice of a few, all in sight. Real radio buttons, so arrow keys and screen readers work by themselves. */
export function Segmented<V extends string | number>(props: {
  label: string
  value: V | undefined
  options: readonly Option<V>[]
  onChange: (value: V) => void
  columns?: 2 | 3 | 4 | undefined
}) {
  const { label, value, options, onChange, columns } = props
  const name = useId()
  const beside = columns ?? Math.min(options.length, 4)
  // As many beside one another as asked for, fewer where large text leaves them no room.
  const narrowest = options.some(({ note }) => note !== undefined) ? '5.5rem' : '3.25rem'
  const least = `max(${narrowest}, calc((100% - ${beside - 1} * var(--space-2)) / ${beside}))`
  return (
    <fieldset className={styles.group} style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}), 1fr))` }}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>
            <span>{option.label}</span>
            {option.note !== undefined && <small className={styles.note}>{option.note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
