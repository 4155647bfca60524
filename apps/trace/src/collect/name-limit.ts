import { funnelSteps } from '@fyh/contract/funnel.ts'

export type NamedKind = 'event' | 'page' | 'channel' | 'brand' | 'host' | 'fault'
/** The name to count under. */
export type NameLimit = (kind: NamedKind, name: string, day: string) => string

export const otherName = 'other'

/** Events that questions ask for by name: nobody can push them out by sending others first. */
const countedByName = new Set(['page_load', 'form_time', ...funnelSteps.flatMap((step) => ('event' in step ? [step.event] : []))])

/**
 * Anybody may send events, and each name makes rows of counts that are kept for years: so a collector takes so many names of a kind
 * a day, the first it sees, and counts the rest under one. The product has some sixty pages and twenty kinds of event.
 */
export function openNameLimit(namesMax = 500): NameLimit {
  const known = new Map<NamedKind, Set<string>>()
  let ofDay = ''
  return (kind, name, day) => {
    if (day > ofDay) {
      known.clear()
      ofDay = day
    }
    if (kind === 'event' && countedByName.has(name)) return name
    const names = known.get(kind) ?? new Set()
    known.set(kind, names)
    if (names.has(name)) return name
    if (names.size >= namesMax) return otherName
    names.add(name)
    return name
  }
}
