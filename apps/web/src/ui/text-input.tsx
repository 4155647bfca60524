import { type HTMLInputAutoCompleteAttribute, useRef, useState } from 'react'
import { classes } from './classes.ts'
import { useField, useFieldNote } from './field.tsx'
import { Icon } from './icon.tsx'
import { keepCaret } from './keep-caret.ts'
import { filterText, isWithin, type TextFilter } from './text-filter.ts'
import styles from './text-input.module.css'
import { useUiWords } from './words.tsx'

export type TextInputProps = {
  value: string
  /** Gets the filtered, cut text; never called in the middle of an input method's composition. */
  onChange: (text: string) => void
  filter?: TextFilter | undefined
  /** Characters, not code units. */
  maxLength?: number | undefined
  type?: 'text' | 'tel' | 'password' | 'email' | undefined
  /** none: number keys of our own stand below. */
  inputMode?: 'none' | 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | undefined
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  name?: string | undefined
  placeholder?: string | undefined
  /** Name for screen readers where there is no Field around it. */
  label?: string | undefined
  /** Cleans what was pasted or typed (spaces of a phone, dots of a name) when the person leaves the field. */
  tidy?: ((text: string) => string) | undefined
  onBlur?: (() => void) | undefined
  readOnly?: boolean | undefined
  disabled?: boolean | undefined
  /** A mark that empties the input. */
  clearable?: boolean | undefined
  /** Several lines, growing with the text. */
  multiline?: boolean | undefined
  /** Shows how many characters are there and how many there may be: '48/50'; screen readers hear it when the box is full. */
  counted?: boolean | undefined
}

/**
 * While an input method composes, the raw text stays in the box untouched; filter and limit run when it is done. What finds no room is
 * left out, and the field around says so.
 */
export function TextInput(props: TextInputProps) {
  const { value, onChange, filter, maxLength = 9999, clearable = false, multiline = false, counted = false } = props
  const field = useField()
  const words = useUiWords()
  const tell = useFieldNote()
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const composing = useRef(false)
  const [draft, setDraft] = useState<string>()
  const take = (text: string) => {
    if (composing.current) return setDraft(text)
    setDraft(undefined)
    const next = filterText(text, filter, maxLength, value)
    if (next !== value) onChange(next)
    else if (text !== value && box.current !== null) keepCaret(box.current, text)
  }
  const type = (text: string) => {
    if (!composing.current) tell(isWithin(text, filter, maxLength) ? undefined : words.tooLong(maxLength))
    take(text)
  }
  const attributes = {
    ref: box,
    value: draft ?? value,
    className: classes(styles.input, multiline && styles.multiline),
    name: props.name,
    placeholder: props.placeholder,
    readOnly: props.readOnly,
    disabled: props.disabled,
    autoComplete: props.autoComplete ?? 'off',
    inputMode: props.inputMode ?? (filter === 'digit' ? 'numeric' : filter === 'number' ? 'decimal' : undefined),
    'aria-label': props.label,
    ...field,
    onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
    onCompositionStart: () => {
      composing.current = true
    },
    onCompositionEnd: (event: { currentTarget: { value: string } }) => {
      composing.current = false
      type(event.currentTarget.value)
    },
    onBlur: () => {
      if (props.tidy !== undefined && !composing.current) take(props.tidy(value))
      props.onBlur?.()
    },
  }
  return (
    <span className={styles.wrap}>
      {multiline ? <textarea rows={2} {...attributes} /> : <input type={props.type ?? 'text'} autoCapitalize="off" {...attributes} />}
      {clearable && value !== '' && props.readOnly !== true && (
        <button
          type="button"
          className={styles.clear}
          aria-label={words.clear}
          onClick={() => {
            onChange('')
            box.current?.focus()
          }}
        >
          <Icon name="close" size={16} />
        </button>
      )}
      {counted && <Counter count={Array.from(value).length} max={maxLength} />}
    </span>
  )
}

function Counter({ count, max }: { count: number; max: number }) {
  const text = `${count}/${max}`
  return (
    <>
      <span className={styles.counter} aria-hidden="true">
        {text}
      </span>
      <span className={styles.unseen} aria-live="polite">
        {count >= max ? text : ''}
      </span>
    </>
  )
}
