import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { pageButtons, pagesOf } from './page-numbers.ts'
import styles from './pagination.module.css'

export type PaginationProps = {
  /** From 1 on; one beyond the last page is shown as the last. */
  readonly page: number
  /** How many entries there are in all. */
  readonly total: number
  /** R9.5: ten entries a page and five page buttons unless told. */
  readonly pageSize?: number | undefined
  readonly buttons?: number | undefined
  readonly onChange: (page: number) => void
  readonly label: string
  readonly words: {
    readonly previous: string
    readonly next: string
    readonly page: (page: number) => string
    readonly of: (page: number, pages: number) => string
  }
}

/** The pages of a list: the first and the last are always among the buttons, the others stand around the present one. */
export function Pagination({ page, total, pageSize = 10, buttons = 5, onChange, label, words }: PaginationProps) {
  const pages = pagesOf(total, pageSize)
  const now = Math.min(Math.max(page, 1), pages)
  const shown = pageButtons(now, pages, buttons)
  return (
    <nav className={styles.pagination} aria-label={label}>
      <ol className={styles.pages}>
        {shown.map((one, place) => (
          <li key={one} className={classes(one - (shown[place - 1] ?? one - 1) > 1 && styles.afterGap)}>
            <button
              type="button"
              className={styles.page}
              aria-label={words.page(one)}
              aria-current={one === now ? 'page' : undefined}
              onClick={() => one !== now && onChange(one)}
            >
              {one}
            </button>
          </li>
        ))}
      </ol>
      <div className={styles.turns}>
        <button type="button" className={styles.turn} disabled={now === 1} onClick={() => onChange(now - 1)}>
          <Icon name="back" size={16} />
          <span>{words.previous}</span>
        </button>
        <span className={styles.of}>{words.of(now, pages)}</span>
        <button type="button" className={styles.turn} disabled={now === pages} onClick={() => onChange(now + 1)}>
          <span>{words.next}</span>
          <Icon name="forward" size={16} />
        </button>
      </div>
    </nav>
  )
}
