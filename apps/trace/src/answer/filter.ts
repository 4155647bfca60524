import { addDays, type CivilDate, civilDateAt, daysBetween, isCivilDate } from '@fyh/base/dates.ts'
import { type ListKey, readKey } from './list-key.ts'

/** What a question is asked about. An absent channel, brand or host means all of them; '' means those that did not say. */
export type Filter = {
  readonly from: CivilDate
  readonly to: CivilDate
  /** Whether the days stand in the address, or are the usual ones. */
  readonly saidDays: boolean
  readonly channel?: string
  readonly brand?: string
  readonly host?: string
  readonly by: Split
  /** Whose visits: a user, or the blind index of a phone number, or a visit itself. */
  readonly user?: string
  readonly phone?: string
  readonly trace?: string
  readonly browser?: string
  /** Of an error or a page in question. */
  readonly event?: string
  readonly name?: string
  readonly page?: string
  /** Which ten rows of the list, from 1. */
  readonly nr: number
  /** In a list by key: the row after which, or before which, the page stands. */
  readonly after?: ListKey
  readonly before?: ListKey
}

export const splits = ['channel', 'brand', 'host', 'day'] as const
export type Split = (typeof splits)[number]
export type FilterField = (typeof fields)[number]
type Reason = 'date' | 'order' | 'tooManyDays' | 'choice' | 'tooLong' | 'number' | 'twice'
export type FilterFault = { readonly field: FilterField; readonly reason: Reason }
export type FilterFaults = { readonly faults: readonly FilterFault[] }
export type Query = Readonly<Record<string, unknown>>

export const daysMax = 366
export const pagesMax = 500
const defaultDays = 7
const textMax = 200
/** Stands in an address for what did not say its channel, brand or host: an empty field means any. */
export const unsaid = '-'

/** Reads the filter out of an address. Fields that are absent or empty have their default; all that is wrong is named, and nothing is guessed. */
export function readFilter(query: Query, now: Date): Filter | FilterFaults {
  const usual = usualFilter(now)
  const to = text(query, 'to') ?? usual.to
  const from = text(query, 'from') ?? (isCivilDate(to) ? addDays(to, 1 - defaultDays) : usual.from)
  const by = splits.find((split) => split === (text(query, 'by') ?? usual.by))
  const faults = fields.flatMap((field): FilterFault[] => {
    const reason =
      shapeFault(query[field]) ?? valueFault(field, text(query, field)) ?? (field === 'from' ? orderFault(from, to) : undefined)
    return reason === undefined ? [] : [{ field, reason }]
  })
  if (faults.length > 0 || !isCivilDate(from) || !isCivilDate(to) || by === undefined) return { faults }
  const saidDays = text(query, 'from') !== undefined || text(query, 'to') !== undefined
  return { from, to, by, nr: Number(text(query, 'nr') ?? usual.nr), saidDays, ...origins(query), ...subjects(query), ...keys(query) }
}

/** What an empty address asks about. */
export function usualFilter(now: Date): Filter {
  const today = civilDateAt(now)
  return { from: addDays(today, 1 - defaultDays), to: today, by: 'channel', nr: 1, saidDays: false }
}

const unlessUnsaid = (value: string) => (value === unsaid ? '' : value)
const origins = (query: Query) => ({
  ...said(query, 'channel', unlessUnsaid),
  ...said(query, 'brand', unlessUnsaid),
  ...said(query, 'host', unlessUnsaid),
})
const subjects = (query: Query) => ({
  ...said(query, 'user'),
  ...said(query, 'phone'),
  ...said(query, 'trace'),
  ...said(query, 'browser'),
  ...said(query, 'event'),
  ...said(query, 'name', unlessUnsaid),
  ...said(query, 'page', unlessUnsaid),
})

function keys(query: Query): Pick<Filter, 'after' | 'before'> {
  const [after, before] = [readKey(text(query, 'after') ?? ''), readKey(text(query, 'before') ?? '')]
  return { ...(after && { after }), ...(before && { before }) }
}

const fields = [
  'from',
  'to',
  'channel',
  'brand',
  'host',
  'by',
  'user',
  'phone',
  'trace',
  'browser',
  'event',
  'name',
  'page',
  'nr',
  'after',
  'before',
] as const

function shapeFault(value: unknown): Reason | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') return 'twice'
  if (value.length > textMax) return 'tooLong'
  // No text in the database has one.
  return value.includes('\0') ? 'choice' : undefined
}

function valueFault(field: FilterField, value: string | undefined): Reason | undefined {
  if (value === undefined) return undefined
  switch (field) {
    case 'from':
    case 'to':
      return isCivilDate(value) ? undefined : 'date'
    case 'by':
      return splits.some((split) => split === value) ? undefined : 'choice'
    case 'nr':
      return /^[1-9]\d{0,3}$/.test(value) && Number(value) <= pagesMax ? undefined : 'number'
    case 'after':
    case 'before':
      return readKey(value) === undefined ? 'choice' : undefined
    case 'phone':
      return /^[\w-]{1,64}$/.test(value) ? undefined : 'choice'
    case 'channel':
    case 'brand':
    case 'host':
    case 'user':
    case 'trace':
    case 'browser':
    case 'event':
    case 'name':
    case 'page':
      return undefined
  }
}

function orderFault(from: string, to: string): Reason | undefined {
  if (!isCivilDate(from) || !isCivilDate(to)) return undefined
  if (from > to) return 'order'
  return daysBetween(from, to) >= daysMax ? 'tooManyDays' : undefined
}

function text(query: Query, field: FilterField): string | undefined {
  const value = query[field]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function said<Field extends FilterField>(
  query: Query,
  field: Field,
  read: (value: string) => string = (value) => value,
): { [Name in Field]?: string } {
  const value = text(query, field)
  const told: { [Name in Field]?: string } = {}
  if (value !== undefined) told[field] = read(value)
  return told
}

/** The address that asks the same, with some of it changed; what stands at its default is left out. */
export function addressOf(path: string, filter: Filter, changes: Partial<Record<FilterField, string>> = {}): string {
  const asked: Partial<Record<FilterField, string>> = {
    ...(filter.saidDays ? { from: filter.from, to: filter.to } : {}),
    ...originsAsked(filter),
    ...(filter.by === 'channel' ? {} : { by: filter.by }),
    ...changes,
  }
  const entries = Object.entries(asked).filter(([, value]) => value !== '')
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}

const originsAsked = ({ channel, brand, host }: Filter) => ({
  ...(channel === undefined ? {} : { channel: channel || unsaid }),
  ...(brand === undefined ? {} : { brand: brand || unsaid }),
  ...(host === undefined ? {} : { host: host || unsaid }),
})
