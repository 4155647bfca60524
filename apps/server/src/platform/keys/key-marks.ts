import { lenderParty } from '@fyh/base/lender-party.ts'
import { singleParties } from '@fyh/base/vendor-parties.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { keyMark, type Seal } from '../crypto.ts'
import type { Db, Tx } from '../deps.ts'

/** A key by its setting: the one in use first, then those retired, and the setting that names these. */
export type HeldKey = { readonly name: string; readonly keys: readonly [string, ...string[]]; readonly retiredBy: string }

type KeySettings = Pick<Config, 'fieldKey' | 'fieldKeysRetired' | 'indexKey' | 'indexKeysRetired' | 'vendorSecrets'>
/** Settings and the lenders that have a secret each. */
export type Keyring = { readonly config: KeySettings; readonly lenderIds: readonly number[] }

/** The keys of a process that speaks to these lenders. */
export function heldKeys({ config, lenderIds }: Keyring): HeldKey[] {
  return [
    { name: 'FIELD_KEY', keys: [config.fieldKey, ...config.fieldKeysRetired], retiredBy: 'FIELD_KEYS_RETIRED' },
    { name: 'INDEX_KEY', keys: [config.indexKey, ...config.indexKeysRetired], retiredBy: 'INDEX_KEYS_RETIRED' },
    ...[...singleParties, ...lenderIds.map(lenderParty)].map((party) => ({
      name: `VENDOR_SECRET_${party.toUpperCase()}`,
      keys: config.vendorSecrets(party),
      retiredBy: 'VENDOR_SECRETS_RETIRED',
    })),
  ]
}

type Given = Keyring & { readonly db: Db; readonly seal: Seal; readonly now: Date }

/** Stores the marks of the keys in use. Throws when this database needs a key that the process lacks: nothing may then be sealed, indexed or signed. */
export async function keepMarks({ db, seal, now, ...keyring }: Given): Promise<void> {
  await transaction(db, async (tx) => {
    for (const key of heldKeys(keyring)) {
      const marks = await marksOf(tx, key.name)
      if (marks.length === 0) await proveFirst(tx, seal, key.name)
      requireHeld(key, marks)
      const [mark] = marksHeld(key)
      await tx
        .insertInto('key_mark')
        .values({ key_name: key.name, mark, since: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}

export const marksHeld = ({ name, keys: [first, ...rest] }: HeldKey): [Buffer, ...Buffer[]] => [
  keyMark(name, first),
  ...rest.map((key) => keyMark(name, key)),
]

/** The marks of the keys that a process with these settings writes with. */
export const marksInUse = (keyring: Keyring): Buffer[] => heldKeys(keyring).map((key) => marksHeld(key)[0])

export async function marksOf(db: Db | Tx, name: string): Promise<Buffer[]> {
  const rows = await db.selectFrom('key_mark').select('mark').where('key_name', '=', name).execute()
  return rows.map(({ mark }) => mark)
}

function requireHeld(key: HeldKey, marks: readonly Buffer[]): void {
  const held = marksHeld(key)
  const missing = marks.filter((mark) => !held.some((one) => one.equals(mark)))
  if (missing.length > 0) throw otherKey(key.name, key.retiredBy, missing)
}

function otherKey(name: string, retiredBy: string, missing: readonly Buffer[]): Error {
  const marks = missing.map((mark) => mark.toString('hex')).join(', ')
  const setting = name.startsWith('VENDOR_SECRET_') ? `VENDOR_SECRET or ${name}` : name
  return new Error(
    `${setting} is not the key of this database, which needs the one with the mark ${marks}. Restore that key; or, to change keys, add it to ${retiredBy} ` +
      'and run: npm run keys -- renew',
  )
}

/** Checks the keys of a database without marks against a stored value. */
async function proveFirst(tx: Tx, seal: Seal, name: string): Promise<void> {
  if (name !== 'FIELD_KEY' && name !== 'INDEX_KEY') return
  const one = await tx
    .selectFrom('borrower')
    .innerJoin('borrower_phone', 'borrower_phone.user_id', 'borrower.user_id')
    .select(['borrower.user_id', 'mobile_sealed', 'phone_index'])
    .orderBy('borrower.user_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (one === undefined) return
  const mobile = opened(seal, one.mobile_sealed, one.user_id)
  if (mobile === undefined)
    throw new Error('FIELD_KEY is not the key of this database: its values cannot be decrypted with it. Restore the former key.')
  if (name === 'INDEX_KEY' && !seal.blindIndexes('mobile', mobile).some((index) => index.equals(one.phone_index)))
    throw new Error('INDEX_KEY is not the key of this database: its values are not found with it. Restore the former key.')
}

function opened(seal: Seal, sealed: Buffer, userId: number): string | undefined {
  try {
    return seal.openText(sealed, { table: 'borrower', column: 'mobile', row: userId })
  } catch {
    return undefined
  }
}

/** Forgets the marks of a key but the one in use. */
export async function forgetFormer(tx: Tx, key: HeldKey): Promise<void> {
  const [mark] = marksHeld(key)
  await sql`delete from key_mark where key_name = ${key.name} and mark <> ${mark}`.execute(tx)
}
