import { funnelSteps } from '@fyh/contract/funnel.ts'
import { productTypes } from '@fyh/contract/options.ts'
import { owned } from './texts.ts'

const kinds = ['event', 'page', 'channel', 'brand', 'host'] as const
export type Names = Readonly<Record<(typeof kinds)[number], string>>
type Counted = keyof Names | 'fault' | 'together'

export type NameLimit = {
  /** The names to count an event under: those it says, the same object, or others. */
  readonly names: (said: Names, day: string) => Names
  /** The name to count a fault under. */
  readonly fault: (said: string, day: string) => string
  /** What was counted lately, most counted first, is known after a start too. */
  readonly learn: (names: readonly Names[], faults: readonly string[], day: string) => void
}

export const otherName = 'other'

/** Names of the product itself, which always pass. The others of its own pass by habit: what was seen the day before is known. */
const own: Readonly<Partial<Record<Counted, ReadonlySet<string>>>> = {
  event: new Set([
    ...['page_load', 'init', 'tap_main', 'form_time', 'page_error'],
    ...funnelSteps.flatMap((step) => ('event' in step ? [step.event] : [])),
  ]),
  brand: new Set(['', ...productTypes]),
  host: new Set(['', 'browser', 'messenger', 'miniProgram', 'iframe', 'nativeIos', 'nativeAndroid']),
}
/** Brands and hosts are all known. */
const newNamesMax: Readonly<Record<Counted, number>> = {
  event: 500,
  page: 500,
  channel: 500,
  brand: 0,
  host: 0,
  fault: 500,
  together: 20_000,
}

function togetherOf(names: Names): string {
  return kinds.map((kind) => names[kind]).join('\n')
}

/** So many times the new ones of a day are held at most, also of who sends theirs again every day. */
const daysHeld = 4

/**
 * Anybody may send events, and each new name, and each new set of names, makes rows of counts that are kept for years: so a collector
 * takes so many new ones a day, and counts the rest under one. What was seen the day before stays known, so that nobody
 * pushes it out by sending others first.
 */
export function openNameLimit(max: Readonly<Record<Counted, number>> = newNamesMax): NameLimit {
  const known = new Map<Counted, { lastSeen: Map<string, string>; newOnes: number }>()
  let today = ''

  function passes(kind: Counted, name: string, day: string): boolean {
    if (own[kind]?.has(name)) return true
    if (day > today) forgetUnseen(day)
    const { lastSeen, newOnes } = ofKind(kind)
    if (!lastSeen.has(name)) {
      if (newOnes >= max[kind] || lastSeen.size >= max[kind] * daysHeld) return false
      ofKind(kind).newOnes += 1
    }
    lastSeen.set(lastSeen.has(name) ? name : owned(name), today)
    return true
  }

  function ofKind(kind: Counted) {
    const found = known.get(kind) ?? { lastSeen: new Map<string, string>(), newOnes: 0 }
    known.set(kind, found)
    return found
  }

  function forgetUnseen(day: string): void {
    for (const names of known.values()) {
      names.newOnes = 0
      for (const [name, seen] of names.lastSeen) if (seen < today) names.lastSeen.delete(name)
    }
    settled.clear()
    today = day
  }

  const settled = openSettled()

  return {
    names(said, day) {
      if (day === today && settled.has(said)) return said
      const limited = (kind: keyof Names) => (passes(kind, said[kind], day) ? said[kind] : otherName)
      const names = {
        event: limited('event'),
        page: limited('page'),
        channel: limited('channel'),
        brand: limited('brand'),
        host: limited('host'),
      }
      const isAsSaid = kinds.every((kind) => names[kind] === said[kind])
      if (passes('together', togetherOf(names), day)) {
        if (isAsSaid) settled.add(said)
        return isAsSaid ? said : names
      }
      const event = own.event?.has(names.event) ? names.event : otherName
      return { event, page: otherName, channel: otherName, brand: otherName, host: otherName }
    },
    learn(names, faults, day) {
      const learnt = (kind: Counted, name: string) => {
        const { lastSeen } = ofKind(kind)
        if (name !== otherName && lastSeen.size < max[kind] * daysHeld) lastSeen.set(name, day)
      }
      if (day > today) forgetUnseen(day)
      for (const one of names) {
        for (const kind of kinds) learnt(kind, one[kind])
        learnt('together', togetherOf(one))
      }
      for (const fault of faults) learnt('fault', fault)
    },
    fault: (said, day) => (passes('fault', said, day) ? said : otherName),
  }
}

/** Sets of names that have passed today as they were said, found without joining them to one text. */
function openSettled() {
  const pages = new Map<string, Map<string, Set<string>>>()
  let last: Names | undefined
  let ofLast: Map<string, Set<string>> | undefined

  const keyOf = ({ channel, brand, host }: Names) => `${channel}\n${brand}\n${host}`

  /**
   * Events of one browser come after each other, and differ in event and page alone. Nothing is kept for who only asks: anybody may say any
   * channel.
   */
  function eventsOf(names: Names): Map<string, Set<string>> {
    if (ofLast !== undefined && last?.channel === names.channel && last.brand === names.brand && last.host === names.host) return ofLast
    const { channel, brand, host, event, page } = names
    last = { channel, brand, host, event, page }
    ofLast = pages.get(keyOf(names)) ?? new Map<string, Set<string>>()
    return ofLast
  }

  return {
    has: (names: Names) => eventsOf(names).get(names.event)?.has(names.page) === true,
    add(names: Names): void {
      const events = eventsOf(names)
      events.set(owned(names.event), (events.get(names.event) ?? new Set<string>()).add(owned(names.page)))
      pages.set(keyOf(names), events)
    },
    clear(): void {
      pages.clear()
      ofLast = undefined
    },
  }
}
