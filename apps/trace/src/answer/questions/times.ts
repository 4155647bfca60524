import { stepTimeBoundsMs } from '../../collect/step-time-bounds.ts'
import { count, ms, shownSeconds, text } from '../page/cells.ts'
import type { Question } from '../question.ts'
import type { Words } from '../words/zh-cn.ts'

type TimeRow = { page: string; count: number; buckets: readonly number[] }

/** How long the form of each page took, as counts by bucket. Kept by channel alone. */
export const times: Question<TimeRow> = {
  name: 'times',
  statement: ({ from, to, channel }) => ({
    text: `
      with counted as (
        select page, bucket, sum(count)::bigint as count from step_time
        where day between $1 and $2 and ($3::text is null or channel = $3)
        group by page, bucket)
      select page, sum(counted.count)::bigint as count, array_agg(coalesce(counted.count, 0) order by asked.bucket) as buckets
      from (select distinct page from counted) as pages cross join generate_series(0, $4::integer) as asked (bucket)
        left join counted using (page, bucket)
      group by page order by count desc, page`,
    values: [from, to, channel ?? null, stepTimeBoundsMs.length],
  }),
  columns: [
    { title: ({ times }) => times.page, cell: ({ page }) => text(page) },
    { title: ({ times }) => times.count, cell: ({ count: forms }) => count(forms) },
    { title: ({ times }) => times.median, cell: ({ buckets }) => ms(quantileOf(buckets, 0.5)?.ms), isPlotted: true },
    { title: ({ times }) => times.p90, cell: ({ buckets }) => ms(quantileOf(buckets, 0.9)?.ms), isPlotted: true },
    { title: ({ times }) => times.bounds, cell: ({ buckets }, words) => text(boundsText(buckets, words)) },
  ],
}

type Quantile = {
  /** Undefined where it lies beyond the last bound, of which nothing more is known. */
  readonly ms: number | undefined
  readonly bucket: number
}

/** The time that this share of them stays below, taken as spread evenly inside its bucket; undefined without any. */
export function quantileOf(buckets: readonly number[], share: number): Quantile | undefined {
  const total = buckets.reduce((sum, times) => sum + times, 0)
  const rank = total * share
  let below = 0
  for (const [bucket, times] of buckets.entries()) {
    if (times > 0 && below + times >= rank) {
      const from = stepTimeBoundsMs[bucket - 1] ?? 0
      const to = stepTimeBoundsMs[bucket]
      return { bucket, ms: to === undefined ? undefined : from + ((to - from) * (rank - below)) / times }
    }
    below += times
  }
  return undefined
}

function boundsText(buckets: readonly number[], words: Words): string {
  const bucket = quantileOf(buckets, 0.9)?.bucket
  if (bucket === undefined) return '–'
  const from = stepTimeBoundsMs[bucket - 1] ?? 0
  const to = stepTimeBoundsMs[bucket]
  if (to === undefined) return words.times.over(shownSeconds(from, words))
  return words.times.seconds(`${shownSeconds(from, words)}–${shownSeconds(to, words)}`)
}
