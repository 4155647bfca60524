import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './text.module.css'
import { whole } from './whole.tsx'

export type TextProps = {
  children: ReactNode
  /** body 16 px; quiet 14 px second ink; small 12 px third ink; lead 20 px heading weight. */
  size?: 'body' | 'quiet' | 'small' | 'lead' | undefined
  tone?: 'positive' | 'warning' | 'negative' | 'accent' | undefined
  strong?: boolean | undefined
  centred?: boolean | undefined
  /** Digits of equal width, for lines that hold amounts and dates. */
  figures?: boolean | undefined
  as?: 'p' | 'span' | 'h1' | 'h2' | 'div' | undefined
  id?: string | undefined
}

/** Running text in one of the four sizes; every visible sentence outside a control is one of these. */
export function Text(props: TextProps) {
  const { children, size = 'body', tone, strong = false, centred = false, figures = false, as: Tag = 'p' } = props
  return (
    <Tag
      id={props.id}
      className={classes(styles[size], tone && styles[tone], strong && styles.strong, centred && styles.centred, figures && styles.figures)}
    >
      {whole(children)}
    </Tag>
  )
}

/** Children under one another with even space (units of 4 px). */
export function Stack({ children, gap = 3 }: { children: ReactNode; gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | undefined }) {
  return (
    <div className={styles.stack} style={{ gap: `var(--space-${gap})` }}>
      {children}
    </div>
  )
}

/** First child left, last child right, on one line; wraps when the line is too narrow. */
export function Spread({ children, baseline = false }: { children: ReactNode; baseline?: boolean | undefined }) {
  return <div className={classes(styles.spread, baseline && styles.baseline)}>{children}</div>
}
