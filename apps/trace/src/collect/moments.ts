import { civilDateAt } from '@fyh/base/dates.ts'

export type Moment = { readonly at: string; readonly day: string }

const minuteMs = 60_000
const padded = (count: number, length: number) => Array.from({ length: count }, (_, number) => String(number).padStart(length, '0'))
const seconds = padded(60, 2).map((digits) => `${digits}.`)
const millis = padded(1_000, 3).map((digits) => `${digits}Z`)

/** ISO instants of moments (ms since 1970) and their civil days. Moments asked for after each other are mostly the same, or of one minute, and share what is dear to make. */
export function openMoments(): (ms: number) => Moment {
  let minute = Number.NaN
  let upToMinute = ''
  let day = ''
  let lastMs = Number.NaN
  let last: Moment = { at: '', day: '' }
  return (ms) => {
    if (ms === lastMs) return last
    const ofMs = Math.floor(ms / minuteMs)
    if (ofMs !== minute) {
      minute = ofMs
      upToMinute = new Date(ms).toISOString().slice(0, -'00.000Z'.length)
      day = civilDateAt(new Date(ms))
    }
    const rest = ms - minute * minuteMs
    // A text this short is copied, a longer one kept as its parts: the fewer the better.
    const inMinute = `${seconds[Math.floor(rest / 1_000)]}${millis[rest % 1_000]}`
    last = { at: `${upToMinute}${inMinute}`, day }
    lastMs = ms
    return last
  }
}

/** The other way: ms since 1970 of an ISO instant as `openMoments` writes it, NaN of any other text. Instants of one day share it. */
export function openInstants(): (at: string) => number {
  const msOfDay = openDays()
  let date = Number.NaN
  let dateMs = Number.NaN
  let last = ''
  let lastMs = Number.NaN
  return (at) => {
    if (at === last) return lastMs
    if (!isWritten(at)) return Number.NaN
    const dateOfAt = 1_000_000 * digits(at, 0) + 10_000 * digits(at, 2) + 100 * digits(at, 5) + digits(at, 8)
    if (dateOfAt !== date) {
      date = dateOfAt
      dateMs = msOfDay(at.slice(0, '2026-11-28'.length))
    }
    last = at
    lastMs = dateMs + inDay(at)
    return lastMs
  }
}

/** ms since 1970 of the beginning (UTC) of a day, NaN of any other text. Days asked for after each other are mostly the same. */
export function openDays(): (day: string) => number {
  let last = ''
  let lastMs = Number.NaN
  return (day) => {
    if (day === last) return lastMs
    const ms = Date.parse(`${day}T00:00:00.000Z`)
    last = day
    // To the parser a day that its month does not have is another one.
    lastMs = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${day}T`) ? ms : Number.NaN
    return lastMs
  }
}

/** Whether what stands between the digits is what should; a text without the digits makes no number. */
function isWritten(at: string): boolean {
  return (
    at.length === 24 &&
    at[4] === '-' &&
    at[7] === '-' &&
    at[10] === 'T' &&
    at[13] === ':' &&
    at[16] === ':' &&
    at[19] === '.' &&
    at[23] === 'Z'
  )
}

function inDay(at: string): number {
  const ms = digits(at, 20) * 10 + (digits(at, 21) % 10)
  return ((digits(at, 11, 23) * 60 + digits(at, 14, 59)) * 60 + digits(at, 17, 59)) * 1_000 + ms
}

/** The number of two digits, NaN where there are none or it is more. */
function digits(text: string, place: number, most = 99): number {
  const tens = text.charCodeAt(place) - 0x30
  const ones = text.charCodeAt(place + 1) - 0x30
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return Number.NaN
  const number = tens * 10 + ones
  return number <= most ? number : Number.NaN
}
