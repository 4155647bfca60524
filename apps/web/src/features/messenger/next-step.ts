import { parseJson } from '#platform/storage.ts'
import { type Returned, triesOf } from './return-address.ts'

/**
 * How far a visit's authorisation has come. left: gone to the authorisation page, from an address with `hash`; ended: the person went on
 * without, or the messenger failed, so this visit does not ask by itself any more; known: the ticket shows that the openid is this
 * visit's, `state` came with the code that it was got for, `userId` is the account it was linked to.
 */
export type Visit =
  | { readonly step: 'left'; readonly state: string; readonly tries: number; readonly hash: string }
  | { readonly step: 'ended' }
  | { readonly step: 'known'; readonly ticket: string; readonly state: string; readonly userId?: number | undefined }

export type NextStep =
  | { readonly step: 'goOn' }
  | { readonly step: 'askHost' }
  | { readonly step: 'exchange'; readonly code: string; readonly state: string; readonly tries: number }
  /** `isForeign`: it came back with a state that this visit did not send out. */
  | { readonly step: 'leave'; readonly tries: number; readonly isForeign: boolean }
  | { readonly step: 'notice'; readonly why: 'refused' | 'failed'; readonly isForeign: boolean }

type Known = {
  readonly hasOpenId: boolean
  readonly framed: boolean
  readonly visit: Visit | undefined
  readonly returned: Returned | undefined
}

/** A visit leaves by itself once, and once more when what came back could not be used: never in a circle. */
const leavesMax = 2

/**
 * R4.5: a saved openid is used, else the code that came back is exchanged if this visit sent its state out, else the page leaves. A code
 * in the address is newer than what is saved: it counts instead, as another person may be in the messenger by now.
 */
export function nextStep({ hasOpenId, framed, visit, returned }: Known): NextStep {
  if (visit?.step === 'ended') return { step: 'goOn' }
  const isNewCode = returned?.code !== undefined && !(visit?.step === 'known' && visit.state === returned.state)
  if (hasOpenId && !isNewCode) return { step: 'goOn' }
  // The authorisation page shows nothing in a frame, so a frame never goes there.
  if (framed) return { step: 'askHost' }
  const sent = visit?.step === 'left' ? visit : undefined
  if (returned === undefined)
    return sent === undefined ? { step: 'leave', tries: 1, isForeign: false } : { step: 'notice', why: 'refused', isForeign: false }
  if (returned.code === undefined) return { step: 'notice', why: 'refused', isForeign: false }
  if (sent !== undefined && sent.state === returned.state)
    return { step: 'exchange', code: returned.code, state: sent.state, tries: sent.tries }
  return again(Math.max(sent?.tries ?? 0, triesOf(returned.state)), true)
}

/** After what came back could not be used. */
export const again = (tries: number, isForeign: boolean): NextStep =>
  tries < leavesMax ? { step: 'leave', tries: tries + 1, isForeign } : { step: 'notice', why: 'failed', isForeign }

export function visitOf(text: string | undefined): Visit | undefined {
  const found = parseJson(text)
  if (typeof found !== 'object' || found === null || !('step' in found)) return undefined
  if (found.step === 'ended') return { step: 'ended' }
  if (found.step === 'known' && 'ticket' in found)
    return {
      step: 'known',
      ticket: String(found.ticket),
      state: 'state' in found ? String(found.state) : '',
      userId: 'userId' in found ? Number(found.userId) : undefined,
    }
  if (found.step !== 'left' || !('state' in found) || !('tries' in found)) return undefined
  return { step: 'left', state: String(found.state), tries: Number(found.tries), hash: 'hash' in found ? String(found.hash) : '' }
}
