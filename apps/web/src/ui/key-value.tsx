import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { Help } from './help.tsx'
import { Icon } from './icon.tsx'
import styles from './key-value.module.css'
import { whole } from './whole.tsx'

/** Rows of name and value. Put it into `<Card rows>`. */
export function KeyValueList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>
}

export type KeyValueProps = {
  name: ReactNode
  value: ReactNode
  /** Small second line under the value. */
  note?: ReactNode
  /** Sentences under the row, over its whole width: how the value came about. */
  below?: readonly string[] | undefined
  /** What is wrong with the value. */
  error?: string | undefined
  /** The value opens something: it becomes a button with a mark, named by name and value. */
  onPress?: (() => void) | undefined
  strong?: boolean | undefined
  /** The value is an amount, a rate or a date, which is short: the name takes the room it leaves, and stays on one line, too. */
  short?: boolean | undefined
}

export function KeyValue({ name, value, note, below = [], error, onPress, strong = false, short = false }: KeyValueProps) {
  const id = useId()
  const content = (
    <>
      <span className={styles.text} id={`${id}v`}>
        <span>{value}</span>
        {note !== undefined && <small className={styles.note}>{note}</small>}
      </span>
      {onPress !== undefined && <Icon name="forward" size={16} />}
    </>
  )
  return (
    <div className={classes(styles.row, strong && styles.strong, short && styles.short)} data-wrong={error !== undefined || undefined}>
      <dt className={styles.name} id={`${id}n`}>
        {whole(name)}
      </dt>
      <dd className={styles.value}>
        {onPress === undefined ? (
          content
        ) : (
          <button
            type="button"
            className={styles.opens}
            aria-labelledby={`${id}n ${id}v`}
            aria-describedby={error === undefined ? undefined : `${id}e`}
            onClick={onPress}
          >
            {content}
          </button>
        )}
      </dd>
      {below.map((sentence) => (
        <dd key={sentence} className={styles.below}>
          {whole(sentence)}
        </dd>
      ))}
      {error !== undefined && (
        <dd className={styles.below}>
          <Help id={`${id}e`} tone="negative">
            {error}
          </Help>
        </dd>
      )}
    </div>
  )
}
