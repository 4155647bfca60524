import { collect } from '@fyh/contract/trace.ts'
import type { EventRow, Store } from './event-row.ts'
import { eventsMax } from './read-events.ts'

export type Kept = { kept: number; refused: number }
type Waiting = { rows: EventRow[]; bytes: number; resolve: (kept: Kept) => void; reject: (error: unknown) => void }

type IntakeSettings = {
  /** Stores rows; those that are there already are no error, so that what failed half-way is simply stored again. */
  store: Store
  /** Whether the failure lies in the rows, so that others may pass. */
  isFaultOfRows: (error: unknown) => boolean
  /** Told of each row that was left out, before its request is answered; one that throws fails the request. */
  onRefused?: (row: EventRow, error: unknown) => Promise<void>
  rowsMax?: number
  /** Bytes of requests that may wait, or be on their way into the store, at once. */
  bytesMax?: number
  /** Bytes of the largest request. */
  requestBytesMax?: number
  batchMax?: number
  writersMax?: number
  /** So many rows that wait are worth a second write beside the first, so that the store works while more is read. */
  besideMin?: number
  /** Milliseconds since a process began, never turned back. */
  now?: () => number
}

/** A write that takes longer may be waiting for something: what comes then waits no more for it. */
const longMs = 100

/** Thrown when so much waits that more would only wait longer. */
export class IntakeFull extends Error {
  override readonly name = 'IntakeFull'
}

/**
 * Group commit: while a write runs, requests gather, and the next write takes all of them at once. Every request is answered
 * after the commit that holds its events, never before. A second write begins beside it when it takes long or enough rows wait: fewer rows in more
 * writes cost the store more.
 */
export function openIntake(settings: IntakeSettings) {
  const {
    store,
    isFaultOfRows,
    onRefused,
    rowsMax = 20_000,
    bytesMax = 33_554_432,
    requestBytesMax = collect.trace.bodyBytesMax,
    batchMax = 4_000,
    writersMax = 2,
    besideMin = 600,
    now = () => performance.now(),
  } = settings
  const waiting: Waiting[] = []
  let rowsWaiting = 0
  let bytesHeld = 0
  let keptSoFar = 0
  let writers = 0
  let lastWriteAt = 0
  let isTimed = false
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  /** `bytes` is how much the request was: rows take as many times of it in memory, until they are stored. */
  function put(rows: EventRow[], bytes = 0): Promise<Kept> {
    if (rows.length === 0) return Promise.resolve({ kept: 0, refused: 0 })
    if (rowsWaiting + rows.length > rowsMax || bytesHeld + bytes > bytesMax)
      return Promise.reject(new IntakeFull('the queue of trace events is full'))
    return new Promise((resolve, reject) => {
      waiting.push({ rows, bytes, resolve, reject })
      rowsWaiting += rows.length
      bytesHeld += bytes
      startWriters()
    })
  }

  function startWriters(): void {
    if (writers === writersMax || waiting.length === 0) return
    if (writers > 0 && rowsWaiting < besideMin && now() - lastWriteAt <= longMs) {
      startLater()
      return
    }
    if (writers === 0) idle = Promise.withResolvers<void>()
    writers += 1
    lastWriteAt = now()
    // A turn of the event loop lets requests that have arrived together go together.
    setImmediate(() => void writeAll())
  }

  /** Those who wait for a write that hangs are not left to wait until somebody else comes. */
  function startLater(): void {
    if (isTimed) return
    isTimed = true
    const again = () => {
      isTimed = false
      startWriters()
    }
    setTimeout(again, longMs + 1 - (now() - lastWriteAt))
  }

  async function writeAll(): Promise<void> {
    for (let group = takeGroup(); group.length > 0; group = takeGroup()) await write(group)
    writers -= 1
    if (writers === 0) idle.resolve()
  }

  function takeGroup(): Waiting[] {
    const group: Waiting[] = []
    let rows = 0
    for (let first = waiting[0]; first !== undefined && (rows === 0 || rows + first.rows.length <= batchMax); first = waiting[0]) {
      group.push(first)
      rows += first.rows.length
      waiting.shift()
    }
    rowsWaiting -= rows
    return group
  }

  async function write(group: Waiting[]): Promise<void> {
    lastWriteAt = now()
    try {
      await store(group.flatMap(({ rows }) => rows))
      for (const one of group) answer(one, { kept: one.rows.length, refused: 0 })
    } catch (error) {
      for (const one of group) {
        if (!isFaultOfRows(error)) fail(one, error)
        else
          await writeOneByOne(one.rows).then(
            (kept) => answer(one, kept),
            (fault: unknown) => fail(one, fault),
          )
      }
    }
  }

  function answer({ bytes, resolve }: Waiting, answer: Kept): void {
    bytesHeld -= bytes
    keptSoFar += answer.kept
    resolve(answer)
  }

  function fail({ bytes, reject }: Waiting, error: unknown): void {
    bytesHeld -= bytes
    reject(error)
  }

  /** One row that the database cannot hold must not take the others with it. */
  async function writeOneByOne(rows: EventRow[]): Promise<Kept> {
    let kept = 0
    for (const row of rows) {
      try {
        await store([row])
        kept += 1
      } catch (error) {
        if (!isFaultOfRows(error)) throw error
        await onRefused?.(row, error)
      }
    }
    return { kept, refused: rows.length - kept }
  }

  return {
    put,
    /** Events that wait for a write to take them. */
    waiting: () => rowsWaiting,
    /** Events kept since it was opened. */
    kept: () => keptSoFar,
    /** Whether a request of the largest kind would be turned away. */
    isFull: () => (rowsWaiting > 0 && rowsWaiting + eventsMax > rowsMax) || (bytesHeld > 0 && bytesHeld + requestBytesMax > bytesMax),
    drained: () => idle.promise,
  }
}
export type Intake = ReturnType<typeof openIntake>
