import { hash } from 'node:crypto'
import { agent } from './trace-browsers.ts'

/**
 * What browsers send of which somebody applies for a loan. Measured in the trace database by walking the built product in a browser, as fast as it went and
 * with 1.5 s between two actions, which changes nothing but how many events leave together:
 *
 * | a visit | events | of a user | errors | requests, fast | with pauses |
 * |---|---|---|---|---|---|
 * | from registration to a loan | 44 | 39 | 1 | 13, 6, 14, 9, 2 | 16, of 1 to 4 |
 * | opens home, as a guest and as a borrower | 1, 2 | 0, 2 | 0 | 1 | 1 |
 * | home, login, back | 4 | 0 | 0 | 1 | 3 |
 * | registers and leaves | 7 | 2 | 0 | 1 | 3 |
 * | a borrower looks at a loan | 4 | 4 | 0 | 2 | 3 |
 * | a borrower repays | 7 | 7 | 0 | 2 | 4 |
 *
 * So only a visit that goes on to apply fills requests of ten, and it fills four; 60,000 events of such are 1,364 visits. Here they leave after one, two, three or
 * four, as many after each: 2,400 visits, each of a browser and of a user never seen before, with 4 % errors where 1 to 2 % were measured, and 80 % of the
 * events a user's (85 %). Visits that only look in are shorter, a new one with each to seven events, mostly of a browser that is known; their requests are what
 * "1 a request" measures. An event has 514 bytes, as it has on the whole way; its seq and its moment are those of a browser.
 *
 * Answers what makes one request after the other, each of the next of 6,000 visits that are under way together: so many browsers send in one round that no
 * two requests of a visit meet in a write, and each comes when the one before has long been answered.
 */
export function applicants(eachRequest: number): () => Sent[] {
  const openedMs = Date.now() - headStartMs
  let requests = 0
  return () => {
    const place = requests % visitsAtOnce
    const first = Math.floor(requests / visitsAtOnce) * eachRequest
    requests += 1
    return Array.from({ length: eachRequest }, (_, nth) => {
      const at = openedMs + (first + nth) * betweenMs
      // Visits are at different points of their way from the first request on.
      return nthOf({ place, number: first + nth + (place % 10) * 10, at, kind: eachRequest })
    })
  }
}

type Sent = Record<string, string | number>

const visitsAtOnce = 6_000
const betweenMs = 900
/** All that is measured lies behind its receipt. */
const headStartMs = 120_000
/** Four visits that follow one another at a place: of ten, twenty, thirty and forty events. */
const begins = [0, 10, 30, 60]
const eventsOfFour = 100
const eventsOfGuest = 5

/** The whole way as it was measured, without the card's page and the look at the loan, and with a refusal more. */
const way: readonly (readonly [page: string, events: string])[] = [
  ['home', 'page_load tap_main'],
  ['login', 'page_load tap_main form_time'],
  ['home', 'page_load init tap_main'],
  ['applyNext', 'page_load tap_main'],
  ['applyIdcardGuid', 'page_load tap_main'],
  ['applyIdentity', 'page_load tap_main call_refused form_time'],
  ['faceApplyLive', 'page_load reach_identity'],
  ['applyProfile', 'page_load init tap_main form_time reach_profile'],
  ['applyConfirm', 'page_load tap_main form_time'],
  ['applyResult', 'page_load reach_limit tap_main'],
  ['borrowMoney', 'page_load tap_main form_time reach_borrow'],
  ['signAgreement', 'page_load form_time reach_signed'],
  ['withdraw', 'page_load call_refused'],
  ['withdrawSuccess', 'page_load reach_paidOut'],
]
const steps = way.flatMap(([page, events]) => events.split(' ').map((event) => ({ page, event })))
const actions: Record<string, string> = { page_load: 'pageLoad', tap_main: 'tap', form_time: 'form', init: 'init', call_refused: 'error' }
const contents: Record<string, (visit: number) => string> = {
  form_time: (visit) => `{"ms":${500 + (visit % 60_000)},"fields":3}`,
  init: () => 'android',
  call_refused: () => '/fyh/app/loan/quote/:id QUOTE_USED',
}

/** The n-th event of those who follow one another at a place; `kind` keeps browsers of one way of sending apart from those of another. */
function nthOf({ place, number, at, kind }: { place: number; number: number; at: number; kind: number }): Sent {
  const ofFour = number % eventsOfFour
  const nth = begins.findLastIndex((begin) => begin <= ofFour)
  const ofVisit = ofFour - (begins[nth] ?? 0)
  const visit = (Math.floor(number / eventsOfFour) * begins.length + nth) * visitsAtOnce + place
  const { page, event } = steps[ofVisit] ?? { page: '', event: '' }
  const ids = hash('sha256', `${kind} ${visit}`, 'hex')
  const isKnown = ofVisit >= eventsOfGuest
  return {
    action: actions[event] ?? 'reach',
    content: contents[event]?.(visit) ?? '',
    event,
    eventId: hash('sha256', `${kind} ${place} ${number}`, 'hex').slice(0, 19),
    generateId: `${ids.slice(0, 19)}${1_795_900_000_000 + visit}`,
    mobile: isKnown ? `138****${String(visit % 10_000).padStart(4, '0')}` : '',
    page,
    traceId: ids.slice(20, 31),
    tailId: ids.slice(40, 51),
    type: 'h5_fyh',
    userAgent: agent,
    userId: isKnown ? String(754_974_720_000_000 + kind * 1e9 + visit) : '',
    versionCode: '1.0.0',
    seq: at * 1024 + (visit % 1024),
    at,
    channel: ['fyh', 'FYH-mini', 'wx'][visit % 3] ?? '',
    brand: ['fyh', 'fbd'][visit % 2] ?? '',
    host: ['browser', 'messenger', 'miniProgram'][visit % 3] ?? '',
  }
}
