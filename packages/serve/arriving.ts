import type { IncomingMessage, ServerResponse } from 'node:http'

const bytesMaxDefault = 134_217_728
/** What Node keeps of each part of a body beside its bytes, however short the part is. */
const partBytes = 512
/** A request may take this long to arrive before it can be cut in favour of others. */
const graceMsDefault = 3_000

type Share = { bytes: number; readonly since: number; isWorked: boolean; isClosed: boolean }
export type Arriving = ReturnType<typeof openArriving>

/**
 * Bounds the bytes of bodies that have arrived and whose requests have no answer yet or are still worked on, over all connections of a server. What a request announces
 * takes no room, so announcing costs the others nothing. When the room is used up, the requests that have been arriving the longest are cut: their clients are
 * slow, or hold the bytes on purpose.
 */
export function openArriving({ bytesMax = bytesMaxDefault, graceMs = graceMsDefault }: { bytesMax?: number; graceMs?: number } = {}) {
  const shares = new Map<IncomingMessage, Share>()
  let held = 0

  function leave(request: IncomingMessage): void {
    held -= shares.get(request)?.bytes ?? 0
    shares.delete(request)
  }

  /** Cuts the oldest request that is still arriving and has been for that long. */
  function cutOldest(ageMs: number): boolean {
    const now = performance.now()
    for (const [request, { bytes, since }] of shares) {
      if (request.complete || bytes === 0 || now - since < ageMs) continue
      leave(request)
      request.socket.destroy()
      return true
    }
    return false
  }

  /** Whether a body of that size finds no room now. */
  const isFull = (bytes: number) => held > 0 && held + bytes > bytesMax

  return {
    isFull,
    /** Counts a request that has a body, from its head to the end of its answer and of its work. */
    watch(request: IncomingMessage, response: ServerResponse): void {
      if (!hasBody(request)) return
      const share: Share = { bytes: 0, since: performance.now(), isWorked: false, isClosed: false }
      shares.set(request, share)
      response.once('close', () => {
        share.isClosed = true
        if (!share.isWorked) leave(request)
      })
    },
    /** From here to `endWork` the request counts also when its client hangs up: its handler holds the body. */
    beginWork(request: IncomingMessage): void {
      const share = shares.get(request)
      if (share !== undefined) share.isWorked = true
    },
    endWork(request: IncomingMessage): void {
      const share = shares.get(request)
      if (share === undefined) return
      share.isWorked = false
      if (share.isClosed) leave(request)
    },
    /** Counts a part of a body as it arrives. The bytes of a request that has its answer are thrown away and count for nothing. */
    add(request: IncomingMessage, bytes: number): void {
      const share = shares.get(request)
      if (share === undefined) return
      share.bytes += bytes + partBytes
      held += bytes + partBytes
      while (held > bytesMax && cutOldest(0));
    },
    /**
     * Whether the body that a request announces, of at most so many bytes, finds room, after cutting requests that have been arriving for too long. A request
     * without room is to be refused: its body counts no longer.
     */
    admits(request: IncomingMessage, bytesAllowed: number): boolean {
      if (!hasBody(request)) return true
      const bytes = announcedBytes(request, bytesAllowed)
      while (isFull(bytes) && cutOldest(graceMs));
      if (!isFull(bytes)) return true
      leave(request)
      return false
    },
  }
}

/** Whether a body comes after the head. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Bytes of the body that a request announces; the most that is allowed where it does not say. */
function announcedBytes({ headers }: IncomingMessage, most: number): number {
  const length = Number(headers['content-length'])
  return length >= 0 ? Math.min(length, most) : most
}
