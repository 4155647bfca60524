import { stepTimeBoundsMs, stepTimeBuckets } from '../../collect/step-time-bounds.ts'
import { count, ms, shownSeconds, text } from '../page/cells.ts'
import { pathOf } from '../page/frame.ts'
import { subjectAddress } from '../page/table.ts'
import type { Column, Question } from '../question.ts'
import type { Words } from '../words/zh-cn.ts'
import { ofOrigins, originValues } from './origins.ts'

type TimeRow = { page: string; count: number; buckets: readonly number[] }

/** Buckets beside each other in a row, added up over rows. */
const added = `sum(${stepTimeBuckets.join(' + ')})::bigint as count, array[${stepTimeBuckets.map((bucket) => `sum(${bucket})::bigint`).join(', ')}] as buckets`

const figures: readonly Column<TimeRow>[] = [
  { title: ({ times }) => times.count, cell: ({ count: forms }) => count(forms) },
  { title: ({ times }) => times.median, cell: ({ buckets }) => ms(quantileOf(buckets, 0.5)?.ms), isPlotted: true },
  { title: ({ times }) => times.p90, cell: ({ buckets }) => ms(quantileOf(buckets, 0.9)?.ms), isPlotted: true },
  { title: ({ times }) => times.bounds, cell: ({ buckets }, words) => text(boundsText(buckets, words)) },
]

/** How long the form of each page took, as counts by bucket. */
export const times: Question<TimeRow> = {
  name: 'times',
  statement: (filter) => ({
    text: `select page, ${added} from step_time where ${ofOrigins} group by page order by count desc, page`,
    values: originValues(filter),
  }),
  columns: [
    {
      title: ({ times }) => times.page,
      cell: ({ page }) => text(page),
      href: ({ page }, filter) => subjectAddress(pathOf('times'), { ...filter, page, nr: 1 }),
    },
    ...figures,
  ],
}

type SplitRow = TimeRow & { value: string }

/** The same by channel, brand, host or day, of one page or of each. */
export const timesSplit: Question<SplitRow> = {
  name: 'times-split',
  statement: (filter) => ({
    text: `
      select ${filter.by}::text as value, page, ${added} from step_time where ${ofOrigins} and ($6::text is null or page = $6)
      group by ${filter.by}, page order by ${filter.by === 'day' ? 'day desc' : 'count desc, 1'}, page`,
    values: [...originValues(filter), filter.page ?? null],
  }),
  columns: [
    { title: ({ funnel, filter: words }, { by }) => (by === 'day' ? funnel.day : words[by]), cell: ({ value }) => text(value) },
    { title: ({ times }) => times.page, cell: ({ page }) => text(page) },
    ...figures,
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
