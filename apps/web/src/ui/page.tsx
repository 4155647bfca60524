import { createContext, type ReactNode, type RefCallback, useContext } from 'react'
import { Badge } from './badge.tsx'
import { tabBadgeMax } from './badge-text.ts'
import { classes } from './classes.ts'
import { FormArea } from './form-area.tsx'
import { Icon } from './icon.tsx'
import styles from './page.module.css'
import { useUiWords } from './words.tsx'

/** What the router knows about the screen and hands to the Page in it. */
export type PageChrome = {
  /** The address bar of the host shows a title already, or the screen must show none. */
  readonly headerHidden: boolean
  readonly title: string
  /** Undefined on the main places, where there is nowhere to go back to. */
  readonly onBack: (() => void) | undefined
  /** The tab bar, on main places. */
  readonly tabBar: ReactNode
  /** What stands below the content; gets what the Page says it is about. */
  readonly end?: ((about: PageProps['about']) => ReactNode) | undefined
}

const ChromeContext = createContext<PageChrome>({ headerHidden: false, title: '', onBack: undefined, tabBar: undefined })

export function PageChromeProvider({ chrome, children }: { chrome: PageChrome; children: ReactNode }) {
  return <ChromeContext value={chrome}>{children}</ChromeContext>
}

export type PageProps = {
  children: ReactNode
  /** Default: the title of the screen in the table of screens. */
  title?: ReactNode
  /** false takes the back mark away (results); a function is called in place of going back. */
  back?: false | (() => void) | undefined
  /** At the right of the title: one small link or icon button. */
  action?: ReactNode
  /** Takes the place of the title bar on the main places: mark and name on the brand's wash. */
  top?: ReactNode
  /** The action bar: stays at the bottom edge, above the keyboard and the safe area. Children stand under one another. */
  footer?: ReactNode
  /** Makes the screen a form: the place of `useForm`. The button that sends it has `type="submit"`. */
  place?: RefCallback<HTMLElement> | undefined
  /** The id of what is shown, for the end of the page, where the address doesn't name it. */
  about?: number | 'noLoan' | undefined
}

/** One screen: title bar, content on the canvas in a frame at most 480 px wide, action bar. */
export function Page({ children, title, back, action, top, footer, place, about }: PageProps) {
  const chrome = useContext(ChromeContext)
  const words = useUiWords()
  const onBack = back === false ? undefined : (back ?? chrome.onBack)
  const hasFooter = footer !== undefined && footer !== null && footer !== false
  const parts = (
    <>
      {top !== undefined && <header className={styles.top}>{top}</header>}
      {top === undefined && !chrome.headerHidden && (
        <header className={styles.header}>
          {onBack !== undefined && (
            <button type="button" className={styles.back} aria-label={words.back} onClick={onBack}>
              <Icon name="back" />
            </button>
          )}
          <h1 className={styles.title}>{title ?? chrome.title}</h1>
          {action !== undefined && <div className={styles.action}>{action}</div>}
        </header>
      )}
      {top === undefined && chrome.headerHidden && chrome.title !== '' && <h1 className={styles.unseen}>{title ?? chrome.title}</h1>}
      <main className={classes(styles.body, top !== undefined && styles.underTop)}>{children}</main>
      {chrome.end?.(about)}
      <div className={classes(styles.bottom, hasFooter && styles.acts)}>
        {hasFooter && <footer className={classes(styles.foot, chrome.tabBar !== undefined && styles.overTabs)}>{footer}</footer>}
        {chrome.tabBar}
      </div>
    </>
  )
  if (place === undefined) return <div className={styles.page}>{parts}</div>
  return (
    <FormArea place={place} className={styles.page}>
      {parts}
    </FormArea>
  )
}

/** The mark and name of the brand, for `top`. */
export function BrandMark({ mark }: { mark: ReactNode }) {
  return (
    <span className={styles.brandMark} aria-hidden="true">
      {mark}
    </span>
  )
}

export function BrandTop({ mark, name, children }: { mark: ReactNode; name: string; children?: ReactNode }) {
  return (
    <div className={styles.brandRow}>
      <h1 className={styles.brand}>
        <BrandMark mark={mark} />
        <span>{name}</span>
      </h1>
      {children}
    </div>
  )
}

/** A round target with a picture, for the title bar. */
export function IconButton({
  icon,
  label,
  onPress,
  count = 0,
}: {
  icon: Parameters<typeof Icon>[0]['name']
  label: string
  onPress: () => void
  /** How much waits behind it; the label says it in words. */
  count?: number | undefined
}) {
  return (
    <button type="button" className={styles.iconButton} aria-label={label} onClick={onPress}>
      <Icon name={icon} />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          <Badge count={count} max={tabBadgeMax} />
        </span>
      )}
    </button>
  )
}
