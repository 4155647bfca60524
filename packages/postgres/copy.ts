import type { Connection, PoolClient, Submittable } from 'pg'

/** A statement without an answer that the connection has prepared under a name, and its parameters: the row that `BinaryRows` makes of them. */
type Prepared = { readonly name: string; readonly values: Uint8Array }

type Copy = {
  /** `table (columns)` */
  readonly into: string
  /** Rows in COPY's binary format, as `BinaryRows` makes them. */
  readonly rows: Uint8Array
  /** Follows in the same transaction. */
  readonly after?: Prepared
}

/**
 * Copies rows into a table and runs one more statement, in a transaction of their own: both are kept, or neither, and the error says why. All of it
 * goes out in one piece and is answered once. Only for a connection that is in no transaction.
 */
export function copyIn(client: PoolClient, { into, rows, after }: Copy): Promise<void> {
  const copy = Buffer.from(`\0copy ${into} from stdin (format binary) ${rowByRow}\0\0\0`)
  return send(client, [
    ...message('P', copy),
    ...message('B', withoutParameters),
    ...message('E', allOfIt),
    ...message('d', rows),
    ...message('c'),
    ...(after === undefined ? [] : run(after)),
  ])
}

/**
 * True of every row, and nothing the server may work out beforehand: so it puts each row away as it comes. Else it gathers up to a thousand and makes a place for each
 * first, which is worth it for a COPY of very many, and 1 µs a row in one of some hundred.
 */
const rowByRow = 'where random() is not null'

/** Runs a statement that the connection has prepared. */
export function runPrepared(client: PoolClient, prepared: Prepared): Promise<void> {
  return send(client, run(prepared))
}

/** The statement without a name is bound to the portal without one. */
const withoutParameters = Buffer.alloc(8)
const allOfIt = Buffer.alloc(5)
const allBinary = Buffer.from([0, 1, 0, 1])
const noAnswer = Buffer.alloc(2)

function run({ name, values }: Prepared): Uint8Array[] {
  return [...message('B', Buffer.from(`\0${name}\0`), allBinary, values, noAnswer), ...message('E', allOfIt)]
}

function message(type: string, ...parts: readonly Uint8Array[]): Uint8Array[] {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(4 + parts.reduce((sum, { length }) => sum + length, 0), 1)
  return [head, ...parts]
}

/** Messages up to a Sync are one transaction, unless one is open. A server that refuses one leaves those after it unread. */
function send(client: PoolClient, messages: readonly Uint8Array[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new OneTrip([...messages, ...message('S')], resolve, reject))
  })
}

/** The driver hands what the server says to these by their names. */
class OneTrip implements Submittable {
  readonly #messages: readonly Uint8Array[]
  readonly handleReadyForQuery: () => void
  readonly handleError: (error: unknown) => void

  constructor(messages: readonly Uint8Array[], resolve: () => void, reject: (error: unknown) => void) {
    this.#messages = messages
    this.handleReadyForQuery = resolve
    this.handleError = reject
  }

  submit({ stream }: Connection): void {
    stream.cork()
    for (const message of this.#messages) stream.write(message)
    stream.uncork()
  }

  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
}
