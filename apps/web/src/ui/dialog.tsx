import { type ReactNode, useId } from 'react'
import styles from './dialog.module.css'
import { Modal } from './modal.tsx'
import { whole } from './whole.tsx'

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
          {whole(children)}
        </div>
      </div>
      <div className={styles.actions}>{actions}</div>
    </Modal>
  )
}
