import { addDays, type CivilDate, civilDateAt, daysBetween, isCivilDate } from '@fyh/base/dates.ts'

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
}

export const splits = ['channel', 'brand', 'host', 'day'] as const
export type Split = (typeof splits)[number]
export type FilterField = (typeof fields)[number]
export type FilterFault = {
  readonly field: FilterField
  readonly reason: 'date' | 'order' | 'tooManyDays' | 'choice' | 'tooLong' | 'number' | 'twice'
}
export type Query = Readonly<Record<string, unknown>>

export const daysMax = 366
export const pagesMax = 500
const defaultDays = 7
const textMax = 200
/** Stands in an address for what did not say its channel, brand or host: an empty field means any. */
export const unsaid = '-'

/** Reads the filter out of an address. Fields that are absent or empty have their default; anything wrong is named, and nothing is guessed. */
export function readFilter(query: Query, now: Date): Filter | FilterFault {
  const today = civilDateAt(now)
  const fault = faultOf(query)
  if (fault !== undefined) return fault
  const to = text(query, 'to') ?? today
  const from = text(query, 'from') ?? (isCivilDate(to) ? addDays(to, 1 - defaultDays) : to)
  if (!isCivilDate(to)) return { field: 'to', reason: 'date' }
  if (!isCivilDate(from)) return { field: 'from', reason: 'date' }
  if (from > to) return { field: 'from', reason: 'order' }
  if (daysBetween(from, to) >= daysMax) return { field: 'from', reason: 'tooManyDays' }
  const by = splits.find((split) => split === (text(query, 'by') ?? 'channel'))
  if (by === undefined) return { field: 'by', reason: 'choice' }
  const nr = text(query, 'nr') ?? '1'
  if (!/^[1-9]\d{0,3}$/.test(nr) || Number(nr) > pagesMax) return { field: 'nr', reason: 'number' }
  return {
    from,
    to,
    by,
    nr: Number(nr),
    saidDays: text(query, 'from') !== undefined || text(query, 'to') !== undefined,
    ...origins(query),
    ...subjects(query),
  }
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

const fields = ['from', 'to', 'channel', 'brand', 'host', 'by', 'user', 'phone', 'trace', 'browser', 'event', 'name', 'page', 'nr'] as const

function faultOf(query: Query): FilterFault | undefined {
  for (const field of fields) {
    const value = query[field]
    if (value === undefined) continue
    if (typeof value !== 'string') return { field, reason: 'twice' }
    if (value.length > textMax) return { field, reason: 'tooLong' }
    // No text in the database has one.
    if (value.includes('\0')) return { field, reason: 'choice' }
  }
  if (!/^[\w-]{0,64}$/.test(text(query, 'phone') ?? '')) return { field: 'phone', reason: 'choice' }
  return undefined
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
