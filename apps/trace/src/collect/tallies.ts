import type { EventRow } from './event-row.ts'

export type Value = string | number
/** A list of values for each column, by `table.column`. */
export type Lists = Readonly<Record<string, readonly Value[]>>
type Dimensions = Pick<EventRow, 'day' | 'channel' | 'brand' | 'host'>
type Counted = Dimensions & Pick<EventRow, 'event' | 'page'>
/** How often each event came on each page, of rows that have the rest of the key in common. */
export type EventCounts = Dimensions & { readonly events: Readonly<Record<string, Readonly<Record<string, number>>>> }

/**
 * What waits as lists: the columns of the key, and that of the count. All but one are tables of counts; `reached` are the sets of steps that browsers reached, which are
 * counted in `funnel_count` by mark. There lie also marks, which older collectors made of the steps themselves.
 */
export const countTables = {
  error_count: { key: ['day', 'event', 'name', 'page', 'channel', 'brand', 'host'], count: 'count' },
  step_time: { key: ['day', 'page', 'channel', 'brand', 'host', 'bucket'], count: 'count' },
  refusal_count: { key: ['day', 'kind', 'field'], count: 'count' },
  minute_count: { key: ['minute'], count: 'count' },
  reached: { key: ['day', 'channel', 'brand', 'host', 'steps'], count: 'people' },
  funnel_count: { key: ['day', 'channel', 'brand', 'host', 'step'], count: 'people' },
  exit_count: { key: ['day', 'page', 'channel', 'brand', 'host'], count: 'visits' },
} as const
export type CountTable = keyof typeof countTables

/** By page within event within what rows of a browser have in common: a key joined of all would cost more to make than the rest. */
export function openEventCounts() {
  type Group = Dimensions & { readonly events: Map<string, Map<string, number>> }
  const groups = new Map<string, Group>()
  let group: Group | undefined

  function groupOf({ day, channel, brand, host }: Dimensions): Group {
    if (group?.day === day && group.channel === channel && group.brand === brand && group.host === host) return group
    const key = [day, channel, brand, host].join('\0')
    group = groups.get(key) ?? { day, channel, brand, host, events: new Map() }
    groups.set(key, group)
    return group
  }

  return {
    add(row: Counted, count = 1): void {
      const { events } = groupOf(row)
      const pages = events.get(row.event) ?? new Map<string, number>()
      if (pages.size === 0) events.set(row.event, pages)
      pages.set(row.page, (pages.get(row.page) ?? 0) + count)
    },
    groups: (): EventCounts[] =>
      [...groups.values()].map(({ events, ...dimensions }) => ({
        ...dimensions,
        events: Object.fromEntries([...events].map(([event, pages]) => [event, Object.fromEntries(pages)])),
      })),
  }
}

/** How often the values of each key were added, as lists from the first: an object for each key would cost more than counting it. No text that is stored holds NUL. */
export function openTally(table: CountTable) {
  const { key: names, count: countName } = countTables[table]
  const places = new Map<string, number>()
  const columns = names.map((name) => ({ name: `${table}.${name}`, values: [] as Value[] }))
  const counts: number[] = []
  return {
    add(key: readonly Value[], count = 1): void {
      const joined = key.join('\0')
      const place = places.get(joined) ?? counts.length
      if (place === counts.length) {
        places.set(joined, place)
        for (const [nth, { values }] of columns.entries()) values.push(key[nth] ?? '')
      }
      counts[place] = (counts[place] ?? 0) + count
    },
    lists: (): Lists =>
      counts.length === 0
        ? {}
        : { ...Object.fromEntries(columns.map(({ name, values }) => [name, values])), [`${table}.${countName}`]: counts },
  }
}
