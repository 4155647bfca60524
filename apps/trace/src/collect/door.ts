import type { IncomingMessage } from 'node:http'
import { collect } from '@fyh/contract/trace.ts'
import type { Arriving } from '@fyh/serve/arriving.ts'
import type { Intake } from './intake.ts'

const { bodyBytesMax } = collect.trace

export type DoorSettings = {
  readonly intake: Intake
  /** Pages of these origins may send events. */
  readonly origins: readonly string[]
  /** What has arrived at the server and is not answered yet. */
  readonly arriving: Arriving
}
export type Door = ReturnType<typeof openDoor>

/** Who may come in: pages of our origins, and, before a body is read, what can be taken. In a flood, what cannot must not cost what taking it does. */
export function openDoor({ intake, origins, arriving }: DoorSettings) {
  return {
    /** 'null' is what a browser says whose page tells nobody where it came from: taken like no origin at all, with no leave to read. */
    isOpenTo: (origin: string | undefined) => isUntold(origin) || origins.includes(origin),
    /** Whether a request of the largest kind would be turned away. */
    isShut: () => intake.isFull() || arriving.isFull(bodyBytesMax),
    /** Whether there is room for what a request announces. */
    hasRoomFor: (request: IncomingMessage) => !intake.isFull() && arriving.admits(request, bodyBytesMax),
  }
}

/** What an answer tells a browser about who may read it, each name before its value. A beacon always sends credentials, so the browser wants them allowed, although nothing here reads them. */
export function leaveToRead(origin: string | undefined): readonly string[] {
  if (isUntold(origin)) return untold
  return ['vary', 'Origin', 'access-control-allow-origin', origin, 'access-control-allow-credentials', 'true']
}

const untold = ['vary', 'Origin']

function isUntold(origin: string | undefined): origin is undefined | 'null' {
  return origin === undefined || origin === 'null'
}
