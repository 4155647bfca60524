import { randomText } from '@fyh/base/ids.ts'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './number-keyboard.module.css'
import { filterText } from './text-filter.ts'

export type NumberKeyboardProps = {
  /** What stands in the box the keys write into. */
  value: string
  onChange: (text: string) => void
  /** R5.1: 6 characters unless told; the point is one. */
  maxLength?: number | undefined
  /** A key for the decimal point; a second point is refused. */
  point?: boolean | undefined
  /** Another order of the digits each time the keyboard comes up, so that nobody reads a password off the fingers. */
  shuffled?: boolean | undefined
  disabled?: boolean | undefined
  /** Name of the group for screen readers. */
  label: string
  words: { readonly point: string; readonly deleteLast: string }
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const

/**
 * Number keys of our own under a box whose `inputMode` is none, so that the phone's keyboard stays away. A press leaves the focus where it
 * is; with the focus on the keys themselves, those of a real keyboard write, too.
 */
export function NumberKeyboard(props: NumberKeyboardProps) {
  const { value, onChange, maxLength = 6, point = false, shuffled = false, disabled = false, label, words } = props
  const [order] = useState(() => (shuffled ? shuffledDigits() : digits))
  const add = (key: string) => {
    if (value.length >= maxLength || (key === '.' && value.includes('.'))) return
    onChange(filterText(value + key, point ? 'number' : 'digit', maxLength))
  }
  const remove = () => {
    if (value !== '') onChange(value.slice(0, -1))
  }
  const onKey = (event: KeyboardEvent) => {
    if (disabled || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') remove()
    else if (/^\d$/.test(event.key) || (point && event.key === '.')) add(event.key)
    else return
    event.preventDefault()
  }
  const key = (digit: string) => <Key key={digit} face={digit} disabled={disabled} onPress={() => add(digit)} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn with a frame and asks for a legend in sight
    <div className={styles.keys} role="group" aria-label={label} onKeyDown={onKey} onMouseDown={keepFocus}>
      {order.slice(0, -1).map(key)}
      {point ? <Key face="." label={words.point} disabled={disabled} onPress={() => add('.')} /> : <span />}
      {order.slice(-1).map(key)}
      <Key face={<Icon name="erase" />} label={words.deleteLast} disabled={disabled} onPress={remove} />
    </div>
  )
}

type KeyProps = { face: ReactNode; label?: string | undefined; disabled: boolean; onPress: () => void }

const Key = ({ face, label, disabled, onPress }: KeyProps) => (
  <button type="button" className={styles.key} aria-label={label} disabled={disabled} onClick={onPress}>
    {face}
  </button>
)

/** The box keeps its focus while its keys are pressed. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

function shuffledDigits(): readonly string[] {
  return digits
    .map((digit) => ({ digit, lot: randomText(8) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ digit }) => digit)
}
