import { useState } from 'react'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { closeAnnouncement, notClosed } from '#platform/closed-announcements.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './announced.module.css'

type Announcement = { readonly announcementId: number; readonly kind: 'notice' | 'banner'; readonly title: string }

const icons = { notice: 'horn', banner: 'gift' } as const

/** The newest announcement of a kind that was not closed on this device: leads to its text, and is closed in one tap. */
export function Announced({ kind, announcements }: { kind: Announcement['kind']; announcements: readonly Announcement[] }) {
  const t = useWords('home')
  const go = useGo()
  // The cookie alone would redraw nothing.
  const [, setClosed] = useState<number>()
  const shown = typeof document === 'undefined' ? announcements : notClosed(announcements)
  const one = shown.find((each) => each.kind === kind)
  if (one === undefined) return null
  const close = () => {
    closeAnnouncement(one)
    setClosed(one.announcementId)
  }
  return (
    <div className={styles[kind]}>
      <button type="button" className={styles.open} onClick={() => go.to(to(serviceScreens.announcements))}>
        <Icon name={icons[kind]} size={20} />
        <span className={styles.title}>{one.title}</span>
        <Icon name="forward" size={16} />
      </button>
      <button type="button" className={styles.close} aria-label={t('closeAnnouncement', { title: one.title })} onClick={close}>
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}
