import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { assert } from '@fyh/base/assert.ts'

/** Where a sealed value lives. It is authenticated with the value, so that a value copied to another row does not open. */
export type Place = { readonly table: string; readonly column: string; readonly row: number | string }

export type Seal = {
  text(value: string, place: Place): Buffer
  openText(sealed: Uint8Array, place: Place): string
  bytes(value: Uint8Array, place: Place): Buffer
  openBytes(sealed: Uint8Array, place: Place): Buffer
  /** Finds a personal value without storing it; `kind` keeps a phone's index apart from an id number's. */
  blindIndex(kind: string, value: string): Buffer
  /** The same under every key that rows may still be indexed with: the one in use, which new rows get, and those retired. */
  blindIndexes(kind: string, value: string): readonly [Buffer, ...Buffer[]]
  /** The id of the key that new values are sealed with; a sealed value has the id of its key in its bytes 2 to 5. */
  readonly keyId: Buffer
}

const version = 1
const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + ivBytes + tagBytes

/** AES-256-GCM: version, key id, nonce, tag, ciphertext. New values use the first key; former keys still open theirs. */
export function makeSeal(keys: {
  readonly fieldKey: string
  readonly fieldKeysRetired?: readonly string[]
  readonly indexKey: string
  readonly indexKeysRetired?: readonly string[]
}): Seal {
  const current = derived(keys.fieldKey)
  const readable = new Map([current, ...(keys.fieldKeysRetired ?? []).map(derived)].map((key) => [key.id.toString('hex'), key]))
  const indexWith = (key: string) => {
    const secret = Buffer.from(hkdfSync('sha256', key, '', 'blind index', 32))
    return (kind: string, value: string) => createHmac('sha256', secret).update(`${kind}\0${value}`).digest()
  }
  const blindIndex = indexWith(keys.indexKey)
  const formerIndexes = (keys.indexKeysRetired ?? []).map(indexWith)

  const bytes = (value: Uint8Array, place: Place): Buffer => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', current.secret, iv).setAAD(boundTo(place))
    const body = Buffer.concat([cipher.update(value), cipher.final()])
    return Buffer.concat([Buffer.of(version), current.id, iv, cipher.getAuthTag(), body])
  }
  const openBytes = (sealed: Uint8Array, place: Place): Buffer => {
    const all = Buffer.from(sealed)
    assert(all.length >= headBytes && all[0] === version, 'a sealed value has an unknown form')
    const key = readable.get(all.subarray(1, 1 + keyIdBytes).toString('hex'))
    assert(key, 'a sealed value was made with a key that is not configured')
    const iv = all.subarray(1 + keyIdBytes, 1 + keyIdBytes + ivBytes)
    const decipher = createDecipheriv('aes-256-gcm', key.secret, iv).setAAD(boundTo(place))
    decipher.setAuthTag(all.subarray(headBytes - tagBytes, headBytes))
    return Buffer.concat([decipher.update(all.subarray(headBytes)), decipher.final()])
  }
  return {
    bytes,
    openBytes,
    text: (value, place) => bytes(Buffer.from(value, 'utf8'), place),
    openText: (sealed, place) => openBytes(sealed, place).toString('utf8'),
    blindIndex,
    blindIndexes: (kind, value) => [blindIndex(kind, value), ...formerIndexes.map((index) => index(kind, value))],
    keyId: current.id,
  }
}

/** Identifies a key among keys of one name in the database; neither the key nor a value can be derived from it. */
export function keyMark(name: string, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `mark of ${name}`, 8))
}

/** Any text of 32 characters or more serves as a key; the key proper has its 256 bits whatever the text's alphabet. */
function derived(key: string): { id: Buffer; secret: Buffer } {
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'field key', 32))
  return { secret, id: createHash('sha256').update(secret).digest().subarray(0, keyIdBytes) }
}

const boundTo = ({ table, column, row }: Place) => Buffer.from(`${table}.${column}.${row}`, 'utf8')
