import { type ReactNode, type RefCallback, useId } from 'react'
import { classes } from './classes.ts'
import { FormArea } from './form-area.tsx'
import { Icon } from './icon.tsx'
import { Modal } from './modal.tsx'
import styles from './sheet.module.css'
import { whole } from './whole.tsx'
import { useUiWords } from './words.tsx'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Stands at the right of the title in place of nothing: a tag, a countdown. */
  extra?: ReactNode
  /** Action bar that stays in sight while the content scrolls. */
  footer?: ReactNode
  /** Makes content and action bar a form: the place of `useForm`. */
  place?: RefCallback<HTMLElement> | undefined
  /** False while closing must wait (a payment being sent); then there is no close mark either. */
  closable?: boolean | undefined
  /** As high as a sheet may be from the start, for content that arrives later: the sheet does not grow under the finger. */
  tall?: boolean | undefined
}

/** A dialog from the bottom edge. Escape, Back, the scrim and the close mark close it; focus returns where it came from. */
export function Sheet(props: SheetProps) {
  if (!props.open) return null
  return <OpenSheet {...props} />
}

function OpenSheet({ onClose, title, children, extra, footer, place, closable = true, tall = false }: SheetProps) {
  const id = useId()
  const words = useUiWords()
  const parts = (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys only when it can have the focus */}
      <div className={classes(styles.body, tall && styles.tall)} tabIndex={0}>
        {children}
      </div>
      {footer !== undefined && <div className={styles.foot}>{footer}</div>}
    </>
  )
  return (
    <Modal labelledBy={id} place="bottom" closable={closable} onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {whole(title)}
        </h2>
        {extra !== undefined && <div className={styles.extra}>{extra}</div>}
        {closable && (
          <button type="button" className={styles.close} aria-label={words.close} onClick={onClose}>
            <Icon name="close" size={20} />
          </button>
        )}
      </div>
      {place === undefined ? (
        parts
      ) : (
        <FormArea place={place} className={styles.form}>
          {parts}
        </FormArea>
      )}
    </Modal>
  )
}
