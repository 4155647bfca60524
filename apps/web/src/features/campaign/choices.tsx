import type { ReactNode } from 'react'
import styles from './campaign.module.css'

/** Two acts of equal weight, side by side. */
export function Choices({ children }: { children: ReactNode }) {
  return <div className={styles.choices}>{children}</div>
}
