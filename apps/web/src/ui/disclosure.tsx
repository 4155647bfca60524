import type { ReactNode } from 'react'
import styles from './disclosure.module.css'
import { Icon } from './icon.tsx'
import { whole } from './whole.tsx'

/** A question that opens into its answer. Put several into a `<Card rows>`; each opens by itself and leaves the others as they are. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.item}>
      <summary className={styles.title}>
        <span className={styles.text}>{whole(title)}</span>
        <span className={styles.mark}>
          <Icon name="down" size={20} />
        </span>
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
