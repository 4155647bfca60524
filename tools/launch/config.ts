import { resolve } from 'node:path'
import { addressFault, databaseAddress } from '@fyh/base/server-address.ts'
import { allowedStandIns, isProduction, namesIn } from '@fyh/base/stand-ins.ts'
import { z } from 'zod'
import { type AppName, appNames, apps, type SecretName } from './apps.ts'

const port = z.coerce.number().int().min(1).max(65_535)
const databaseUrl = z.string().refine((text) => addressFault(text, databaseAddress) === undefined, {
  error: ({ input }) => addressFault(String(input), databaseAddress),
})
const key = z.string().min(32, 'should be at least 32 characters long')

const schema = z.object({
  NODE_ENV: z.string().optional(),
  ALLOW_GENERATED_KEYS: z.string().optional(),
  PORT: port.default(8080),
  TRACE_PORT: port.default(8081),
  SANDBOX_PORT: port.default(8082),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  TRACE_DATABASE_URL: databaseUrl.optional(),
  SANDBOX_DATABASE_URL: databaseUrl.optional(),
  POSTGRES_BIN: z.string().optional(),
  NODE_ID: z.coerce.number().int().min(0).max(15).default(0),
  DEV_TOOLS: z.enum(['0', '1']).optional(),
  FIELD_KEY: key.optional(),
  INDEX_KEY: key.optional(),
  VENDOR_SECRET: key.optional(),
  TRACE_INDEX_KEY: key.optional(),
  TRACE_OPERATOR_PASSWORD: z.string().min(12, 'should be at least 12 characters long').optional(),
})

const handedOut = new Set<string>(Object.values(apps).flatMap(({ secrets, urlSetting }) => [...secrets, urlSetting]))
const isHandedOut = (name: string) => handedOut.has(name) || Object.values(apps).some(({ keySettings }) => keySettings.test(name))

export type Environment = Record<string, string | undefined>
export type Settings = ReturnType<typeof readSettings>

/** Reads the settings once; a wrong one throws an error that names it. Empty means not set. Paths are relative to the root. */
export function readSettings(environment: Environment, root: string) {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(filled)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${shown(String(path[0]), filled)}: ${message}`)
    throw new Error(`These settings are wrong:\n${lines.join('\n')}`)
  }
  const read = parsed.data
  const production = isProduction(read)
  const secrets = {
    FIELD_KEY: read.FIELD_KEY,
    INDEX_KEY: read.INDEX_KEY,
    VENDOR_SECRET: read.VENDOR_SECRET,
    TRACE_INDEX_KEY: read.TRACE_INDEX_KEY,
    TRACE_OPERATOR_PASSWORD: read.TRACE_OPERATOR_PASSWORD,
  } satisfies Record<SecretName, string | undefined>
  const ports = { server: read.PORT, trace: read.TRACE_PORT, sandbox: read.SANDBOX_PORT }
  if (new Set(Object.values(ports)).size < appNames.length) {
    throw new Error(`PORT (${read.PORT}), TRACE_PORT (${read.TRACE_PORT}) and SANDBOX_PORT (${read.SANDBOX_PORT}) must differ`)
  }
  return {
    ports,
    dataDir: resolve(root, read.DATA_DIR),
    databaseUrls: {
      server: read.DATABASE_URL,
      // Never the server's own unless it is named here: a flood of events must not reach lending.
      trace: read.TRACE_DATABASE_URL,
      sandbox: read.SANDBOX_DATABASE_URL ?? read.DATABASE_URL,
    },
    postgresBin: read.POSTGRES_BIN,
    nodeId: read.NODE_ID,
    devTools: read.DEV_TOOLS ?? (production ? '0' : '1'),
    production,
    /** Production does not start the sandbox. */
    runs: appNames.filter((name) => name !== 'sandbox' || !production),
    standIns: allowedStandIns(filled),
    generatedKeys: production ? allowedGenerated(secrets, namesIn(read.ALLOW_GENERATED_KEYS)) : [],
    secrets,
    /** Handed on to the applications, which read settings of their own from it. Each gets its keys and its database beside it. */
    environment: Object.fromEntries(Object.entries(filled).filter(([name]) => !isHandedOut(name))),
    /** Optional keys of an application; no other application gets them. */
    keySettingsOf: (app: AppName): Environment =>
      Object.fromEntries(Object.entries(filled).filter(([name]) => apps[app].keySettings.test(name))),
  }
}

/** Returns the keys that production may generate or has generated. Throws an error that names the keys that are neither set nor allowed by name. */
function allowedGenerated(secrets: Record<SecretName, string | undefined>, allowed: readonly string[]): string[] {
  const names = Object.keys(secrets)
  const unknown = allowed.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`ALLOW_GENERATED_KEYS: ${unknown.join(', ')} does not name a key; choose from ${names.join(', ')}`)
  const generated = Object.entries(secrets).flatMap(([name, value]) => (value === undefined ? [name] : []))
  const refused = generated.filter((name) => !allowed.includes(name))
  if (refused.length > 0)
    throw new Error(
      `NODE_ENV=production requires each generated key to be allowed by name: set ${refused.join(', ')}, or allow them: ALLOW_GENERATED_KEYS=${generated.join(',')}`,
    )
  return generated
}

/** Keys, and addresses with a password in them, stay out of what is printed. */
function shown(name: string, filled: Environment): string {
  return /KEY|SECRET|URL|PASSWORD/.test(name) ? name : `${name}=${filled[name] ?? ''}`
}
