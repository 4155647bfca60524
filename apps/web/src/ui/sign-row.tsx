import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './sign-row.module.css'
import type { Tone } from './tag.tsx'

/**
 * A picture in a tinted square, and what it stands for beside it.
 * @param links what can be done about it, side by side.
 */
export function SignRow(props: { sign: ReactNode; tone?: Tone | 'brand' | undefined; children: ReactNode; links?: ReactNode }) {
  const { sign, tone = 'brand', children, links } = props
  return (
    <div className={styles.row}>
      <span className={classes(styles.sign, styles[tone])}>{sign}</span>
      <div className={styles.text}>
        {children}
        {links !== undefined && <div className={styles.links}>{links}</div>}
      </div>
    </div>
  )
}
