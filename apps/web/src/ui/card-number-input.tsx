import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { cardDigitsMax, caretIn, digitsOf, grouped } from './card-number-text.ts'
import { useField, useFieldNote } from './field.tsx'
import { keepCaret } from './keep-caret.ts'
import { filterText, isWithin } from './text-filter.ts'
import styles from './text-input.module.css'
import { useUiWords } from './words.tsx'

export type CardNumberInputProps = {
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  placeholder?: string | undefined
  onBlur?: (() => void) | undefined
}

/**
 * A card number in groups of four. The caret stays after the digit that was typed, also in the middle, and nothing moves on by itself:
 * the first sixteen digits of a longer number may look whole. What is more than a card has is left out, and the field around says so.
 */
export function CardNumberInput({ value, onChange, placeholder, onBlur }: CardNumberInputProps) {
  const field = useField()
  const tell = useFieldNote()
  const words = useUiWords()
  const box = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number>(undefined)
  const shown = grouped(value)
  useLayoutEffect(() => {
    if (digitsBefore.current === undefined || box.current === null) return
    const place = caretIn(shown, digitsBefore.current)
    box.current.setSelectionRange(place, place)
    digitsBefore.current = undefined
  })
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget
    const next = filterText(text, 'digit', cardDigitsMax, value)
    const isWhole = isWithin(text, 'digit', cardDigitsMax)
    tell(isWhole ? undefined : words.tooLong(cardDigitsMax))
    if (!isWhole && next === value) return keepCaret(event.currentTarget, text)
    digitsBefore.current = digitsOf(text.slice(0, selectionStart ?? text.length)).length
    onChange(next)
  }
  /** Deleting backwards from behind a space takes the digit before it, as a person means it. */
  const overSpace = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key !== 'Backspace' || selectionStart === null || selectionStart !== selectionEnd) return
    if (shown[selectionStart - 1] === ' ') event.currentTarget.setSelectionRange(selectionStart - 1, selectionStart - 1)
  }
  return (
    <input
      ref={box}
      className={styles.input}
      type="text"
      inputMode="numeric"
      autoComplete="cc-number"
      name="cardNumber"
      placeholder={placeholder}
      {...field}
      value={shown}
      onChange={take}
      onKeyDown={overSpace}
      onBlur={onBlur}
    />
  )
}
