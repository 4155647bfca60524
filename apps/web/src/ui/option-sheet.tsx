import { useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './option-sheet.module.css'
import type { Option } from './segmented.tsx'
import { Sheet } from './sheet.tsx'

/** The list a PickerField opens. Loaded when a field is first opened. */
export function OptionSheet(props: {
  title: string
  value: string | undefined
  options: readonly Option<string>[]
  onChoose: (value: string) => void
  onClose: () => void
}) {
  const { title, value, options, onChoose, onClose } = props
  const chosen = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Newer browsers answer a promise, which an effect must not return.
    chosen.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <Sheet open title={title} onClose={onClose}>
      <ul>
        {options.map((option) => (
          <li key={option.value}>
            <button
              type="button"
              ref={option.value === value ? chosen : undefined}
              className={classes(styles.option, option.value === value && styles.chosen)}
              aria-pressed={option.value === value}
              disabled={option.disabled}
              onClick={() => onChoose(option.value)}
            >
              <span className={styles.text}>
                <span>{option.label}</span>
                {option.note !== undefined && <small className={styles.note}>{option.note}</small>}
              </span>
              {option.value === value && <Icon name="check" size={20} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
