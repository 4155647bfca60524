import { type ClipboardEvent, useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './code-input.module.css'
import { codeIn } from './code-text.ts'
import { useField, useFieldNote } from './field.tsx'
import { filterText } from './text-filter.ts'
import { useUiWords } from './words.tsx'

export type CodeInputProps = {
  value: string
  onChange: (digits: string) => void
  /** How many digits; the server says. */
  length: number
  /** Takes what is to be said of a paste without a code, where there is no Field around it. */
  onNote?: ((note: string | undefined) => void) | undefined
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
 * One real input under drawn boxes: an autofilled or pasted code arrives whole, however the phone hands it in. Of a pasted message
 * the code alone is taken; where it has none the boxes stay as they are, and the field says so.
 * It has no maxlength of its own, which would cut a pasted sentence before its digits are found.
 */
export function CodeInput(props: CodeInputProps) {
  const { value, onChange, length, onComplete, invalid = false, disabled = false, secret = false } = props
  const words = useUiWords()
  const field = useField()
  const toField = useFieldNote()
  const tell = props.onNote ?? toField
  const told = useRef('')
  useEffect(() => {
    if (value.length < length) told.current = ''
  }, [value, length])
  // No message carries a password: of what is typed the digits are taken, and a pasted message not at all.
  const read = (text: string) => (secret ? filterText(text, 'digit', length) : codeIn(text, length))
  const take = (text: string) => {
    // A letter beside the digits that are there is left out.
    if (text !== value && filterText(text, 'digit', text.length) === value) return tell(undefined)
    const digits = read(text)
    tell(digits === undefined ? words.codeNotFound(length) : undefined)
    if (digits === undefined || digits === value) return
    onChange(digits)
    if (digits.length === length && told.current !== digits) {
      told.current = digits
      onComplete?.(digits)
    }
  }
  /** Whole, before the box puts it beside the digits that are there. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (secret && /[^\d\s-]/.test(text)) {
      event.preventDefault()
      return tell(words.passwordNotFound(length))
    }
    if ((read(text)?.length ?? length) < length) return
    event.preventDefault()
    take(text)
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
        onPaste={paste}
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
