import { Badge } from './badge.tsx'
import { tabBadgeMax } from './badge-text.ts'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './tab-bar.module.css'

export type TabBarItem = {
  readonly key: string
  readonly label: string
  readonly icon: IconName
  readonly active: boolean
  readonly onPress: () => void
  /** Unread things behind it; shown as a number up to 99+. */
  readonly count?: number | undefined
  /** The count in words, for screen readers: '9 unread messages'. */
  readonly countLabel?: string | undefined
}

/** The main places of the application, at the bottom edge. */
export function TabBar({ items, label }: { items: readonly TabBarItem[]; label: string }) {
  return (
    <nav className={styles.bar} aria-label={label}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          className={classes(styles.item, item.active && styles.active)}
          aria-current={item.active ? 'page' : undefined}
          onClick={item.onPress}
        >
          <span className={styles.icon}>
            <Icon name={item.icon} />
            {item.count !== undefined && (
              <span className={styles.count} aria-hidden="true">
                <Badge count={item.count} max={tabBadgeMax} />
              </span>
            )}
          </span>
          <span>{item.label}</span>
          {item.count !== undefined && item.count > 0 && <span className={styles.unseen}>{item.countLabel}</span>}
        </button>
      ))}
    </nav>
  )
}
