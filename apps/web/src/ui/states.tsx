import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import type { Press } from './press.ts'
import { SkeletonCard } from './skeleton.tsx'
import styles from './states.module.css'
import { whole } from './whole.tsx'
import { useUiWords } from './words.tsx'

type BlankProps = { title: ReactNode; children?: ReactNode; action?: ReactNode; icon?: IconName | undefined }

/** Nothing there yet: says what would be here and how to get it. */
export function Empty({ title, children, action, icon = 'box' }: BlankProps) {
  return (
    <div className={styles.blank}>
      <span className={styles.picture}>
        <Icon name={icon} size={32} />
      </span>
      <h2 className={styles.title}>{whole(title)}</h2>
      {children !== undefined && <div className={styles.body}>{whole(children)}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}

/** Could not be had: the kit's own words unless told others, and a way to try again. */
export function Failed({
  title,
  children,
  onRetry,
  action,
}: {
  title?: ReactNode
  children?: ReactNode
  onRetry?: Press | undefined
  action?: ReactNode
}) {
  const words = useUiWords()
  return (
    <div role="alert">
      <Empty
        icon="warn"
        title={title ?? words.failedTitle}
        action={
          <>
            {onRetry !== undefined && (
              <Button kind="quiet" onPress={onRetry}>
                {words.retry}
              </Button>
            )}
            {action}
          </>
        }
      >
        {children ?? words.failedBody}
      </Empty>
    </div>
  )
}

/** Says so when waiting takes longer than three seconds. Put it beside any skeleton. */
export function Slow({ children, afterMs = 3000 }: { children?: ReactNode; afterMs?: number | undefined }) {
  const words = useUiWords()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return (
    <p className={styles.slow} aria-live="polite">
      {late ? (children ?? words.slow) : ''}
    </p>
  )
}

/** The usual wait of a screen: grey cards of the coming size (or the given ones), told to screen readers, slow said after 3 s. */
export function Loading({
  children,
  cards = 2,
  figure = true,
}: {
  children?: ReactNode
  cards?: number | undefined
  figure?: boolean | undefined
}) {
  const words = useUiWords()
  return (
    <div className={styles.loading} role="status" aria-busy="true" aria-label={words.loading}>
      {/* biome-ignore lint/suspicious/noArrayIndexKey: a card is its place */}
      {children ?? Array.from({ length: cards }, (_, card) => <SkeletonCard key={card} figure={figure && card === 0} />)}
      <Slow />
    </div>
  )
}
