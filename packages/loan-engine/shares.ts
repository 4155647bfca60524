import { AssertionFailed, assert, unreachable } from '@fyh/base/assert.ts'
import { addFen, type Fen, fen, minFen, mulDiv, type Ppm, type Rounding, subFen, subFenWithin, zeroFen } from '@fyh/base/money.ts'
import { type HalfRounding, instalmentOf } from './annuity.ts'
import { demand } from './engine-error.ts'
import { type Days, interestOf } from './interest.ts'
import { methodTraits, principalRules } from './methods.ts'
import type { Period } from './periods.ts'
import type { InterestRule, PrincipalRule } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

/** Principal and interest of one period, and how they came to be; `base` is what interest was charged on. */
export type Amounts = { readonly principal: Fen; readonly interest: Fen; readonly base: Fen; readonly reason: Reason }

/** One object for all periods whose amounts came to be alike. */
type Reason = {
  readonly rule: InterestRule
  readonly principalRule: PrincipalRule
  readonly ofTotal: Fen | undefined
  /** Interest of this period that is due later. */
  readonly deferred: Fen
  /** Interest of earlier periods that is due now, with the first period that does not let it wait. */
  readonly broughtForward: Fen
}

/** What stays the same from period to period: the instalment of equal instalments (and of a flat loan by instalment), else the principal. */
export function shareOf(terms: LoanTerms, periods: readonly Period[]): Fen {
  const { method, principal } = terms
  const paying = terms.grace?.principal === undefined ? periods : periods.slice(terms.grace.principal)
  const { share } = methodTraits[method]
  switch (share) {
    case 'instalment':
      return equalInstalmentOf(terms, periods, paying)
    case 'principal':
      return sharesInstalment(terms) ? flatInstalmentOf(terms, periods, paying) : equalPart(terms, principal, paying.length)
    case 'none':
      return zeroFen
    default:
      return unreachable(share)
  }
}

/** The amounts of every period when the share is as given. Principal sums to what was paid out; no amount is negative. */
export function amountsOver(terms: LoanTerms, periods: readonly Period[], share: Fen): Amounts[] {
  const counted = countedAmounts(terms, periods, share)
  const amounts = terms.tail === 'lastInterest' ? withKeptInstalment(terms, counted, share) : counted
  return terms.grace?.interest === undefined ? amounts : withInterestPutOff(amounts, terms.grace.interest)
}

/** Interest counted by days and due at once. What holds for all periods is read before them: plans are drawn by the thousand. */
function countedAmounts(terms: LoanTerms, periods: readonly Period[], share: Fen): Amounts[] {
  const { principal, method, annualRate, rounding, amountMultiple } = terms
  const withoutPrincipal = terms.grace?.principal ?? 0
  const interests = isFlat(terms) ? flatInterests(terms, periods) : undefined
  const isInstalment = sharesInstalment(terms)
  const usual = reasonOf(principalRules[methodTraits[method].share], interests)
  const unpaid = reasonOf('none', interests)
  const rest = reasonOf('rest', interests)
  const count = periods.length
  const all = new Array<Amounts>(count)
  let balance = principal
  for (let number = 1; number <= count; number += 1) {
    const period = periods[number - 1]
    if (period === undefined) throw new AssertionFailed('every number has its period')
    const isLast = number === count
    const base = interests === undefined ? balance : principal
    const interest =
      interests === undefined
        ? interestOn(period, { balance, annualRate, rounding, amountMultiple })
        : (interests.each[number - 1] ?? zeroFen)
    const pays = number > withoutPrincipal
    // Rounding could pass zero or the balance when a loan is only a few fen.
    const part = isLast ? balance : pays ? subFenWithin(share, isInstalment ? interest : zeroFen, balance) : zeroFen
    all[number - 1] = { principal: part, interest, base, reason: isLast ? rest : pays ? usual : unpaid }
    balance = subFen(balance, part)
  }
  return all
}

function reasonOf(principalRule: PrincipalRule, interests: FlatInterests | undefined): Reason {
  const rule = interests === undefined ? 'balanceByDays' : 'originalByDays'
  return { rule, principalRule, ofTotal: interests?.total, deferred: zeroFen, broughtForward: zeroFen }
}

/** The last interest when it, not the instalment, absorbs the rounding; it stays as counted where principal alone is more. */
function withKeptInstalment(terms: LoanTerms, amounts: Amounts[], share: Fen): Amounts[] {
  const last = amounts[amounts.length - 1]
  if (last === undefined || !(sharesInstalment(terms) || isFlat(terms))) return amounts
  const instalment = sharesInstalment(terms) ? share : addFen(share, last.interest)
  if (last.principal > instalment) return amounts
  const interest = subFen(instalment, last.principal)
  return [...amounts.slice(0, -1), { ...last, interest, reason: { ...last.reason, rule: 'instalmentMinusPrincipal' } }]
}

/** Interest of the first periods waits for the one after them. */
function withInterestPutOff(amounts: readonly Amounts[], periods: number): Amounts[] {
  let waiting = zeroFen
  return amounts.map((one, index) => {
    if (index > periods) return one
    const { principal, interest: own, base, reason } = one
    const defers = index < periods
    const deferred = defers ? own : zeroFen
    const broughtForward = defers ? zeroFen : waiting
    waiting = defers ? addFen(waiting, own) : zeroFen
    const interest = fen(own - deferred + broughtForward)
    return { principal, interest, base, reason: { ...reason, deferred, broughtForward } }
  })
}

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
    const step = mulDiv({ value: difference, times: 1, over: paying, rounding: terms.rounding ?? 'halfUp' })
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
  const last = countedAmounts(terms, periods, instalment)[periods.length - 1]
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
  return inMultiples(terms, mulDiv({ value: addFen(terms.principal, interest), times: 1, over, rounding: halvesOf(terms) }))
}

/** The interest of each period; with the total when that is divided over the periods and not counted for each. */
type FlatInterests = { readonly total: Fen | undefined; readonly each: readonly Fen[] }

function flatInterests(terms: LoanTerms, periods: readonly Period[]): FlatInterests {
  if (terms.flatBy !== 'total') return { total: undefined, each: originalInterests(terms, periods) }
  const charged = periods.filter((period) => !period.isFree)
  const total = charged.length === 0 ? zeroFen : totalInterest(terms, charged)
  const part = mulDiv({ value: total, times: 1, over: Math.max(1, charged.length), rounding: 'halfEven' })
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
  if (periods.some((period) => period.basis !== basis)) return addFen(...originalInterests(terms, periods))
  const days = periods.reduce((sum, period) => sum + period.days, 0)
  return interestOf({ balance: terms.principal, annualRate: terms.annualRate, days, basis, rounding: terms.rounding ?? 'halfUp' })
}

function originalInterests({ principal, annualRate, rounding, amountMultiple }: LoanTerms, periods: readonly Period[]): Fen[] {
  return periods.map((period) => interestOn(period, { balance: principal, annualRate, rounding, amountMultiple }))
}

type Charged = { balance: Fen; annualRate: Ppm; rounding: Rounding | undefined; amountMultiple: Fen | undefined }

function interestOn({ isFree, days, basis }: Period, { balance, annualRate, rounding = 'halfUp', amountMultiple }: Charged): Fen {
  if (isFree) return zeroFen
  const interest = interestOf({ balance, annualRate, days, basis, rounding })
  return amountMultiple === undefined ? interest : toMultiple(interest, amountMultiple, 'halfUp')
}

/** Shares and instalments are rounded to the nearest fen whatever interest is; a half goes where interest's does. */
function halvesOf({ rounding }: LoanTerms): HalfRounding {
  return rounding === 'halfEven' ? 'halfEven' : 'halfUp'
}

function equalPart(terms: LoanTerms, amount: Fen, parts: number): Fen {
  const { amountMultiple } = terms
  const part = mulDiv({ value: amount, times: 1, over: parts, rounding: halvesOf(terms) })
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
  const part = toMultiple(mulDiv({ value: amount, times: 1, over: count, rounding: 'halfUp' }), multiple, 'halfUp')
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
  return methodTraits[terms.method].share === 'instalment' || (isFlat(terms) && !isByPrincipal(terms))
}

/** Interest is on the sum paid out, whatever of it is left. */
export function isFlat({ method }: Pick<LoanTerms, 'method'>): boolean {
  return methodTraits[method].interestOn === 'original'
}
