import { halfWidth } from '@fyh/base/money.ts'
import { type ChangeEvent, type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react'
import styles from './amount-input.module.css'
import { amountText, caretAfter, isAmountText, withCommas } from './amount-text.ts'
import { classes } from './classes.ts'
import { useField } from './field.tsx'

export type AmountInputProps = {
  /** Plain text without commas, e.g. '10000' or '88.5'; or what was typed and is no amount: the rules of sums say so in words. */
  value: string
  onChange: (text: string) => void
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
 * The large amount one types. Commas come by themselves and the caret stays after the digit that was typed. What is no amount stays in the
 * box as it was typed, so that nothing of it is left out in silence. An input method composes in peace.
 */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, sign, decimals = 0, invalid = false } = props
  const field = useField()
  const box = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  const { pasted, hear } = usePasted()
  const [composed, setComposed] = useState<string>()
  const shown = withCommas(value)
  useLayoutEffect(() => {
    if (digitsBefore.current === undefined || box.current === null) return
    const place = caretAfter(shown, digitsBefore.current)
    box.current.setSelectionRange(place, place)
    digitsBefore.current = undefined
  })
  const take = ({ value: text, selectionStart }: HTMLInputElement, inserted?: string) => {
    const next = amountText({ text, before: value, inserted })
    if (isAmountText(next)) digitsBefore.current = halfWidth(text.slice(0, selectionStart ?? text.length)).replace(/[^\d.]/g, '').length
    onChange(next)
  }
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
        value={composed ?? shown}
        onBlur={props.onBlur}
        onPaste={hear}
        onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(undefined)
          take(currentTarget)
        }}
        onChange={({ currentTarget, nativeEvent }) =>
          composed === undefined ? take(currentTarget, insertedBy(nativeEvent) ?? pasted()) : setComposed(currentTarget.value)
        }
      />
    </span>
  )
}

/** What is being pasted right now, for browsers that do not say of a change what was put in. */
function usePasted() {
  const text = useRef<string>(undefined)
  const hear = ({ clipboardData }: ClipboardEvent) => {
    text.current = clipboardData.getData('text')
    // The change comes at once, or not at all.
    setTimeout(() => {
      text.current = undefined
    })
  }
  return { pasted: () => text.current, hear }
}

/** Undefined where the browser does not say it. */
const insertedBy = (event: ChangeEvent['nativeEvent']): string | undefined =>
  'data' in event && typeof event.data === 'string' ? event.data : undefined
