import { capitalScreens } from '#features/capital/capital.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './quick-entries.module.css'

/** What a borrower looks for beside the loan itself: what it costs, answers, a person, a complaint. */
export function QuickEntries() {
  const t = useWords('home')
  const go = useGo()
  const entries = [
    { key: 'product', icon: 'paper', path: to(capitalScreens.product) },
    { key: 'help', icon: 'help', path: to(serviceScreens.help) },
    { key: 'contact', icon: 'headset', path: to(serviceScreens.contact) },
    { key: 'complain', icon: 'complain', path: to(serviceScreens.feedback, undefined, { kind: 'complaint' }) },
  ] as const
  return (
    <section className={styles.entries} aria-label={t('quick.label')}>
      {entries.map(({ key, icon, path }) => (
        <button key={key} type="button" className={styles.entry} onClick={() => go.to(path)}>
          <Icon name={icon} />
          <span>{t(`quick.${key}`)}</span>
        </button>
      ))}
    </section>
  )
}
