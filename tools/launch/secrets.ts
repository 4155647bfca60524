import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { asRecord } from '../postgres/read-json.ts'
import type { Settings } from './config.ts'

const names = ['FIELD_KEY', 'INDEX_KEY', 'VENDOR_SECRET'] as const
type Secrets = Record<(typeof names)[number], string>

/**
 * The keys for personal fields, for their blind indexes and for vendor signatures: those given as settings, else those made at
 * the first start on a data folder. They are never made anew beside a database, whose personal fields they could not read.
 */
export function readSecrets({ dataDir, secrets: given }: Pick<Settings, 'dataDir' | 'secrets'>): Secrets {
  const { FIELD_KEY, INDEX_KEY, VENDOR_SECRET } = given
  if (FIELD_KEY !== undefined && INDEX_KEY !== undefined && VENDOR_SECRET !== undefined) return { FIELD_KEY, INDEX_KEY, VENDOR_SECRET }
  const kept = keptSecrets(dataDir)
  return {
    FIELD_KEY: FIELD_KEY ?? kept.FIELD_KEY,
    INDEX_KEY: INDEX_KEY ?? kept.INDEX_KEY,
    VENDOR_SECRET: VENDOR_SECRET ?? kept.VENDOR_SECRET,
  }
}

function keptSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  if (existsSync(file)) return parseSecrets(file)
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} is missing beside a database. Without its keys the personal fields in there cannot be read: put the file back, or set ${names.join(', ')}.`,
    )
  }
  const secrets: Secrets = { FIELD_KEY: makeKey(), INDEX_KEY: makeKey(), VENDOR_SECRET: makeKey() }
  writeDurably(file, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

function parseSecrets(file: string): Secrets {
  const { FIELD_KEY, INDEX_KEY, VENDOR_SECRET } = asRecord(JSON.parse(readFileSync(file, 'utf8')))
  if (typeof FIELD_KEY === 'string' && typeof INDEX_KEY === 'string' && typeof VENDOR_SECRET === 'string')
    return { FIELD_KEY, INDEX_KEY, VENDOR_SECRET }
  throw new Error(`${file} should hold ${names.join(', ')}`)
}

function makeKey(): string {
  return randomBytes(32).toString('base64')
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
