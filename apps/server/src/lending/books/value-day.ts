import { addDays, type CivilDate, daysBetween } from '@fyh/base/dates.ts'

/** Further back than this the machine restates nothing: statements and reports of those days have gone out. */
export const valueDaysBackMax = 60

/** The day money counts from, and why a person should look at it, if one should. */
type ValueDay = { readonly on: CivilDate; readonly doubt: 'beforePayOut' | 'inFuture' | 'tooLongAgo' | undefined }

/**
 * Money counts from the day the channel received it, and at the latest from the day it was asked for: the borrower has done their part by
 * then, and a quote holds for that day. What it was asked for was reckoned with what had happened to the loan by then (`reckonedWith`, the
 * last such day), so it never counts before that: a settlement would fall short, another payment become surplus. A day that cannot be (in the future, before the pay-out) is not believed, and one too
 * long ago is not restated: that money counts from the last day opened for the loan, on which it became known.
 */
export function valueDayOf({
  receivedOn,
  askedOn,
  reckonedWith,
  payOutDate,
  bookedTo,
  today,
}: {
  receivedOn: CivilDate | null
  askedOn: CivilDate
  reckonedWith: CivilDate | undefined
  payOutDate: CivilDate
  bookedTo: CivilDate
  today: CivilDate
}): ValueDay {
  const isInFuture = receivedOn !== null && receivedOn > today
  const told = receivedOn === null || isInFuture || receivedOn > askedOn ? askedOn : receivedOn
  if (told < addDays(today, -valueDaysBackMax)) return { on: bookedTo, doubt: 'tooLongAgo' }
  const notBefore = laterOf(reckonedWith ?? payOutDate, payOutDate)
  if (told < payOutDate) return { on: notBefore, doubt: 'beforePayOut' }
  const fits = laterOf(told, notBefore)
  // While a debit is under way no day after the one it was asked for is opened, so this only guards.
  const on = fits > bookedTo ? bookedTo : fits
  return { on, doubt: isInFuture ? 'inFuture' : undefined }
}

const laterOf = (a: CivilDate, b: CivilDate): CivilDate => (daysBetween(a, b) > 0 ? b : a)
