/** Front door: the end of business days, loan by loan. */

export { closeDays, openDays, openDaysWithin } from './close-days.ts'
export { quietAfter } from './close-quiet.ts'
