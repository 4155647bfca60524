import { useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './code-input.module.css'
import { useField } from './field.tsx'
import { filterText } from './text-filter.ts'
import { useUiWords } from './words.tsx'

export type CodeInputProps = {
  value: string
  onChange: (digits: string) => void
  /** How many digits; the server says. */
  length: number
  /** Called once for every new full value. */
  onComplete?: ((digits: string) => void) | undefined
  /** Name for screen readers where there is no Field around it. */
  label?: string | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  /** Shows dots, for passwords. */
  secret?: boolean | undefined
  /** Number keys of our own stand below: the phone's keyboard stays away. */
  ownKeys?: boolean | undefined
  /** id of the element that says what is wrong, where there is no Field around it. */
  describedBy?: string | undefined
}

/**
 * One real input under drawn boxes: an autofilled or pasted code arrives whole, however the phone hands it in.
 * It has no maxlength of its own, which would cut a pasted sentence before its digits are found.
 */
export function CodeInput(props: CodeInputProps) {
  const { value, onChange, length, onComplete, invalid = false, disabled = false, secret = false } = props
  const words = useUiWords()
  const field = useField()
  const told = useRef('')
  useEffect(() => {
    if (value.length < length) told.current = ''
  }, [value, length])
  const take = (text: string) => {
    const digits = filterText(text, 'digit', length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length && told.current !== digits) {
      told.current = digits
      onComplete?.(digits)
    }
  }
  return (
    <div className={classes(styles.code, invalid && styles.invalid)}>
      <input
        className={styles.input}
        type={secret ? 'password' : 'text'}
        inputMode={props.ownKeys === true ? 'none' : 'numeric'}
        pattern="[0-9]*"
        autoComplete={secret ? 'off' : 'one-time-code'}
        aria-label={props.label ?? (field.id === undefined ? words.codeDigits(length) : undefined)}
        aria-describedby={props.describedBy}
        {...field}
        aria-invalid={invalid || undefined}
        value={value}
        disabled={disabled}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <div className={styles.boxes} aria-hidden="true">
        {Array.from({ length }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <span key={place} className={classes(styles.box, place === Math.min(value.length, length - 1) && styles.next)}>
            {secret && value[place] !== undefined ? '•' : value[place]}
          </span>
        ))}
      </div>
    </div>
  )
}
