import { addressFault, databaseAddress } from '@fyh/base/server-address.ts'
import { isProduction, namesIn } from '@fyh/base/stand-ins.ts'
import { channelSecrets, lenderSecrets, partySecrets } from '@fyh/base/vendor-parties.ts'
import { vendorSecrets } from '@fyh/serve/vendor-secrets.ts'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const databaseUrl = z.string().refine((text) => addressFault(text, databaseAddress) === undefined, {
  error: ({ input }) => addressFault(String(input), databaseAddress),
})

const secret = z.string().min(16)
const settings = z.object({
  NODE_ENV: z.string().optional(),
  /** Stand-ins allowed in production; the sandbox does not start there while the list is empty. */
  ALLOW_STAND_INS: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port.optional(),
  PORT: port.optional(),
  DATABASE_URL: databaseUrl,
  DATABASE_SCHEMA: z.string().default('sandbox'),
  /** Names under which other machines reach the sandbox, separated by commas, where that is not an address. */
  SANDBOX_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z\d][a-z\d.-]*$/, 'should be names of hosts, separated by commas')))
    .default([]),
  /** Shared with the server; both sides sign with it. */
  VENDOR_SECRET: secret,
  VENDOR_SECRET_SMS: secret.optional(),
  VENDOR_SECRET_OCR: secret.optional(),
  VENDOR_SECRET_FACE: secret.optional(),
  VENDOR_SECRET_BANK: secret.optional(),
  VENDOR_SECRET_PAYMENT: secret.optional(),
  VENDOR_SECRET_BENEFIT: secret.optional(),
  VENDOR_SECRET_MESSENGER: secret.optional(),
  VENDOR_SECRET_CHECK: secret.optional(),
  VENDOR_SECRETS_RETIRED: z
    .string()
    .optional()
    .transform((list) => namesIn(list)),
  /** Where the API listens, for the business date. */
  API_URL: z.url().default('http://127.0.0.1:8080'),
  /** Where the trace backend listens, for the host lab. */
  TRACE_URL: z.url().default('http://127.0.0.1:8081'),
  /** The host lab is there in development alone. */
  DEV_TOOLS: z.enum(['0', '1', 'off', 'on']).default('0'),
  /** How long a debit takes; a pay-out takes twice as long. */
  SANDBOX_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(1_000),
  /** How much later than usual an answer or a call-back comes that was ordered late. */
  SANDBOX_LATE_MS: z.coerce.number().int().min(0).max(600_000).default(3_000),
  /** How long a call ordered to time out is held before its line is cut. */
  SANDBOX_HOLD_MS: z.coerce.number().int().min(0).max(600_000).default(15_000),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** Reads every setting once; a wrong one stops the start and is named, its value is not. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(given)
  if (!result.success)
    throw new Error(`Wrong settings: ${result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`)
  const s = result.data
  if (isProduction(s) && namesIn(s.ALLOW_STAND_INS).length === 0)
    throw new Error('The sandbox does not start with NODE_ENV=production unless ALLOW_STAND_INS names a stand-in')
  return {
    host: s.HOST,
    port: s.SANDBOX_PORT ?? s.PORT ?? 8_082,
    databaseUrl: s.DATABASE_URL,
    schema: s.DATABASE_SCHEMA,
    hosts: s.SANDBOX_HOSTS,
    vendorSecrets: vendorSecrets(
      partySecrets({ ...s, lenderSecrets: lenderSecrets(given, secret), channelSecrets: channelSecrets(given, secret) }),
    ),
    apiUrl: s.API_URL.replace(/\/+$/, ''),
    lab: s.DEV_TOOLS === '1' || s.DEV_TOOLS === 'on' ? { apiUrl: s.API_URL.replace(/\/+$/, ''), traceUrl: s.TRACE_URL } : undefined,
    timing: { delayMs: s.SANDBOX_DELAY_MS, lateMs: s.SANDBOX_LATE_MS, holdMs: s.SANDBOX_HOLD_MS },
    logLevel: s.LOG_LEVEL,
  }
}

export type Timing = Config['timing']
