import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@fyh/serve/log.ts'
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'

type LinkSettings = {
  /** Addresses of one cluster's servers, separated by commas; a user and password may stand in the first. */
  url: string
  /** Makes what must be there before the connection is used. One that throws is tried again on a new connection. */
  prepare: (connection: NatsConnection) => Promise<void>
  log: Logger
}

export type Link = {
  /** The connection, when it is open and prepared. */
  ready(): NatsConnection | undefined
  /** Waits for it at most so long; undefined when it does not come, or the link is closed. */
  readyWithin(limitMs: number): Promise<NatsConnection | undefined>
  /** What was prepared is gone: connects and prepares anew. */
  renew(): void
  /** Everything that was sent has gone out when this returns. */
  close(): Promise<void>
}

const connectLimitMs = 3_000
const pauseMs = 250

/**
 * Keeps a connection to the broker, for ever. A new one is made for each that ends, instead of the library's mending, so that all that
 * waits on a lost one fails at once, and that streams are made again where the broker comes back empty.
 */
export function keepLink({ url, prepare, log }: LinkSettings): Link {
  const closing = new AbortController()
  const options = connectionOptions(url)
  let open: NatsConnection | undefined
  let ready: NatsConnection | undefined
  let change = Promise.withResolvers<void>()
  let toldAway = false
  const running = run()

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await serve().catch(tellAway)
      if (!closing.signal.aborted) await wait(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  async function serve(): Promise<void> {
    const connection = await connect(options)
    try {
      open = connection
      if (closing.signal.aborted) return
      await prepare(connection)
      become(connection)
      if (toldAway) log.info({}, 'the broker is back')
      toldAway = false
      tellAway((await connection.closed()) ?? new Error('the connection was closed'))
    } finally {
      become(undefined)
      open = undefined
      await connection.close()
    }
  }

  function become(connection: NatsConnection | undefined): void {
    ready = connection
    change.resolve()
    change = Promise.withResolvers<void>()
  }

  function usable(): NatsConnection | undefined {
    return ready?.isClosed() ? undefined : ready
  }

  /** Once each time it goes, not at every try. */
  function tellAway(error: unknown): void {
    if (!toldAway && !closing.signal.aborted) log.error({ err: error }, 'the broker is away')
    toldAway = true
  }

  return {
    ready: usable,
    async readyWithin(limitMs) {
      const limit = AbortSignal.any([AbortSignal.timeout(limitMs), closing.signal])
      const over = new Promise<void>((settle) => limit.addEventListener('abort', () => settle(), { once: true }))
      while (usable() === undefined && !limit.aborted) await Promise.race([change.promise, over])
      return usable()
    },
    renew() {
      become(undefined)
      void open?.close()
    },
    async close() {
      closing.abort()
      await open?.drain().catch(() => undefined)
      await running
    },
  }
}

function connectionOptions(urls: string): NodeConnectionOptions {
  const addresses = urls.split(',').map((url) => new URL(url.trim()))
  const { username = '', password = '' } = addresses[0] ?? {}
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port === '' ? 4222 : port}`),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    name: 'fyh-trace',
    reconnect: false,
    timeout: connectLimitMs,
    // A server that is gone without a word is noticed after so long.
    pingInterval: 5_000,
    maxPingOut: 2,
  }
}
