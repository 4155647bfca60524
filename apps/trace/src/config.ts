import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const settings = z.object({
  TRACE_PORT: port.optional(),
  PORT: port.optional(),
  DATABASE_URL: z.string().min(1),
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
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

export type Config = {
  port: number
  databaseUrl: string
  databaseSchema: string
  origins: readonly string[]
  indexKey: string
  logLevel: z.infer<typeof settings>['LOG_LEVEL']
}

/** Reads the settings of the trace backend; a wrong one stops the start and is named. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(filled)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path[0]?.toString()}: ${message}`)
    throw new Error(`These settings are wrong:\n${lines.join('\n')}`)
  }
  const { TRACE_PORT, PORT, DATABASE_URL, DATABASE_SCHEMA, API_URL, TRACE_ORIGINS, TRACE_INDEX_KEY, LOG_LEVEL } = parsed.data
  return {
    port: TRACE_PORT ?? PORT ?? 8081,
    databaseUrl: DATABASE_URL,
    databaseSchema: DATABASE_SCHEMA,
    origins: TRACE_ORIGINS ?? originsOf(API_URL),
    indexKey: TRACE_INDEX_KEY,
    logLevel: LOG_LEVEL,
  }
}

/** On one's own machine a page is opened by either name. */
function originsOf(apiUrl: string): string[] {
  const { origin, hostname, port: at, protocol } = new URL(apiUrl)
  const twin = hostname === '127.0.0.1' ? 'localhost' : hostname === 'localhost' ? '127.0.0.1' : undefined
  return twin === undefined ? [origin] : [origin, new URL(`${protocol}//${twin}:${at}`).origin]
}
