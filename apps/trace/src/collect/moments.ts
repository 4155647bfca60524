import { civilDateAt } from '@fyh/base/dates.ts'

export type Moment = { readonly at: string; readonly day: string }

const minuteMs = 60_000
const padded = (count: number, length: number) => Array.from({ length: count }, (_, number) => String(number).padStart(length, '0'))
const seconds = padded(60, 2)
const millis = padded(1_000, 3)

/** ISO instants of moments (ms since 1970) and their civil days. Moments asked for after each other are mostly of one minute, and share what is dear to make. */
export function openMoments(): (ms: number) => Moment {
  let minute = Number.NaN
  let upToMinute = ''
  let day = ''
  return (ms) => {
    const ofMs = Math.floor(ms / minuteMs)
    if (ofMs !== minute) {
      minute = ofMs
      upToMinute = new Date(ms).toISOString().slice(0, -'00.000Z'.length)
      day = civilDateAt(new Date(ms))
    }
    const rest = ms - minute * minuteMs
    return { at: `${upToMinute}${seconds[Math.floor(rest / 1_000)]}.${millis[rest % 1_000]}Z`, day }
  }
}
