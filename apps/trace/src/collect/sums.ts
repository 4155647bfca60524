import { civilDateAt } from '@fyh/base/dates.ts'
import type { EventRow } from './event-row.ts'
import { faultNameOf } from './fault-name.ts'
import { stepTimeBoundsMs } from './step-time-bounds.ts'
import { type BrowserSums, openBrowserSums } from './sums-of-browsers.ts'
import { type EventCounts, type Lists, openEventCounts, openTally } from './tallies.ts'

/** Counts as they wait. Those of events come as groups: of the seven columns of each, five are the same for many. */
type Counts = Lists | { readonly event_count: readonly EventCounts[] }

/**
 * What rows add to the counts, and what they alone say of their users, browsers and visits. The rows must be all that is new, and nothing
 * else: who stores them sees to it.
 */
export function sumsOf(rows: readonly EventRow[]): { readonly counts: Counts; readonly browsers: BrowserSums } {
  const counts = openCounts()
  const browsers = openBrowserSums()
  for (const row of rows) {
    counts.add(row)
    browsers.add(row)
  }
  return { counts: counts.sums(), browsers: browsers.sums() }
}

function openCounts() {
  const events = openEventCounts()
  const minutes = openMinutes()
  const others = {
    error_count: openTally('error_count'),
    step_time: openTally('step_time'),
    refusal_count: openTally('refusal_count'),
  }

  return {
    add(row: EventRow): void {
      events.add(row)
      minutes.add(row.happened_at)
      const { day, event, page, channel, brand, host } = row
      if (row.action === 'error') others.error_count.add([day, event, faultNameOf(row.content), page, channel, brand, host])
      const bucket = event === 'form_time' ? bucketOf(row.content) : undefined
      if (bucket !== undefined) others.step_time.add([day, page, channel, brand, host, bucket])
      for (const value of row.refused) {
        const [kind = '', field = ''] = value.split(':')
        others.refusal_count.add([civilDateAt(new Date(row.received_at)), kind, field])
      }
    },
    sums: (): Counts => ({
      event_count: events.groups(),
      ...others.error_count.lists(),
      ...others.step_time.lists(),
      ...others.refusal_count.lists(),
      ...minutes.lists(),
    }),
  }
}

const minuteMs = 60_000

/** Rows that follow each other are mostly of one minute. */
function openMinutes() {
  const counts = new Map<number, { count: number }>()
  let minute = Number.NaN
  let counted = { count: 0 }
  return {
    add(ms: number): void {
      const ofMs = Math.floor(ms / minuteMs)
      if (ofMs !== minute) {
        minute = ofMs
        counted = counts.get(minute) ?? { count: 0 }
        counts.set(minute, counted)
      }
      counted.count += 1
    },
    lists: (): Lists => ({
      'minute_count.minute': [...counts.keys()].map((number) => new Date(number * minuteMs).toISOString()),
      'minute_count.count': [...counts.values()].map(({ count }) => count),
    }),
  }
}

/** The place of a form's time among the bounds; undefined when it tells none. */
function bucketOf(content: string): number | undefined {
  const [, ms] = /ms\\?":\s*(\d{1,9})/.exec(content) ?? []
  if (ms === undefined) return undefined
  const time = Number(ms)
  const place = stepTimeBoundsMs.findIndex((bound) => time < bound)
  return place === -1 ? stepTimeBoundsMs.length : place
}
