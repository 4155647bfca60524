import { civilDateAt } from '@fyh/base/dates.ts'
import type { EventRow } from './event-row.ts'
import { faultNameOf } from './fault-name.ts'
import { stepTimeBoundsMs } from './step-time-bounds.ts'
import { type BrowserSums, openBrowserSums } from './sums-of-browsers.ts'

type Value = string | number
/** A list of values for each column, by `table.column`. */
type Sums = Readonly<Record<string, readonly Value[]>>
/** How often each event came on each page, of rows that have the rest of the key in common. */
type EventCounts = Pick<EventRow, 'day' | 'channel' | 'brand' | 'host'> & {
  readonly events: Readonly<Record<string, Readonly<Record<string, number>>>>
}
/** Counts as they wait. Those of events come as groups: of the seven columns of each, five are the same for many. */
type Counts = Sums | { readonly event_count: readonly EventCounts[] }

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
    error_count: openTally('error_count', ['day', 'event', 'name', 'page', 'channel', 'brand', 'host']),
    step_time: openTally('step_time', ['day', 'page', 'channel', 'brand', 'host', 'bucket']),
    refusal_count: openTally('refusal_count', ['day', 'kind', 'field']),
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

/** By page within event within what rows of a browser have in common: a key joined of all would cost more to make than the rest. */
function openEventCounts() {
  type Group = Pick<EventRow, 'day' | 'channel' | 'brand' | 'host'> & { readonly events: Map<string, Map<string, number>> }
  const groups = new Map<string, Group>()
  let group: Group | undefined

  function groupOf({ day, channel, brand, host }: EventRow): Group {
    if (group?.day === day && group.channel === channel && group.brand === brand && group.host === host) return group
    const key = [day, channel, brand, host].join('\0')
    group = groups.get(key) ?? { day, channel, brand, host, events: new Map() }
    groups.set(key, group)
    return group
  }

  return {
    add(row: EventRow): void {
      const { events } = groupOf(row)
      const pages = events.get(row.event) ?? new Map<string, number>()
      if (pages.size === 0) events.set(row.event, pages)
      pages.set(row.page, (pages.get(row.page) ?? 0) + 1)
    },
    groups: (): EventCounts[] =>
      [...groups.values()].map(({ events, ...dimensions }) => ({
        ...dimensions,
        events: Object.fromEntries([...events].map(([event, pages]) => [event, Object.fromEntries(pages)])),
      })),
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
    lists: (): Sums => ({
      'minute_count.minute': [...counts.keys()].map((number) => new Date(number * minuteMs).toISOString()),
      'minute_count.count': [...counts.values()].map(({ count }) => count),
    }),
  }
}

/** How often the values of each key were added, as lists from the first: an object for each key would cost more than counting it. No text that is stored holds NUL. */
function openTally(table: string, names: readonly string[]) {
  const places = new Map<string, number>()
  const columns = names.map((name) => ({ name: `${table}.${name}`, values: [] as Value[] }))
  const counts: number[] = []
  return {
    add(key: readonly Value[]): void {
      const joined = key.join('\0')
      const place = places.get(joined) ?? counts.length
      if (place === counts.length) {
        places.set(joined, place)
        for (const [nth, { values }] of columns.entries()) values.push(key[nth] ?? '')
      }
      counts[place] = (counts[place] ?? 0) + 1
    },
    lists: (): Sums =>
      counts.length === 0 ? {} : { ...Object.fromEntries(columns.map(({ name, values }) => [name, values])), [`${table}.count`]: counts },
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
