import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './list.module.css'
import { whole } from './whole.tsx'

/** Rows under one another. Put it into `<Card rows>`. */
export function List({ children, label }: { children: ReactNode; label?: string | undefined }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

export type ListRowProps = {
  title: ReactNode
  /** Second line under the title. */
  note?: ReactNode
  /** At the right: quiet text, a Tag, a Badge or a Figure. */
  value?: ReactNode
  valueNote?: ReactNode
  /** A sign of its own may stand in the icon's place. */
  icon?: IconName | ReactElement | undefined
  /** Makes the whole row a button with a mark. */
  onPress?: (() => void) | undefined
  /** Makes the whole row a link out of the app, e.g. `tel:`. */
  href?: string | undefined
  /** A dot before the title, e.g. not read yet; named for screen readers. */
  dot?: string | undefined
  strong?: boolean | undefined
  /** A box before the row that chooses it, apart from what pressing the row does: a `CheckTarget`. */
  choice?: ReactElement | undefined
}

export function ListRow({ title, note, value, valueNote, icon, onPress, href, dot, strong = false, choice }: ListRowProps) {
  const content = (
    <>
      {icon !== undefined && <span className={styles.icon}>{typeof icon === 'string' ? <Icon name={icon} size={22} /> : icon}</span>}
      <span className={classes(styles.title, strong && styles.strong)}>
        {dot !== undefined && <span className={styles.dot} role="img" aria-label={dot} />}
        <span>{whole(title)}</span>
        {note !== undefined && <small className={styles.note}>{whole(note)}</small>}
      </span>
      {(value !== undefined || valueNote !== undefined) && (
        <span className={styles.value}>
          <span>{value}</span>
          {valueNote !== undefined && <small className={styles.note}>{valueNote}</small>}
        </span>
      )}
      {(onPress ?? href) !== undefined && (
        <span className={styles.mark}>
          <Icon name="forward" size={16} />
        </span>
      )}
    </>
  )
  return (
    <li className={classes(styles.item, choice && styles.withChoice)}>
      {choice !== undefined && <span className={styles.choice}>{choice}</span>}
      <Row onPress={onPress} href={href}>
        {content}
      </Row>
    </li>
  )
}

function Row({ children, onPress, href }: Pick<ListRowProps, 'onPress' | 'href'> & { children: ReactNode }) {
  if (href !== undefined)
    return (
      <a className={styles.row} href={href}>
        {children}
      </a>
    )
  if (onPress === undefined) return <div className={styles.row}>{children}</div>
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      {children}
    </button>
  )
}
