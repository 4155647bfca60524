import { useLayoutEffect, useRef } from 'react'
import styles from './amount-input.module.css'
import { caretAfter, isAmountText, plainAmount, withCommas } from './amount-text.ts'
import { classes } from './classes.ts'
import { useField } from './field.tsx'
import { toast } from './toast.tsx'
import { useUiWords } from './words.tsx'

export type AmountInputProps = {
  /** Plain text without commas, e.g. '10000' or '88.5'; parse it with parseYuan. */
  value: string
  onChange: (plain: string) => void
  sign?: string | undefined
  decimals?: 0 | 2 | undefined
  placeholder?: string | undefined
  /** Name for screen readers where there is no Field around it. */
  label?: string | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  /** id of the element that says the limits or the error. */
  describedBy?: string | undefined
}

/**
 * The large amount one types. Commas come by themselves and the caret stays after the digit that was typed. Pasted text that is no amount is
 * refused in words, so that nothing of it is left out in silence.
 */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, sign, decimals = 0, invalid = false } = props
  const field = useField()
  const words = useUiWords()
  const box = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  const shown = withCommas(value)
  useLayoutEffect(() => {
    if (digitsBefore.current === undefined || box.current === null) return
    const place = caretAfter(shown, digitsBefore.current)
    box.current.setSelectionRange(place, place)
    digitsBefore.current = undefined
  })
  return (
    <span className={classes(styles.amount, invalid && styles.invalid)}>
      {sign !== undefined && <span className={styles.sign}>{sign}</span>}
      <input
        ref={box}
        className={styles.input}
        type="text"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        {...field}
        aria-invalid={invalid || field['aria-invalid']}
        placeholder={props.placeholder}
        disabled={props.disabled}
        value={shown}
        onBlur={props.onBlur}
        onPaste={(event) => {
          if (isAmountText(event.clipboardData.getData('text'), decimals)) return
          event.preventDefault()
          toast(words.notAnAmount)
        }}
        onChange={(event) => {
          const { value: text, selectionStart } = event.currentTarget
          digitsBefore.current = text.slice(0, selectionStart ?? text.length).replace(/[^\d.]/g, '').length
          onChange(plainAmount(text, decimals))
        }}
      />
    </span>
  )
}
