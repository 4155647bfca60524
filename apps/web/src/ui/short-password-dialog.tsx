import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CodeInput } from './code-input.tsx'
import { NumberKeyboard, type NumberKeyboardProps } from './number-keyboard.tsx'
import { Sheet } from './sheet.tsx'
import styles from './short-password-dialog.module.css'
import { Slow } from './states.tsx'

export type ShortPasswordDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What the password is for: an amount, a card. */
  children?: ReactNode
  /** R5.1: six digits unless told. */
  length?: 4 | 5 | 6 | undefined
  /**
   * Called once when the last digit is there. Its answer says what is wrong, in words: the dialog empties, shows it and waits for
   * another try. Answer undefined when the password is right, and close the dialog; a rejection empties it as well. The password is held here alone and only until
   * the answer; it is never put away.
   */
  onComplete: (password: string) => Promise<string | undefined>
  shuffled?: boolean | undefined
  words: NumberKeyboardProps['words'] & { readonly keyboard: string; readonly digits: string }
}

/** Asks for a short password with number keys of our own; a keyboard that is there works, the phone's does not come up. */
export function ShortPasswordDialog(props: ShortPasswordDialogProps) {
  if (!props.open) return null
  return <OpenPassword {...props} />
}

function OpenPassword({ onClose, title, children, length = 6, onComplete, shuffled, words }: ShortPasswordDialogProps) {
  const errorId = useId()
  const [digits, setDigits] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [asking, setAsking] = useState(false)
  // State is a drawing late, and two presses can come within one drawing.
  const told = useRef(false)
  const place = useRef<HTMLDivElement>(null)
  // Not autoFocus, which scrolls to a box that is still on its way up from below the edge.
  useEffect(() => place.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  const take = (next: string) => {
    if (told.current) return
    setWrong(undefined)
    setDigits(next)
    if (next.length === length) void ask(next)
  }
  const ask = async (password: string) => {
    told.current = true
    setAsking(true)
    try {
      setWrong(await onComplete(password))
    } finally {
      told.current = false
      setAsking(false)
      setDigits('')
    }
  }
  return (
    <Sheet open title={title} onClose={onClose} closable={!asking}>
      {children}
      <div ref={place}>
        <CodeInput
          secret
          ownKeys
          length={length}
          value={digits}
          onChange={take}
          label={words.digits}
          describedBy={errorId}
          onNote={setWrong}
          invalid={wrong !== undefined}
        />
      </div>
      <p className={styles.wrong} id={errorId} role="alert">
        {wrong}
      </p>
      <NumberKeyboard label={words.keyboard} words={words} value={digits} onChange={take} maxLength={length} shuffled={shuffled} />
      {asking && <Slow />}
    </Sheet>
  )
}
