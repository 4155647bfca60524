import type { ReactNode } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './entry-grid.module.css'

type Entry = { readonly name: string; readonly icon: IconName; readonly path: string; readonly badge?: ReactNode }

/** Pictures with a word under each, four a line or as many as there are. */
export function EntryGrid({ entries }: { entries: readonly Entry[] }) {
  const t = useWords('home')
  const go = useGo()
  return (
    <section className={styles.entries} aria-label={t('quick.label')} data-count={entries.length < 4 ? 'few' : undefined}>
      {entries.map(({ name, icon, path, badge }) => (
        <button key={path} type="button" className={styles.entry} onClick={() => go.to(path)}>
          <span className={styles.icon}>
            <Icon name={icon} />
            {badge !== undefined && <span className={styles.count}>{badge}</span>}
          </span>
          <span>{name}</span>
        </button>
      ))}
    </section>
  )
}
