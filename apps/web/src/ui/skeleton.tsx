import styles from './skeleton.module.css'

/** A grey place of the size of what comes (rem), so that nothing jumps when it does. */
export function Skeleton({
  width = '100%',
  height = 1,
  round = false,
}: {
  width?: string | undefined
  height?: number | undefined
  round?: boolean | undefined
}) {
  return (
    <span aria-hidden="true" className={styles.bone} style={{ width, height: `${height}rem`, borderRadius: round ? '50%' : undefined }} />
  )
}

/** A card's worth of grey lines, with an amount above them (`figure`) and a button below (`action`). */
export function SkeletonCard({
  lines = 3,
  figure = false,
  action = false,
}: {
  lines?: number | undefined
  figure?: boolean | undefined
  action?: boolean | undefined
}) {
  return (
    <div className={styles.card} aria-hidden="true">
      {figure && <Skeleton width="60%" height={3} />}
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Skeleton key={line} width={line === lines - 1 ? '45%' : '100%'} height={1.125} />
      ))}
      {action && <Skeleton height={3} />}
    </div>
  )
}
