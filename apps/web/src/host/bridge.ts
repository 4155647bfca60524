import { randomText } from '@fyh/base/ids.ts'
import type { HostAnswer, HostListener } from './port.ts'

/** From the page to the host. docs/hosts.md lists the names and what each one carries. */
export type BridgeRequest = { readonly fyh: 1; readonly id: string; readonly name: RequestName; readonly data: unknown }
export const requestNames = [
  'version',
  'market',
  'identity',
  'setHeader',
  'login',
  'jumpHome',
  'back',
  'backRefresh',
  'camera',
  'authorise',
] as const
export type RequestName = (typeof requestNames)[number]

/** What the host may call or send: an answer to a request, or news of its own. Both take an object or its JSON. */
export type BridgeDoor = {
  readonly answer: (answer: unknown) => void
  /** true when the page sees to it. */
  readonly tell: (news: unknown) => boolean
}

export type Bridge = {
  readonly door: BridgeDoor
  readonly ask: (name: RequestName, data?: unknown) => Promise<HostAnswer<unknown>>
  readonly listen: (listener: HostListener) => void
}

/** How long the host may take to answer, and how long when it says that it is at work (a person is taking a picture). */
export const patienceMs = 500
export const workingMs = 120_000

/**
 * Questions to a host and its answers, by id. `post` hands a request over: what it returns may be the answer itself, or a promise
 * of it; it may throw where there is no bridge. The first answer of a request counts, a late one is dropped.
 */
export function openBridge(post: (request: BridgeRequest) => unknown): Bridge {
  const page = randomText(8)
  const waiting = new Map<string, (answer: unknown) => void>()
  let count = 0
  let listener: HostListener | undefined
  const ask: Bridge['ask'] = (name, data = null) =>
    new Promise((settle) => {
      const id = `${page}-${++count}`
      const end = (answer: HostAnswer<unknown>) => {
        clearTimeout(timer)
        waiting.delete(id)
        settle(answer)
      }
      const giveUpAfter = (ms: number) => setTimeout(() => end({ outcome: 'unknown' }), ms)
      let timer = giveUpAfter(patienceMs)
      const take = (given: unknown) => {
        const answer = read(given)
        if (answer?.outcome === 'ok') end({ outcome: 'ok', data: answer.data ?? null })
        else if (answer?.outcome === 'refused') end({ outcome: 'refused', why: typeof answer.why === 'string' ? answer.why : '' })
        else if (answer?.outcome === 'working' && waiting.has(id)) {
          clearTimeout(timer)
          timer = giveUpAfter(workingMs)
        }
      }
      waiting.set(id, take)
      handOver(
        () => post({ fyh: 1, id, name, data }),
        take,
        () => end({ outcome: 'unknown' }),
      )
    })
  return {
    ask,
    listen: (next) => {
      listener = next
    },
    door: {
      answer: (given) => {
        const id = read(given)?.id
        if (typeof id === 'string') waiting.get(id)?.(given)
      },
      tell: (given) => {
        const name = read(given)?.name
        if (listener === undefined || (name !== 'back' && name !== 'identity')) return false
        listener[name]()
        return true
      },
    },
  }
}

function handOver(post: () => unknown, take: (answer: unknown) => void, fail: () => void): void {
  try {
    const given = post()
    if (given instanceof Promise) given.then(take, fail)
    else take(given)
  } catch {
    fail()
  }
}

/** An object, or the JSON of one; anything else says nothing. */
export function read(given: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
