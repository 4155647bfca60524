import { assert, unreachable } from '@fyh/base/assert.ts'
import { addFen, type Fen, fen, minFen, mulDiv, type Rounding, subFen, zeroFen } from '@fyh/base/money.ts'
import { type HalfRounding, instalmentOf } from './annuity.ts'
import { demand } from './engine-error.ts'
import { type Days, interestOf } from './interest.ts'
import type { Period } from './periods.ts'
import type { InterestRule, PrincipalRule } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

/** Principal and interest of one period, and how they came to be; `base` is what interest was charged on. */
export type Amounts = {
  readonly principal: Fen
  readonly interest: Fen
  readonly base: Fen
  readonly rule: InterestRule
  readonly principalRule: PrincipalRule
  /** Interest of this period that is due later. */
  readonly deferred: Fen
  /** Interest of earlier periods that is due now, with the first period that does not let it wait. */
  readonly broughtForward: Fen
  readonly ofTotal?: Fen
}

/** What stays the same from period to period: the instalment of equal instalments (and of a flat loan by instalment), else the principal. */
export function shareOf(terms: LoanTerms, periods: readonly Period[]): Fen {
  const { method, principal } = terms
  const paying = terms.grace?.principal === undefined ? periods : periods.slice(terms.grace.principal)
  switch (method) {
    case 'equalInstalment':
      return equalInstalmentOf(terms, periods, paying)
    case 'flat':
      return isByPrincipal(terms) ? equalPart(terms, principal, paying.length) : flatInstalmentOf(terms, periods, paying)
    case 'equalPrincipal':
      return equalPart(terms, principal, paying.length)
    case 'interestFirst':
    case 'bullet':
      return zeroFen
    default:
      return unreachable(method)
  }
}

/** The amounts of every period when the share is as given. Principal sums to what was paid out; no amount is negative. */
export function amountsOver(terms: LoanTerms, periods: readonly Period[], share: Fen): Amounts[] {
  const { principal, method } = terms
  const withoutPrincipal = terms.grace?.principal ?? 0
  const withoutInterest = terms.grace?.interest ?? 0
  const interests = method === 'flat' ? flatInterests(terms, periods) : undefined
  const isInstalment = sharesInstalment(terms)
  const usualRule = interests === undefined ? 'balanceByDays' : 'originalByDays'
  const usualPrincipal = principalRules[method]
  const all: Amounts[] = []
  let balance = principal
  let waiting = zeroFen
  for (const period of periods) {
    const number = period.period
    const isLast = number === periods.length
    const base = interests === undefined ? balance : principal
    const counted = interests === undefined ? interestOn(terms, base, period) : (interests.each[number - 1] ?? zeroFen)
    const pays = number > withoutPrincipal
    const part = isLast ? balance : pays ? within(balance, isInstalment ? subFen(share, counted) : share) : zeroFen
    const kept = isLast && terms.tail === 'lastInterest' ? keptInterest(terms, { share, counted, principal: part }) : undefined
    const rule = kept === undefined ? usualRule : 'instalmentMinusPrincipal'
    const principalRule = isLast ? 'rest' : pays ? usualPrincipal : 'none'
    const own = kept ?? counted
    const defers = number <= withoutInterest
    const deferred = defers ? own : zeroFen
    const broughtForward = defers ? zeroFen : waiting
    const interest = waiting === 0 && !defers ? own : fen(own - deferred + broughtForward)
    const amounts: Amounts = { principal: part, interest, base, rule, principalRule, deferred, broughtForward }
    all.push(interests?.total === undefined ? amounts : { ...amounts, ofTotal: interests.total })
    waiting = defers ? addFen(waiting, own) : zeroFen
    balance = subFen(balance, part)
  }
  return all
}

const principalRules = {
  equalInstalment: 'instalmentMinusInterest',
  equalPrincipal: 'equalShare',
  flat: 'equalShare',
  interestFirst: 'none',
  bullet: 'none',
} as const

function equalInstalmentOf(terms: LoanTerms, periods: readonly Period[], paying: readonly Period[]): Fen {
  if (terms.instalment !== undefined) return terms.instalment
  const { principal, annualRate } = terms
  const isPlain = (terms.annuityBy ?? 'days') === 'days' && terms.grace?.interestFree === undefined
  const first = periods[0]
  const spans = isPlain
    ? paying
    : paying.map((period) => (period.isFree ? { days: 0, basis: period.basis } : daysOfAnnuity(terms, period, first)))
  const exact = inMultiples(terms, instalmentOf({ principal, annualRate, spans }, halvesOf(terms)))
  return terms.tail === 'evened' ? evened(terms, periods, exact) : exact
}

function daysOfAnnuity({ annuityBy = 'days', period = { unit: 'month', every: 1 } }: LoanTerms, own: Days, first: Days = own): Days {
  const { days, basis } = annuityBy === 'firstPeriod' ? first : own
  if (annuityBy !== 'periods') return { days, basis }
  switch (period.unit) {
    case 'month':
      return { days: 30 * period.every, basis: 360 }
    case 'week':
      return { days: period.every, basis: 52 }
    case 'day':
      return { days: period.every, basis: 365 }
  }
}

const evenings = 3

/**
 * Moves the instalment towards the last one: by the difference spread over the paying periods, up to three times, as long as the
 * difference is more fen than half the number of periods and becomes smaller.
 */
function evened(terms: LoanTerms, periods: readonly Period[], first: Fen): Fen {
  const paying = periods.length - (terms.grace?.principal ?? 0)
  let instalment = first
  let difference = lastDifference(terms, periods, first)
  for (let round = 0; round < evenings; round += 1) {
    if (Math.abs(difference) <= Math.floor(periods.length / 2)) break
    const step = fen(mulDiv({ value: difference, times: 1, over: paying, rounding: terms.rounding ?? 'halfUp' }))
    const moved = inMultiples(terms, addFen(instalment, step))
    if (moved === instalment) break
    const movedDifference = lastDifference(terms, periods, moved)
    if (Math.abs(movedDifference) >= Math.abs(difference)) break
    instalment = moved
    difference = movedDifference
  }
  return instalment
}

function lastDifference(terms: LoanTerms, periods: readonly Period[], instalment: Fen): Fen {
  const last = amountsOver({ ...terms, grace: { ...terms.grace, interest: 0 } }, periods, instalment)[periods.length - 1]
  assert(last !== undefined, 'a plan has periods')
  return subFen(addFen(last.principal, last.interest), instalment)
}

function isByPrincipal({ flatBy = 'principal' }: LoanTerms): boolean {
  return flatBy === 'principal'
}

function flatInstalmentOf(terms: LoanTerms, periods: readonly Period[], paying: readonly Period[]): Fen {
  const { total, each } = flatInterests(terms, periods)
  const interest = total ?? addFen(...each)
  const over = paying.length
  return inMultiples(terms, fen(mulDiv({ value: addFen(terms.principal, interest), times: 1, over, rounding: halvesOf(terms) })))
}

/** The interest of each period of a flat loan; with the total when it is divided over the periods and not counted for each. */
function flatInterests(terms: LoanTerms, periods: readonly Period[]): { total: Fen | undefined; each: Fen[] } {
  const { principal, flatBy } = terms
  if (flatBy !== 'total') return { total: undefined, each: periods.map((period) => interestOn(terms, principal, period)) }
  const charged = periods.filter((period) => !period.isFree)
  const total = charged.length === 0 ? zeroFen : totalInterest(terms, charged)
  const part = fen(mulDiv({ value: total, times: 1, over: Math.max(1, charged.length), rounding: 'halfEven' }))
  let left = total
  const each = periods.map((period) => {
    if (period.isFree) return zeroFen
    const own = period.period === periods.length ? left : minFen(left, part)
    left = subFen(left, own)
    return own
  })
  return { total, each }
}

/** One rounding over the whole term where its periods have one basis. */
function totalInterest(terms: LoanTerms, periods: readonly Period[]): Fen {
  const basis = periods[0]?.basis ?? 360
  if (periods.some((period) => period.basis !== basis))
    return addFen(...periods.map((period) => interestOn(terms, terms.principal, period)))
  const days = periods.reduce((sum, period) => sum + period.days, 0)
  return interestOf({ balance: terms.principal, annualRate: terms.annualRate, days, basis, rounding: terms.rounding ?? 'halfUp' })
}

function interestOn(terms: LoanTerms, balance: Fen, { isFree, days, basis }: Period): Fen {
  if (isFree) return zeroFen
  const interest = interestOf({ balance, annualRate: terms.annualRate, days, basis, rounding: terms.rounding ?? 'halfUp' })
  return terms.amountMultiple === undefined ? interest : toMultiple(interest, terms.amountMultiple, 'halfUp')
}

/** Shares and instalments are rounded to the nearest fen whatever interest is; a half goes where interest's does. */
function halvesOf({ rounding }: LoanTerms): HalfRounding {
  return rounding === 'halfEven' ? 'halfEven' : 'halfUp'
}

function equalPart(terms: LoanTerms, amount: Fen, parts: number): Fen {
  const { amountMultiple } = terms
  const part = fen(mulDiv({ value: amount, times: 1, over: parts, rounding: halvesOf(terms) }))
  return amountMultiple === undefined ? part : toMultiple(part, amountMultiple, 'halfUp')
}

/** Never rounded to nothing: an instalment smaller than half a multiple stays as it is. */
function inMultiples({ instalmentMultiple }: LoanTerms, instalment: Fen): Fen {
  if (instalmentMultiple === undefined) return instalment
  const rounded = toMultiple(instalment, instalmentMultiple.of, instalmentMultiple.rounding)
  return rounded === 0 ? instalment : rounded
}

/** A sum in equal parts, each a multiple rounded half up; the last takes the rest. */
export function equalPartsOf({ amount, count, multiple }: { amount: Fen; count: number; multiple: Fen }): Fen[] {
  demand(Number.isSafeInteger(count) && count > 0, 'PERIODS_OUT_OF_RANGE', `${count} parts`)
  demand(amount >= 0 && multiple > 0, 'AMOUNT_NOT_POSITIVE', `${amount} in multiples of ${multiple}`)
  const part = toMultiple(fen(mulDiv({ value: amount, times: 1, over: count, rounding: 'halfUp' })), multiple, 'halfUp')
  let left = amount
  return Array.from({ length: count }, (_, index) => {
    const own = index === count - 1 ? left : minFen(left, part)
    left = subFen(left, own)
    return own
  })
}

export function toMultiple(amount: Fen, multiple: Fen, rounding: Rounding): Fen {
  return fen(mulDiv({ value: amount, times: 1, over: multiple, rounding }) * multiple)
}

/** Whether the share is the instalment, of which interest is taken first, and not the principal. */
function sharesInstalment(terms: LoanTerms): boolean {
  return terms.method === 'equalInstalment' || (terms.method === 'flat' && !isByPrincipal(terms))
}

/** Bounded by zero and the balance, which rounding can pass when a loan is only a few fen. */
function within(balance: Fen, amount: Fen): Fen {
  if (amount < 0) return zeroFen
  return amount < balance ? amount : balance
}

/** The last interest when it, not the instalment, absorbs the rounding; undefined when it is counted by days like the others. */
function keptInterest(terms: LoanTerms, { share, counted, principal }: { share: Fen; counted: Fen; principal: Fen }): Fen | undefined {
  if (terms.method !== 'equalInstalment' && terms.method !== 'flat') return undefined
  const instalment = terms.method === 'flat' && isByPrincipal(terms) ? addFen(share, counted) : share
  return principal <= instalment ? subFen(instalment, principal) : undefined
}
