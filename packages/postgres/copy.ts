import type { Connection, PoolClient, Submittable } from 'pg'

type Copy = {
  /** `table (columns)` */
  readonly into: string
  /** Rows in COPY's binary format, as `BinaryRows` makes them. */
  readonly rows: Uint8Array
  /** A statement without an answer that follows in the same transaction. */
  readonly after?: string
}

/**
 * Copies rows into a table and runs one more statement, in a transaction of their own: both are kept, or neither, and the error says why. All of it
 * goes out in one piece and is answered once. Only for a connection that is in no transaction.
 */
export function copyIn(client: PoolClient, copy: Copy): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(copy, resolve, reject))
  })
}

/** The driver hands what the server says to these by their names. A server that refuses a COPY leaves unread what was sent of it. */
class CopyIn implements Submittable {
  readonly #copy: Copy
  readonly handleReadyForQuery: () => void
  readonly handleError: (error: unknown) => void

  constructor(copy: Copy, resolve: () => void, reject: (error: unknown) => void) {
    this.#copy = copy
    this.handleReadyForQuery = resolve
    this.handleError = reject
  }

  submit(connection: Connection): void {
    const { into, rows, after } = this.#copy
    const { stream } = connection
    stream.cork()
    connection.query(`copy ${into} from stdin (format binary)${after === undefined ? '' : `; ${after}`}`)
    stream.write(messageHead('d', rows.length))
    stream.write(rows)
    stream.write(messageHead('c', 0))
    stream.uncork()
  }

  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
}

function messageHead(type: string, bytes: number): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(4 + bytes, 1)
  return head
}
