import { Socket } from 'node:net'
import pg from 'pg'

type SilenceSettings = {
  readonly url: string
  readonly applicationName: string
  /** How long a server may say nothing before it is asked, and how long it then has to answer. */
  readonly limitMs: number
}

/** Thrown by what a connection was used for when its server is gone; it may have been done. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone'
}

const goodbyeMs = 1_000

/**
 * Breaks connections whose server is frozen, or gone without a word, which nothing else notices: its own limits are frozen with it. A
 * connection that is in use and says nothing for a while is no reason yet, since statements may take long; that the server answers no new
 * connection either is one.
 */
export function breakWhenGone(pool: pg.Pool, settings: SilenceSettings): void {
  const { limitMs } = settings
  const inUse = new WeakSet<pg.PoolClient>()
  let asking: Promise<boolean> | undefined

  function isThere(): Promise<boolean> {
    asking ??= answers(settings).finally(() => {
      asking = undefined
    })
    return asking
  }

  function watch(client: pg.PoolClient): void {
    const socket = socketOf(client)
    socket.setTimeout(limitMs)
    socket.on('timeout', async () => {
      if (socket.writableEnded) socket.destroy()
      if (socket.destroyed || !inUse.has(client)) return
      const { bytesRead } = socket
      const isGone = !(await isThere()) && socket.bytesRead === bytesRead
      if (isGone) socket.destroy(new ServerGone('the database server does not answer'))
      else socket.setTimeout(limitMs)
    })
    // A server that is gone says no goodbye, and would keep a process from ending.
    socket.once('finish', () => socket.setTimeout(goodbyeMs))
  }

  pool.on('connect', watch)
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_, client) => inUse.delete(client))
}

/** Whether the server says anything to a new connection, be it that it takes none. */
async function answers({ url, applicationName, limitMs }: SilenceSettings): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName, connectionTimeoutMillis: limitMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    void client.end().catch(() => undefined)
  }
}

function socketOf(client: pg.PoolClient): Socket {
  if ('connection' in client && client.connection instanceof pg.Connection && client.connection.stream instanceof Socket)
    return client.connection.stream
  throw new Error('the driver keeps its socket elsewhere')
}
