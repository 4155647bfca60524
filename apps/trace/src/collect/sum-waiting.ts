import { type CountTable, countTables, type EventCounts, openEventCounts, openTally, type Value } from './tallies.ts'

/** A sum of so many for each of some hundred writes stays exact. */
const countMost = 2 ** 40

/**
 * Counts of many writes as those of one: the same few hundred keys come with every write, and the database takes ten times as long to read each and add it. What is not
 * of the form in which counts wait stays as it is, for the database to say what is wrong with it.
 */
export function sumWaiting(waiting: readonly unknown[]): unknown[] {
  const strange: unknown[] = []
  const events = openEventCounts()
  const tallies = tables.map((table) => openTally(table))
  for (const counts of waiting) {
    const read = readCounts(counts)
    if (read === undefined) {
      strange.push(counts)
      continue
    }
    for (const group of read.groups) addGroup(events, group)
    for (const [nth, tally] of tallies.entries()) for (const { key, count } of read.lists[nth] ?? []) tally.add(key, count)
  }
  const sum = { event_count: events.groups(), ...Object.assign({}, ...tallies.map((tally) => tally.lists())) }
  return [sum, ...strange]
}

const tables = Object.keys(countTables).filter((table): table is CountTable => table in countTables)

function addGroup(events: ReturnType<typeof openEventCounts>, { events: ofGroup, ...dimensions }: EventCounts): void {
  for (const [event, pages] of Object.entries(ofGroup))
    for (const [page, count] of Object.entries(pages)) events.add({ ...dimensions, event, page }, count)
}

type Entry = { readonly key: readonly Value[]; readonly count: number }
/** Entries of each table, in the order of `tables`. */
type Read = { readonly groups: readonly EventCounts[]; readonly lists: readonly (readonly Entry[])[] }

function readCounts(counts: unknown): Read | undefined {
  if (!isRecord(counts)) return undefined
  const { event_count: groups = [] } = counts
  if (!isListOf(groups, isGroup)) return undefined
  const lists = tables.flatMap((table) => {
    const entries = entriesOf(counts, table)
    return entries === undefined ? [] : [entries]
  })
  return lists.length === tables.length ? { groups, lists } : undefined
}

/** Lists side by side, of one length; none of them where a write has nothing to count there. */
function entriesOf(counts: Readonly<Record<string, unknown>>, table: CountTable): Entry[] | undefined {
  const { key, count } = countTables[table]
  const added = counts[`${table}.${count}`]
  const columns = key.map((name) => counts[`${table}.${name}`])
  if (added === undefined && columns.every((values) => values === undefined)) return []
  if (!isListOf(added, isCount) || !isListOf(columns, isColumn) || columns.some(({ length }) => length !== added.length)) return undefined
  return added.map((count, place) => ({ key: columns.map((values) => values[place] ?? ''), count }))
}

function isGroup(group: unknown): group is EventCounts {
  return (
    isRecord(group) &&
    [group.day, group.channel, group.brand, group.host].every((name) => typeof name === 'string') &&
    isRecord(group.events) &&
    Object.values(group.events).every((pages) => isRecord(pages) && Object.values(pages).every(isCount))
  )
}

const isColumn = (values: unknown): values is Value[] => isListOf(values, isValue)
const isValue = (value: unknown): value is Value => typeof value === 'string' || Number.isSafeInteger(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Math.abs(Number(value)) < countMost

function isListOf<Value>(values: unknown, is: (value: unknown) => value is Value): values is Value[] {
  return Array.isArray(values) && values.every(is)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
