import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './figure.module.css'
import { Icon } from './icon.tsx'
import { useUiWords } from './words.tsx'

export type FigureProps = {
  /** Ready to show, e.g. '28,000.00'. */
  amount: string
  /** Small mark before it, e.g. the currency sign. */
  sign?: string | undefined
  /** Small text after it, e.g. '%'. */
  unit?: string | undefined
  /** hero 40 px (one a screen), large 28, medium 20, inline as the text around it. */
  size?: 'hero' | 'large' | 'medium' | 'inline' | undefined
  tone?: 'negative' | 'quiet' | undefined
  struck?: boolean | undefined
  /** Opens how the amount came about. */
  onExplain?: (() => void) | undefined
  label?: ReactNode
}

/** An amount: the figure large, its sign small, digits of equal width. With onExplain it is a button that opens the parts. */
export function Figure(props: FigureProps) {
  const { amount, sign, unit, size = 'hero', tone, struck = false, onExplain } = props
  const words = useUiWords()
  const text = (
    <>
      {sign !== undefined && <small className={styles.sign}>{sign}</small>}
      <span>{amount}</span>
      {unit !== undefined && <small className={styles.unit}>{unit}</small>}
    </>
  )
  const name = classes(styles.figure, styles[size], tone && styles[tone], struck && styles.struck)
  if (onExplain === undefined) return <span className={name}>{text}</span>
  return (
    <button
      type="button"
      className={classes(name, styles.opens)}
      onClick={onExplain}
      aria-label={`${sign ?? ''}${amount}${unit ?? ''} ${words.explain}`}
    >
      <span>{text}</span>
      <span className={styles.mark}>
        <Icon name="info" size={16} />
      </span>
    </button>
  )
}
