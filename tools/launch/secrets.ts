import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { asRecord } from '../postgres/read-json.ts'
import { type AppName, apps, dispensable, type SecretName } from './apps.ts'
import { clusters } from './clusters.ts'

export type Secrets = Record<SecretName, string>
/** `lost`: what keeps the application from running that can be done without; nothing but its keys may be missing. */
export type ReadSecrets = { readonly secrets: Secrets; readonly lost?: string }
type Some = Partial<Record<SecretName, string | undefined>>

/** In whose database a key's work lies: beside that the key is never made anew, it could neither read nor find. */
const databaseOf: Record<SecretName, AppName | undefined> = {
  FIELD_KEY: 'server',
  INDEX_KEY: 'server',
  VENDOR_SECRET: 'server',
  TRACE_INDEX_KEY: 'trace',
  TRACE_OPERATOR_PASSWORD: undefined,
}

type Place = {
  readonly dataDir: string
  readonly secrets: Some
  /** Applications that have written into a database of one's own with their keys already. */
  readonly inUse?: readonly AppName[]
}

/**
 * The keys for personal fields, blind indexes and vendor signatures, and the password of the trace backend's operator: those
 * given as settings, else those made at the first start on a data folder.
 */
export function readSecrets({ dataDir, secrets: given, inUse = [] }: Place): ReadSecrets {
  const file = join(dataDir, 'secrets.json')
  const kept = existsSync(file) ? parseSecrets(file) : {}
  const made: Some = {}
  let lost: string | undefined
  const secret = (name: SecretName): string => {
    const known = given[name] ?? kept[name]
    if (known !== undefined) return known
    const trouble = lostBesideDatabase(name, dataDir, inUse)
    if (trouble !== undefined && !namesOf(dispensable).includes(name)) throw new Error(trouble)
    if (trouble !== undefined) {
      lost = trouble
      return ''
    }
    const fresh = name === 'TRACE_OPERATOR_PASSWORD' ? makePassword() : makeKey()
    made[name] = fresh
    return fresh
  }
  const secrets: Secrets = {
    FIELD_KEY: secret('FIELD_KEY'),
    INDEX_KEY: secret('INDEX_KEY'),
    VENDOR_SECRET: secret('VENDOR_SECRET'),
    TRACE_INDEX_KEY: secret('TRACE_INDEX_KEY'),
    TRACE_OPERATOR_PASSWORD: secret('TRACE_OPERATOR_PASSWORD'),
  }
  if (Object.keys(made).length > 0) writeDurably(file, `${JSON.stringify({ ...kept, ...made }, null, 2)}\n`)
  return { secrets, ...(lost === undefined ? {} : { lost }) }
}

/** What one application is told of them: no other holds its keys. */
export function secretsOf(app: AppName, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(apps[app].secrets.map((name) => [name, secrets[name]]))
}

/** Those of one application as its start left them. Makes none, and throws when one is missing. */
export function existingSecretsOf(app: AppName, { dataDir, secrets: given }: { dataDir: string; secrets: Some }): Record<string, string> {
  const file = join(dataDir, 'secrets.json')
  const kept = existsSync(file) ? parseSecrets(file) : {}
  const entries = apps[app].secrets.map((name) => [name, given[name] ?? kept[name]] as const)
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length > 0) throw new Error(`${file} ${existsSync(file) ? 'lacks' : 'is missing: set'} ${missing.join(', ')}.`)
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

const namesOf = (app: AppName): readonly SecretName[] => apps[app].secrets

function lostBesideDatabase(name: SecretName, dataDir: string, inUse: readonly AppName[]): string | undefined {
  const app = databaseOf[name]
  const folder = clusters.find(({ apps: inside }) => app !== undefined && inside.includes(app))?.folder
  if (app === undefined || folder === undefined || !(inUse.includes(app) || existsSync(join(dataDir, folder)))) return undefined
  const file = join(dataDir, 'secrets.json')
  const what = existsSync(file) ? `has no ${name}` : 'is missing'
  return `${file} ${what} beside a database. Without its keys the personal fields in there can be neither read nor found: put the file back, or set ${name}.`
}

function parseSecrets(file: string): Some {
  const read = asRecord(JSON.parse(readFileSync(file, 'utf8')))
  const kept: Some = {}
  for (const name of Object.values(apps).flatMap(({ secrets }) => secrets)) {
    const value = read[name]
    if (typeof value === 'string') kept[name] = value
  }
  return kept
}

function makeKey(): string {
  return randomBytes(32).toString('base64')
}

/** Read from the screen and typed: letters and digits without look-alikes, a little under 5 bits each. */
function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(20), (byte) => letters[byte % letters.length]).join('')
}

/** On the disk before the first personal field is written with it, whatever happens to the machine. */
function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.unfinished`
  const handle = openSync(unfinished, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(unfinished, file)
}
