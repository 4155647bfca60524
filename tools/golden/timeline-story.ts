import type { CivilDate } from '@fyh/base/dates.ts'
import type { Charge, EventId, LoanEvent } from '@fyh/loan-engine/events.ts'
import type { ExcessRule } from '@fyh/loan-engine/rules.ts'
import { dateAt, type Fields, FormatError, fenAt, has, listAt, percentAt, textAt, wholeAt } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'
import { type ChargeFact, chargeFactsOf, chargeSumOf, isPenalty, isUpFront } from './timeline-charges.ts'
import { excessRuleOf } from './timeline-rules.ts'

/** What has been told of a loan up to a step: the business day, the events in the order they became known, what was told of charges. */
export type Story = {
  readonly facts: readonly ChargeFact[]
  readonly today: CivilDate
  /** The last day on which anything was done. */
  readonly reckonedOn: CivilDate
  readonly isPaidOut: boolean
  readonly events: readonly LoanEvent[]
  readonly excess: ExcessRule | undefined
  /** Charges of a loan without classes of allocation stand before all money, whenever they were added. */
  readonly chargesFirst: CivilDate | undefined
  /** Whether undone payments are told by the day they were made on, or counted over the whole loan. */
  readonly undoneByDay: boolean
}

export function openStory(golden: GoldenCase, payOutDate: CivilDate): Story {
  const { inputs } = golden
  const today = dateAt(inputs, 'applied_on')
  const isByClass = !has(inputs, 'allocation_order') || listAt(inputs, 'allocation_order').length === 12
  return {
    facts: chargeFactsOf(golden),
    today,
    reckonedOn: today,
    isPaidOut: false,
    events: [],
    excess: undefined,
    chargesFirst: isByClass ? undefined : payOutDate,
    undoneByDay: isUndoneByDay(golden),
  }
}

/** A case that undoes the second payment of a day with one counts over the whole loan, and names the day of undoing. */
function isUndoneByDay({ timeline }: GoldenCase): boolean {
  const paid = (day: CivilDate, kind: string) =>
    timeline.filter((step) => [kind, kind === 'repayment' ? 'repay' : kind].includes(textAt(step, 'op')) && step.on === day).length
  const undone = timeline.filter((step) => step.op === 'undo')
  return undone.every((step) => paid(dateAt(step, 'made_on'), textAt(step, 'kind')) >= wholeAt(step, 'nth'))
}

/** Operations that make no event: the day ends, or the loan's own pay-out is told. */
const silentOps: ReadonlySet<string> = new Set(['day_end', 'disburse'])

/** Every operation a story can be told in. */
export const knownOps: ReadonlySet<string> = new Set([
  ...silentOps,
  'clock',
  'approve',
  'set_excess_rule',
  'repay',
  'settle_early',
  'interest_payment_waiver',
  'add_charge',
  'adjust_charge',
  'waive_charge',
  'refund_overpayment',
  'charge_off',
  'write_off',
  'pause_interest',
  'reschedule',
  'undo',
  'undo_charge_off',
  'undo_waive_charge',
  'undo_adjust_charge',
])

/**
 * The story after one operation. `settles` answers what the loan costs to settle on a day, at that point of the story.
 * Throws FormatError for an operation the format does not have.
 */
export function tell(story: Story, step: Fields, settles: (onDate: CivilDate) => LoanEvent): Story {
  const op = textAt(step, 'op')
  if (op === 'clock') return { ...story, today: dateAt(step, 'on') }
  if (op === 'set_excess_rule') return { ...story, excess: excessRuleOf(textAt(step, 'to')) }
  if (op === 'approve') return story
  const reckoned = { ...story, reckonedOn: story.today, isPaidOut: story.isPaidOut || op === 'disburse' }
  if (op === 'disburse' && story.isPaidOut) return { ...reckoned, events: [...story.events, laterDrawing(story, step)] }
  if (silentOps.has(op) || (op === 'add_charge' && isUpFront(step))) return reckoned
  return { ...reckoned, events: [...story.events, eventOf(story, step, op, settles)] }
}

function eventOf(story: Story, step: Fields, op: string, settles: (onDate: CivilDate) => LoanEvent): LoanEvent {
  const id = story.events.length + 1
  const { today: on } = story
  switch (op) {
    case 'repay':
      return { id, kind: 'repay', on: dateAt(step, 'on'), amount: fenAt(step, 'amount') }
    case 'settle_early':
      return { ...settles(dateAt(step, 'on')), id }
    case 'interest_payment_waiver':
      return { id, kind: 'waiver', on: dateAt(step, 'on'), amount: fenAt(step, 'amount') }
    case 'add_charge':
      return chargeOf(story, step, id)
    case 'adjust_charge':
      return { id, kind: 'adjustCharge', on, charge: chargeNamed(story, step).id, amount: fenAt(step, 'amount') }
    case 'waive_charge':
      return { id, kind: 'waiveCharge', on, charge: chargeNamed(story, step).id }
    case 'refund_overpayment':
      return { id, kind: 'refundSurplus', on: dateAt(step, 'on'), amount: fenAt(step, 'amount') }
    case 'charge_off':
      return { id, kind: 'chargeOff', on: dateAt(step, 'on') }
    case 'write_off':
      return { id, kind: 'writeOff', on: dateAt(step, 'on') }
    case 'pause_interest':
      return { id, kind: 'pauseInterest', on: dateAt(step, 'from'), to: dateAt(step, 'to') }
    case 'reschedule':
      return rescheduleOf(step, id, on)
    default:
      return { id, kind: 'reverse', on, event: undoneBy(story, step, op) }
  }
}

/** The first pay-out is the loan's own; any after it is drawn on top. */
function laterDrawing({ events }: Story, step: Fields): LoanEvent {
  return { id: events.length + 1, kind: 'draw', on: dateAt(step, 'on'), amount: fenAt(step, 'amount') }
}

function rescheduleOf(step: Fields, id: EventId, on: CivilDate): LoanEvent {
  const from = dateAt(step, 'from')
  if (has(step, 'new_annual_rate_pct')) return { id, kind: 'changeRate', on: from, annualRate: percentAt(step, 'new_annual_rate_pct') }
  if (has(step, 'new_due')) return { id, kind: 'moveDueDate', on, from, newDue: dateAt(step, 'new_due') }
  if (has(step, 'principal_grace')) return { id, kind: 'deferPrincipal', on, from, periods: wholeAt(step, 'principal_grace') }
  throw new FormatError(`reschedule says nothing that is known: ${Object.keys(step).join(', ')}`)
}

function chargeOf(story: Story, step: Fields, id: EventId): Charge {
  const part = isPenalty(step, story.facts) ? 'penalty' : 'fee'
  const due = has(step, 'due') ? dateAt(step, 'due') : 'eachPeriod'
  return { id, kind: 'charge', on: chargedOn(story, due), part, due, sum: chargeSumOf(step, story.facts), payee: textAt(step, 'name') }
}

/** A charge counts from the day it was added, or its due day when that is earlier. */
function chargedOn({ today, chargesFirst }: Story, due: CivilDate | 'eachPeriod'): CivilDate {
  return chargesFirst ?? (due !== 'eachPeriod' && due < today ? due : today)
}

/** The charge an operation speaks of: by name and due day, or the last one told of when it names none. */
function chargeNamed({ events }: Story, step: Fields): Charge {
  const fits = (event: LoanEvent): event is Charge =>
    event.kind === 'charge' &&
    (!has(step, 'name') || event.payee === textAt(step, 'name')) &&
    (!has(step, 'due') || event.due === dateAt(step, 'due'))
  const charge = events.filter(fits).at(-1)
  if (charge === undefined) throw new FormatError(`no charge was told of before ${JSON.stringify(step)}`)
  return charge
}

/** The event an operation takes back: the nth ever made, or the last one that still counts. */
function undoneBy({ events, undoneByDay }: Story, step: Fields, op: string): EventId {
  const gone = new Set(events.map((event) => (event.kind === 'reverse' ? event.event : undefined)))
  const kind = undoneKind(op, step)
  const ofKind = events.filter(
    (event) =>
      event.kind === kind &&
      (!has(step, 'amount') || !('amount' in event) || event.amount === fenAt(step, 'amount')) &&
      (!has(step, 'made_on') || !undoneByDay || event.on === dateAt(step, 'made_on')),
  )
  const found = has(step, 'nth') ? ofKind[wholeAt(step, 'nth') - 1] : ofKind.filter(({ id }) => !gone.has(id)).at(-1)
  if (found?.id === undefined) throw new FormatError(`nothing to take back: ${JSON.stringify(step)}`)
  return found.id
}

function undoneKind(op: string, step: Fields): LoanEvent['kind'] {
  switch (op) {
    case 'undo':
      return textAt(step, 'kind') === 'interest_payment_waiver' ? 'waiver' : 'repay'
    case 'undo_charge_off':
      return 'chargeOff'
    case 'undo_waive_charge':
      return 'waiveCharge'
    case 'undo_adjust_charge':
      return 'adjustCharge'
    default:
      throw new FormatError(`no such operation: ${op}`)
  }
}
