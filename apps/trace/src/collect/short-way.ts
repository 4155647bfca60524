import type { IncomingMessage, ServerResponse } from 'node:http'
import { collect } from '@fyh/contract/trace.ts'
import type { BodyRequest } from '@fyh/serve/body-request.ts'
import { type Door, leaveToRead } from './door.ts'
import type { EventRow } from './event-row.ts'
import type { Kept } from './intake.ts'

const { path, bodyBytesMax } = collect.trace

type ShortWaySettings = {
  readonly door: Door
  /** The rows of a request as browsers of ours write it, undefined for any other. */
  readonly read: (body: Buffer) => EventRow[] | undefined
  /** Undefined when they could not be stored. */
  readonly keep: (rows: EventRow[], bytes: number) => Promise<Kept | undefined>
}

/** What the short way found out about a request that goes on: that there is room for it, or that nothing can be stored. */
export type Found = 'room' | 'busy'

/**
 * Takes what browsers of ours send, and answers it, without the framework, which costs as much as all that is done with the events. It refuses nothing
 * itself: whatever is not plain, or goes wrong, goes on to the framework's route, which says what it says to any other request.
 */
export function openShortWay({ door, read, keep }: ShortWaySettings) {
  const found = new WeakMap<IncomingMessage, Found>()
  let closing = false

  function take(request: BodyRequest, response: ServerResponse, goOn: () => void): void {
    const goOnWith = (what: Found) => {
      found.set(request, what)
      goOn()
    }
    if (closing || !isPlain(request) || !door.isOpenTo(request.headers.origin)) goOn()
    else if (!door.hasRoomFor(request)) goOnWith('busy')
    else
      request.takeBody((body) => {
        const rows = rowsOf(body)
        if (rows !== undefined) {
          void keep(rows, body.length).then((kept) => (kept === undefined ? goOnWith('busy') : answer(request, response, kept)))
          return
        }
        request.giveBack(body)
        goOnWith('room')
      })
  }

  /** A fault of ours is met again on the route, which logs it and answers; here it would end the process. */
  function rowsOf(body: Buffer): EventRow[] | undefined {
    try {
      return read(body)
    } catch {
      return undefined
    }
  }

  function answer({ headers: { origin } }: IncomingMessage, response: ServerResponse, { kept, refused }: Kept): void {
    const text = `{"code":0,"msg":"","data":{"stored":${kept},"refused":${refused}}}`
    const headers = [...always, 'content-length', String(text.length), ...leaveToRead(origin)]
    if (closing) headers.push('connection', 'close')
    response.writeHead(200, headers).end(text)
  }

  return {
    take,
    found: (request: IncomingMessage) => found.get(request),
    /** From now on every request goes on. */
    close: () => {
      closing = true
    },
  }
}

const always = ['content-type', 'application/json; charset=utf-8', 'x-content-type-options', 'nosniff']

/** What pages and beacons send: a text of a length that is told and allowed. */
function isPlain({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || url !== path || headers['transfer-encoding'] !== undefined) return false
  const type = headers['content-type']
  if (type === undefined || !plainType.test(type)) return false
  const bytes = Number(headers['content-length'])
  return bytes > 0 && bytes <= bodyBytesMax
}

const plainType = /^(?:text\/plain|application\/json)(?:;|$)/
