import type { Ppm } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { rate } from '#platform/format.ts'
import styles from './price-scale.module.css'

type Range = { readonly fromPpm: Ppm; readonly toPpm: Ppm }

/** The dearest price stands at this share of the scale, so that it is seen to end there. */
const endShare = 0.9
/** Marks nearer than this share would run into one another. */
const nearest = 0.16

/** A scale from nothing to the dearest price: what is on offer as a band, the borrower's own price as a ring on it. */
export function PriceScale({ range, own }: { range: Range; own: Ppm | undefined }) {
  const t = useWords('product')
  const place = (ppm: number) => (ppm / range.toPpm) * endShare
  const from = place(range.fromPpm)
  const mark = own === undefined ? undefined : place(own)
  const hasRoom = mark !== undefined && mark - from > nearest && endShare - mark > nearest
  const words = { from: rate(range.fromPpm), to: rate(range.toPpm), own: rate(own ?? range.fromPpm) }
  return (
    <div className={styles.scale} role="img" aria-label={own === undefined ? t('product.scale', words) : t('product.scaleOwn', words)}>
      <div className={styles.track}>
        <i className={styles.band} style={{ left: percent(from), right: percent(1 - endShare) }} />
        {mark !== undefined && <b className={styles.ring} style={{ left: percent(mark) }} />}
      </div>
      <div className={styles.labels}>
        <span style={{ left: percent(from) }}>{words.from}</span>
        {mark !== undefined && hasRoom && (
          <span className={styles.own} style={{ left: percent(mark) }}>
            {words.own}
          </span>
        )}
        {endShare - from > nearest && <span style={{ left: percent(endShare) }}>{words.to}</span>}
      </div>
    </div>
  )
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`
