import { availableParallelism } from 'node:os'
import { addressesFault, addressFault, brokerAddress, databaseAddress } from '@fyh/base/server-address.ts'
import { areProxies, proxiesWanted } from '@fyh/serve/addresses.ts'
import { z } from 'zod'
import type { BrokerSettings } from './broker/broker.ts'

const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const port = count(0, 65_535)
const databaseUrl = z.string().refine((text) => addressFault(text, databaseAddress) === undefined, {
  error: ({ input }) => addressFault(String(input), databaseAddress),
})

const settings = z.object({
  TRACE_PORT: port.optional(),
  PORT: port.optional(),
  DATABASE_URL: databaseUrl,
  DATABASE_SCHEMA: z.string().default('trace'),
  /** The web origin's address; pages served from it may send events. */
  API_URL: z.url().default('http://127.0.0.1:8080'),
  /** Origins allowed to send events, separated by commas, instead of the one of API_URL. */
  TRACE_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((entry) => new URL(entry).origin)))
    .optional(),
  /** The key of the blind indexes of phone numbers; the same on every node, and kept as long as the events. */
  TRACE_INDEX_KEY: z.string().min(32),
  /** Former ones, separated by commas, until `npm run keys -- renew` has brought every index to the one in use. */
  TRACE_INDEX_KEYS_RETIRED: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((key) => key.trim() !== ''))
    .pipe(z.array(z.string().min(32))),
  /** The password of the account `operator`; without it there are no operator's pages. */
  TRACE_OPERATOR_PASSWORD: z.string().min(12, 'should be at least 12 characters long').optional(),
  /** Names under which a proxy with TLS shows the operator's pages, separated by commas; by default they open on this machine alone. */
  TRACE_OPERATOR_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z\d][a-z\d.-]*$/, 'should be names of hosts, separated by commas')))
    .default([]),
  /** Proxies whose X-Forwarded-For is believed, as for the server. */
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .transform((list) => list.filter((entry) => entry !== ''))
    .refine(areProxies, proxiesWanted),
  /** Servers of one NATS cluster with JetStream, separated by commas. With it, events wait there between collecting and writing. */
  TRACE_NATS_URL: z
    .string()
    .refine((text) => addressesFault(text, brokerAddress) === undefined, {
      error: ({ input }) => addressesFault(String(input), brokerAddress),
    })
    .optional(),
  TRACE_NATS_STREAM: z
    .string()
    .regex(/^[A-Z][A-Z\d_]{0,30}$/, 'should be capitals, digits and _')
    .default('FYH_TRACE'),
  TRACE_NATS_REPLICAS: count(1, 5).default(1),
  /** Bytes of events that may wait for the writers. */
  TRACE_NATS_BYTES_MAX: count(8 * 1024 * 1024, Number.MAX_SAFE_INTEGER).default(1024 * 1024 * 1024),
  /** How long a writer may take with a message before another one gets it; longer than its slowest transaction. */
  TRACE_NATS_ACK_SECONDS: count(1, 3_600).default(60),
  /** What this process does: take events, write those that wait in the broker into the database, or both. */
  TRACE_ROLE: z.enum(['both', 'collect', 'write']).default('both'),
  /** Processes that share the port and do the same: one uses little more than one processor. */
  TRACE_PROCESSES: count(1, 16).default(availableParallelism() < 2 ? 1 : 2),
  /** Days that events, visits and browsers are kept; an event may come as many days late as the least of them. */
  TRACE_KEEP_DAYS: count(15, 3_650).default(180),
  /** Days that counts are kept. */
  TRACE_KEEP_COUNTS_DAYS: count(15, 36_500).default(800),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

export type Config = {
  port: number
  databaseUrl: string
  databaseSchema: string
  origins: readonly string[]
  indexKey: string
  indexKeysRetired: readonly string[]
  operator: { password: string; hosts: readonly string[] } | undefined
  trustProxy: readonly string[]
  role: z.infer<typeof settings>['TRACE_ROLE']
  broker: BrokerSettings | undefined
  processes: number
  keepDays: number
  keepCountsDays: number
  logLevel: z.infer<typeof settings>['LOG_LEVEL']
}

/** Reads the settings of the trace backend; a wrong one stops the start and is named. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.refine(hasBroker, { path: ['TRACE_ROLE'], message: 'is for a process with TRACE_NATS_URL' }).safeParse(filled)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path[0]?.toString()}: ${message}`)
    throw new Error(`These settings are wrong:\n${lines.join('\n')}`)
  }
  const { TRACE_PORT, PORT, DATABASE_URL, DATABASE_SCHEMA, API_URL, TRACE_ORIGINS, TRACE_INDEX_KEY, TRACE_ROLE, LOG_LEVEL } = parsed.data
  const { TRACE_OPERATOR_PASSWORD, TRACE_OPERATOR_HOSTS } = parsed.data
  return {
    port: TRACE_PORT ?? PORT ?? 8081,
    databaseUrl: DATABASE_URL,
    databaseSchema: DATABASE_SCHEMA,
    origins: TRACE_ORIGINS ?? originsOf(API_URL),
    indexKey: TRACE_INDEX_KEY,
    indexKeysRetired: parsed.data.TRACE_INDEX_KEYS_RETIRED,
    operator: TRACE_OPERATOR_PASSWORD === undefined ? undefined : { password: TRACE_OPERATOR_PASSWORD, hosts: TRACE_OPERATOR_HOSTS },
    trustProxy: parsed.data.TRUST_PROXY,
    role: TRACE_ROLE,
    broker: brokerOf(parsed.data),
    processes: parsed.data.TRACE_PROCESSES,
    keepDays: parsed.data.TRACE_KEEP_DAYS,
    keepCountsDays: parsed.data.TRACE_KEEP_COUNTS_DAYS,
    logLevel: LOG_LEVEL,
  }
}

type Read = z.infer<typeof settings>

function hasBroker({ TRACE_ROLE, TRACE_NATS_URL }: Read): boolean {
  return TRACE_ROLE === 'both' || TRACE_NATS_URL !== undefined
}

function brokerOf(read: Read): BrokerSettings | undefined {
  if (read.TRACE_NATS_URL === undefined) return undefined
  return {
    url: read.TRACE_NATS_URL,
    stream: read.TRACE_NATS_STREAM,
    replicas: read.TRACE_NATS_REPLICAS,
    bytesMax: read.TRACE_NATS_BYTES_MAX,
    ackSeconds: read.TRACE_NATS_ACK_SECONDS,
  }
}

/** On one's own machine a page is opened by either name. */
function originsOf(apiUrl: string): string[] {
  const { origin, hostname, port: at, protocol } = new URL(apiUrl)
  const twin = hostname === '127.0.0.1' ? 'localhost' : hostname === 'localhost' ? '127.0.0.1' : undefined
  return twin === undefined ? [origin] : [origin, new URL(`${protocol}//${twin}:${at}`).origin]
}
