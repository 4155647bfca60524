import type { IncomingMessage, ServerResponse } from 'node:http'
import { collect } from '@fyh/contract/trace.ts'
import type { Intake } from './intake.ts'

const { bodyBytesMax } = collect.trace

export type DoorSettings = {
  readonly intake: Intake
  /** Pages of these origins may send events. */
  readonly origins: readonly string[]
  /** Bytes that requests may announce at once: one that never sends its last byte holds what it sent for a minute. */
  readonly arrivingBytesMax?: number
}
export type Door = ReturnType<typeof openDoor>

/** Who may come in: pages of our origins, and, before a body is read, what can be taken. In a flood, what cannot must not cost what taking it does. */
export function openDoor({ intake, origins, arrivingBytesMax = 134_217_728 }: DoorSettings) {
  let arriving = 0
  return {
    /** 'null' is what a browser says whose page tells nobody where it came from: taken like no origin at all, with no leave to read. */
    isOpenTo: (origin: string | undefined) => isUntold(origin) || origins.includes(origin),
    /** Whether a request of the largest kind would be turned away. */
    isShut: () => intake.isFull() || (arriving > 0 && arriving + bodyBytesMax > arrivingBytesMax),
    /** Whether there is room for what a request announces; its share is free again when it is answered or given up. */
    hasRoomFor(request: IncomingMessage, response: ServerResponse): boolean {
      const bytes = announced(request)
      if (intake.isFull() || arriving + bytes > arrivingBytesMax) return false
      arriving += bytes
      response.once('close', () => {
        arriving -= bytes
      })
      return true
    },
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

/** How long a body says it is; one that does not say may be as long as any. */
function announced({ headers }: IncomingMessage): number {
  const said = Number(headers['content-length'])
  return said >= 0 ? Math.min(said, bodyBytesMax) : bodyBytesMax
}
