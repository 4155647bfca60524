import { type MouseEvent, type ReactNode, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './photo-slot.module.css'

export type PhotoSlotProps = {
  /** What to take, or what was read: shown in the box. */
  children: ReactNode
  /** Name for screen readers. */
  label: string
  state: 'empty' | 'sending' | 'done' | 'failed'
  /** Address of the picture taken, shown under the words. */
  picture?: string | undefined
  /** id of the element that says what went wrong with it. */
  describedBy?: string | undefined
  /** Another way to a photo, asked first. It hands the photo over itself; true leaves it to camera and album. */
  ask?: (() => Promise<boolean>) | undefined
  onFile: (file: File) => void
}

/**
 * Takes one photo from camera or album. Cancelling the chooser keeps the former picture, and choosing the same
 * file again counts as a new choice.
 */
export function PhotoSlot({ children, label, state, picture, describedBy, ask, onFile }: PhotoSlotProps) {
  const input = useRef<HTMLInputElement>(null)
  const isOpening = useRef(false)
  const askFirst = async (event: MouseEvent) => {
    if (ask === undefined || isOpening.current) return
    event.preventDefault()
    if (!(await ask())) return
    isOpening.current = true
    input.current?.click()
    isOpening.current = false
  }
  return (
    <label className={classes(styles.slot, styles[state])} aria-busy={state === 'sending' || undefined}>
      {picture !== undefined && <img className={styles.picture} src={picture} alt="" />}
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept="image/*"
        aria-label={label}
        aria-describedby={describedBy}
        disabled={state === 'sending'}
        onClick={askFirst}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <span className={styles.words}>
        <Icon name={state === 'done' ? 'check' : state === 'failed' ? 'refresh' : 'camera'} />
        <span>{children}</span>
      </span>
    </label>
  )
}
