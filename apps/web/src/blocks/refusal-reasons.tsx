import { useWords } from '#locales/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './refusal-reasons.module.css'

const reasonCodes = ['student', 'underAge', 'overAge', 'incomeLow', 'employmentUnstable', 'scoreLow'] as const

/** Why an application was refused. Needs the words of `apply`. */
export function RefusalReasons({ codes }: { codes: readonly string[] }) {
  const t = useWords('apply')
  const wordsOf = (code: string) => {
    const known = reasonCodes.find((reason) => reason === code)
    return known === undefined ? t('unknownReason') : t(`reason.${known}`)
  }
  return (
    <ul className={styles.reasons} aria-label={t('result.reasonsTitle')}>
      {codes.map((code) => (
        <li key={code} className={styles.reason}>
          <Icon name="info" size={18} />
          <span>{wordsOf(code)}</span>
        </li>
      ))}
    </ul>
  )
}
