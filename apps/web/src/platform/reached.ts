import { type ReachedStep, reachAction, reachEvent } from '@fyh/contract/funnel.ts'
import { local, parseJson } from './storage.ts'
import { tracedPage, track } from './trace.ts'

const keptMax = 20

/**
 * A step on the way to a loan has succeeded. One that is only looked at, and may be seen again, names what it became true of: it
 * is told once in this browser.
 */
export function reached(step: ReachedStep, of?: number): void {
  if (of !== undefined) {
    const stored = parseJson(local.get('reached'))
    const known: unknown[] = Array.isArray(stored) ? stored : []
    const mark = `${step} ${of}`
    if (known.includes(mark)) return
    local.set('reached', JSON.stringify([...known, mark].slice(-keptMax)))
  }
  track({ action: reachAction, event: reachEvent(step), page: tracedPage() })
}
