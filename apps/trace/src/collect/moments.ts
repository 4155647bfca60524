import { civilDateAt } from '@fyh/base/dates.ts'

const dayMs = 86_400_000
/** Civil days begin at midnight of UTC+8, eight hours before those of UTC. */
const aheadMs = 8 * 3_600_000

/** Civil days (UTC+8) of moments, which are ms since 1970. Moments asked for after each other are mostly of one day, and share its text. */
export function openCivilDays(): (ms: number) => string {
  let number = Number.NaN
  let day = ''
  return (ms) => {
    const ofMs = Math.floor((ms + aheadMs) / dayMs)
    if (ofMs !== number) {
      number = ofMs
      day = civilDateAt(new Date(ms))
    }
    return day
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
