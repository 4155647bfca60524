import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Modal } from './modal.tsx'
import { useUiWords } from './words.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, side by side; refusing is as easy to see as agreeing. */
  actions: ReactNode
  closable?: boolean | undefined
}

/** A question in the middle of the screen that must be answered before going on. */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return <OpenDialog {...props} />
}

function OpenDialog({ onClose, title, children, actions, closable = true }: DialogProps) {
  const id = useId()
  return (
    <Modal labelledBy={id} describedBy={`${id}b`} role="alertdialog" place="middle" closable={closable} onClose={onClose}>
      <div className={styles.content}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        <div className={styles.body} id={`${id}b`}>
          {children}
        </div>
      </div>
      <div className={styles.actions}>{actions}</div>
    </Modal>
  )
}

export type Question = {
  title: string
  body?: ReactNode
  /** Default: the kit's words for confirm and cancel. */
  yes?: string | undefined
  no?: string | undefined
  /** The act cannot be undone. */
  danger?: boolean | undefined
}

type Asked = Question & { answer: (yes: boolean) => void }
let asked: Asked | undefined
const listeners = new Set<() => void>()

function setAsked(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and waits: true when the person agrees, false on the other button, Escape, Back or the scrim. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    setAsked({
      ...question,
      answer: (yes) => {
        setAsked(undefined)
        resolve(yes)
      },
    })
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Draws what `confirm` asks; the shell holds one. */
export function ConfirmHost() {
  const words = useUiWords()
  const question = useSyncExternalStore(subscribe, () => asked)
  if (question === undefined) return null
  return (
    <Dialog
      open
      title={question.title}
      onClose={() => question.answer(false)}
      actions={
        <>
          <Button kind="quiet" block onPress={() => question.answer(false)}>
            {question.no ?? words.cancel}
          </Button>
          <Button kind={question.danger === true ? 'danger' : 'action'} block onPress={() => question.answer(true)}>
            {question.yes ?? words.confirm}
          </Button>
        </>
      }
    >
      {question.body}
    </Dialog>
  )
}
