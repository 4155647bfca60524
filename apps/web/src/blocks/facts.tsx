import { useWords } from '#locales/i18n.ts'
import styles from './facts.module.css'

/** '12 期 · 剩余应还 9,897.30': short facts in a line, which breaks between two of them; the dot between these is not drawn then. */
export function Facts({ parts }: { parts: readonly string[] }) {
  const t = useWords('blocks')
  return (
    <span className={styles.facts}>
      <span className={styles.line}>
        {parts.map((part, place) => (
          <span key={part} className={styles.fact}>
            {place > 0 && <span className={styles.dot}>{t('base:separator')}</span>}
            <span>{part}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
