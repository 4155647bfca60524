import { type KeyboardEvent, useRef } from 'react'
import { Badge } from './badge.tsx'
import { tabBadgeMax } from './badge-text.ts'
import { classes } from './classes.ts'
import styles from './tabs.module.css'

export type Tab<V extends string> = { readonly value: V; readonly label: string; readonly count?: number | undefined }

/** Views of one list. Arrow keys move; the panel is the caller's and carries `role="tabpanel"` where it matters. */
export function Tabs<V extends string>(props: { label: string; value: V; items: readonly Tab<V>[]; onChange: (value: V) => void }) {
  const { label, value, items, onChange } = props
  const list = useRef<HTMLDivElement>(null)
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const place = (items.findIndex((item) => item.value === value) + step + items.length) % items.length
    const next = items[place]
    if (next === undefined) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelectorAll('button')[place]?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKey}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          aria-selected={item.value === value}
          tabIndex={item.value === value ? 0 : -1}
          className={classes(styles.tab, item.value === value && styles.on)}
          onClick={() => onChange(item.value)}
        >
          <span>{item.label}</span>
          {item.count !== undefined && <Badge count={item.count} max={tabBadgeMax} />}
        </button>
      ))}
    </div>
  )
}
