import { hash } from 'node:crypto'

const pages = ['home', 'login', 'idCard', 'face', 'profile', 'confirm', 'borrowMoney', 'signing', 'loanDetail', 'repay', 'message', 'mine']
const kinds = [
  { event: 'page_load', action: 'pageLoad', content: '' },
  { event: 'tap_main', action: 'tap', content: '' },
  { event: 'form_time', action: 'form', content: '{"ms":12345,"fields":3}' },
  { event: 'page_load', action: 'pageLoad', content: '' },
  { event: 'call_timeout', action: 'error', content: '/fp/app/loan/withdraw TIMEOUT' },
]
const eventsOfVisit = 10

export const agent =
  'Mozilla/5.0 (Linux; Android 14; V2304A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Mobile Safari/537.36'

/**
 * The n-th event of browsers that are each seen once, harsher than the product's: after ten events the next browser and visit, every second of a user
 * never seen before, and every fifth event an error.
 */
export function nthEvent(number: number, nowMs: number): Record<string, string | number> {
  const visit = Math.floor(number / eventsOfVisit)
  const place = number % eventsOfVisit
  const text = (salt: string, length: number) => hash('sha256', `${salt}${visit}`, 'hex').slice(0, length)
  const { event, action, content } = kinds[number % kinds.length] ?? { event: '', action: '', content: '' }
  const isKnown = visit % 2 === 0 && place > 4
  return {
    action,
    content,
    event: place === 9 && visit % 3 === 0 ? 'reach_identity' : event,
    eventId: hash('sha256', `e${number}`, 'hex').slice(0, 19),
    generateId: `${text('g', 19)}${nowMs}`,
    mobile: isKnown ? '138****0001' : '',
    page: pages[(visit + place) % pages.length] ?? '',
    traceId: text('t', 11),
    tailId: text('l', 11),
    type: 'h5_fyh',
    userAgent: agent,
    userId: isKnown ? String(754_974_720_000_000 + visit) : '',
    versionCode: '1.0.0',
    seq: place + 1,
    at: nowMs - (eventsOfVisit - place) * 900,
    channel: ['fyh', 'FYH-mini', 'wx'][visit % 3] ?? '',
    brand: ['fyh', 'fbd'][visit % 2] ?? '',
    host: ['browser', 'messenger', 'miniProgram'][visit % 3] ?? '',
  }
}
