import { type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { classes } from './classes.ts'

/**
 * A group on the canvas; its title names it to screen readers, so that two fields of one name are told apart.
 * @param title heading of the group; @param extra stands at the right of the heading.
 * @param rows for lists and key-value rows, which bring their own vertical space.
 * @param centred for a figure that is the heading of its screen.
 * @param wrong for something in it that is wrong and no field: a form leads to its first input.
 */
export function Card(props: {
  children: ReactNode
  title?: ReactNode
  extra?: ReactNode
  rows?: boolean | undefined
  centred?: boolean | undefined
  wrong?: boolean | undefined
}) {
  const { children, title, extra, rows = false, centred = false, wrong = false } = props
  const id = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      data-wrong={wrong || undefined}
      className={classes(styles.card, rows && styles.rows, centred && styles.centred)}
    >
      {(title !== undefined || extra !== undefined) && (
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          {extra !== undefined && <div className={styles.extra}>{extra}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
