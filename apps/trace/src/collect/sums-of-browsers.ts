import { funnelSteps } from '@fyh/contract/funnel.ts'
import type { EventRow } from './event-row.ts'

export type Visit = { first: EventRow; last: EventRow; who: EventRow; events: number }
export type Browser = { first: EventRow; steps: number; lastDay: string; readonly visits: Map<string, Visit> }

export type BrowserSums = {
  /** The latest row of each user on each browser. */
  readonly users: readonly EventRow[]
  readonly browsers: readonly Browser[]
  readonly visits: readonly Visit[]
}

/** What rows say of the users, browsers and visits in them, whatever their order. Rows that follow each other are mostly of one of each, which is looked up once. */
export function openBrowserSums() {
  const browsers = new Map<string, Browser>()
  const users = openUsers()
  let browser: Browser | undefined
  let visit: Visit | undefined

  return {
    add(row: EventRow): void {
      users.add(row)
      // A report by the server has neither page nor brand, and none of these events starts or ends a visit or tells where a browser came from.
      if (row.generate_id === '' || row.page === '') return
      if (browser === undefined || browser.first.generate_id !== row.generate_id) {
        browser = browserOf(browsers, row)
        visit = undefined
      }
      addToBrowser(browser, row)
      if (row.trace_id === '') return
      if (visit === undefined || visit.first.trace_id !== row.trace_id) visit = visitOf(browser, row)
      addToVisit(visit, row)
    },
    sums: (): BrowserSums => ({
      users: users.latest(),
      browsers: [...browsers.values()],
      visits: [...browsers.values()].flatMap(({ visits }) => [...visits.values()]),
    }),
  }
}

function openUsers() {
  const users = new Map<string, EventRow>()
  let latest: EventRow | undefined
  return {
    add(row: EventRow): void {
      if (row.user_id === '' && row.mobile_index === null) return
      if (latest !== undefined && isOfSameUser(latest, row) && latest.day >= row.day) return
      const key = `${row.user_id}\0${row.mobile_index ?? ''}\0${row.generate_id}`
      latest = users.get(key)
      if (latest !== undefined && latest.day >= row.day) return
      latest = row
      users.set(key, row)
    },
    latest: () => [...users.values()],
  }
}

function isOfSameUser(a: EventRow, b: EventRow): boolean {
  return a.user_id === b.user_id && a.mobile_index === b.mobile_index && a.generate_id === b.generate_id
}

function browserOf(browsers: Map<string, Browser>, row: EventRow): Browser {
  const known = browsers.get(row.generate_id)
  if (known !== undefined) return known
  const browser = { first: row, steps: 0, lastDay: row.day, visits: new Map<string, Visit>() }
  browsers.set(row.generate_id, browser)
  return browser
}

function addToBrowser(browser: Browser, row: EventRow): void {
  browser.steps |= reachedBits(row)
  if (row.day > browser.lastDay) browser.lastDay = row.day
  if (comparePerson(row, browser.first) < 0) browser.first = row
}

function visitOf({ visits }: Browser, row: EventRow): Visit {
  const known = visits.get(row.trace_id)
  if (known !== undefined) return known
  const visit = { first: row, last: row, who: row, events: 0 }
  visits.set(row.trace_id, visit)
  return visit
}

function addToVisit(visit: Visit, row: EventRow): void {
  visit.events += 1
  if (compareVisit(row, visit.last) > 0) visit.last = row
  else if (compareVisit(row, visit.first) < 0) visit.first = row
  if (compareWho(row, visit.who) > 0) visit.who = row
}

const bitOfEvent = new Map<string, number>(funnelSteps.flatMap((step, bit) => ('event' in step ? [[step.event, 2 ** bit] as const] : [])))

/** Bit n for step n of the funnel: bit 0 by any event, bit 1 by a user's, the others by the event that tells them. */
function reachedBits({ user_id, event }: EventRow): number {
  return 1 | (user_id === '' ? 0 : 2) | (bitOfEvent.get(event) ?? 0)
}

/** The browser's first event decides its cohort. Ties are broken by value here and where it is merged with what is there, so that no order of arrival matters. */
function comparePerson(a: EventRow, b: EventRow): number {
  return compareMoment(a, b) || compareDimensions(a, b)
}

function compareVisit(a: EventRow, b: EventRow): number {
  return compareMoment(a, b) || compareTexts(a.page, b.page) || compareDimensions(a, b)
}

function compareWho(a: EventRow, b: EventRow): number {
  return (
    compareTexts(a.user_id, b.user_id) ||
    compareTexts(a.mobile_index ?? '', b.mobile_index ?? '') ||
    compareTexts(a.mobile_mask, b.mobile_mask)
  )
}

function compareMoment(a: EventRow, b: EventRow): number {
  return a.happened_at - b.happened_at || a.seq - b.seq
}

function compareDimensions(a: EventRow, b: EventRow): number {
  return compareTexts(a.channel, b.channel) || compareTexts(a.brand, b.brand) || compareTexts(a.host, b.host)
}

const surrogate = /[\uD800-\uDFFF]/

/** By code points, as the database orders texts by "C". */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}
