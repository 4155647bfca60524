import { maskName } from '@fyh/base/chinese-data.ts'
import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import type { Place } from '#platform/crypto.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { lockFormer } from '#platform/keys/lock-former.ts'

type Sealing = Pick<Deps, 'seal'>
export type Side = 'front' | 'back'
export type KnownIdentity = {
  name: string
  idNumber: string
  validFrom: CivilDate
  validTo: CivilDate | null
  hasPassedFace: boolean
  confirmedAt: Date
}

export async function identityOf(tx: Tx | Db, { seal }: Sealing, userId: number): Promise<KnownIdentity | undefined> {
  const row = await tx.selectFrom('identity').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    name: seal.openText(row.name_sealed, namePlace(userId)),
    idNumber: seal.openText(row.number_sealed, numberPlace(userId)),
    validFrom: civilDate(row.valid_from),
    validTo: row.valid_to === null ? null : civilDate(row.valid_to),
    hasPassedFace: row.face_passed_at !== null,
    confirmedAt: row.confirmed_at,
  }
}

/** '测*', or null before the name is verified. */
export async function maskedNameOf(tx: Tx | Db, deps: Sealing, userId: number): Promise<string | null> {
  const identity = await identityOf(tx, deps, userId)
  return identity === undefined ? null : maskName(identity.name)
}

export type NewIdentity = {
  userId: number
  name: string
  idNumber: string
  validFrom: CivilDate
  validTo: CivilDate | null
  confirmedAt: Date
}

/** Writes the identity; a renewed card keeps the face that proved it. Whose number it is stays open until a face proves it. */
export async function saveIdentity(tx: Tx, { seal }: Sealing, identity: NewIdentity): Promise<void> {
  const { userId, name, idNumber } = identity
  const values = {
    name_sealed: seal.text(name, namePlace(userId)),
    number_sealed: seal.text(idNumber, numberPlace(userId)),
    number_index: seal.blindIndex('idNumber', idNumber),
    valid_from: identity.validFrom,
    valid_to: identity.validTo,
    confirmed_at: identity.confirmedAt,
  }
  await tx
    .insertInto('identity')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Gives the number to the borrower whose face proved it; false when another borrower has proved it before. */
export async function takeNumber(tx: Tx, { seal }: Sealing, { userId, idNumber }: { userId: number; idNumber: string }): Promise<boolean> {
  const indexes = seal.blindIndexes('idNumber', idNumber)
  const [index] = indexes
  if (await lockFormer(tx, indexes)) {
    const former = await tx.selectFrom('identity_number').select('user_id').where('number_index', 'in', indexes).executeTakeFirst()
    if (former !== undefined) return former.user_id === userId
  }
  // The insert waits for one of the same number under way elsewhere, so two borrowers cannot both be first.
  await tx
    .insertInto('identity_number')
    .values({ number_index: index, user_id: userId })
    .onConflict((conflict) => conflict.column('number_index').doNothing())
    .execute()
  const owner = await tx.selectFrom('identity_number').select('user_id').where('number_index', '=', index).executeTakeFirstOrThrow()
  return owner.user_id === userId
}

/** Whether a face proved another number for this borrower. A face that must be proved again because of a new name does not change that. */
export async function hasOtherNumber(
  tx: Tx,
  { seal }: Sealing,
  { userId, idNumber }: { userId: number; idNumber: string },
): Promise<boolean> {
  const other = await tx
    .selectFrom('identity_number')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('number_index', 'not in', seal.blindIndexes('idNumber', idNumber))
    .executeTakeFirst()
  return other !== undefined
}

/** Whoever changes an identity or proves it waits here, and then sees what the other did. */
export async function lockIdentity(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('identity').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

export async function markFacePassed(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx.updateTable('identity').set({ face_passed_at: at }).where('user_id', '=', userId).where('face_passed_at', 'is', null).execute()
}

export async function forgetFace(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('identity').set({ face_passed_at: null }).where('user_id', '=', userId).execute()
}

/** Counts one more reading of the day before the vendor is asked, unless that would be above the most allowed. */
export async function countRead(tx: Tx, { userId, day, most }: { userId: number; day: CivilDate; most: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into id_card_read_count as counted (user_id, day, reads) values (${userId}, ${day}, 1)
    on conflict (user_id) do update
      set day = excluded.day, reads = case when counted.day = excluded.day then counted.reads + 1 else 1 end
      where counted.day <> excluded.day or counted.reads < ${most}
    returning reads`.execute(tx)
  return rows.length > 0
}

/** Counts one more identity confirmed on the day, unless that would exceed the limit. */
export async function countConfirm(tx: Tx, { userId, day, most }: { userId: number; day: CivilDate; most: number }): Promise<boolean> {
  const { rows } = await sql`
    insert into identity_confirm_count as counted (user_id, day, confirms) values (${userId}, ${day}, 1)
    on conflict (user_id) do update
      set day = excluded.day, confirms = case when counted.day = excluded.day then counted.confirms + 1 else 1 end
      where counted.day <> excluded.day or counted.confirms < ${most}
    returning confirms`.execute(tx)
  return rows.length > 0
}

export type Photo = { userId: number; side: Side; photoId: number; kind: string; image: Buffer; fields: string; takenAt: Date }

export async function savePhoto(
  tx: Tx | Db,
  { seal }: Sealing,
  { userId, side, photoId, kind, image, fields, takenAt }: Photo,
): Promise<void> {
  const values = {
    photo_id: photoId,
    kind,
    image_sealed: seal.bytes(image, photoPlace('image', photoId)),
    fields_sealed: seal.text(fields, photoPlace('fields', photoId)),
    taken_at: takenAt,
  }
  await tx
    .insertInto('id_card_photo')
    .values({ user_id: userId, side, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'side']).doUpdateSet(values))
    .execute()
}

/** What was read from each side photographed after the moment, where one is given, as JSON text. */
export async function readSides(
  tx: Tx | Db,
  { seal }: Sealing,
  { userId, after }: { userId: number; after: Date | undefined },
): Promise<{ side: string; fields: string }[]> {
  const rows = await tx
    .selectFrom('id_card_photo')
    .select(['side', 'photo_id', 'fields_sealed'])
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where('taken_at', '>', after ?? null))
    .execute()
  return rows.map((row) => ({ side: row.side, fields: seal.openText(row.fields_sealed, photoPlace('fields', row.photo_id)) }))
}

const namePlace = (userId: number): Place => ({ table: 'identity', column: 'name', row: userId })
const numberPlace = (userId: number): Place => ({ table: 'identity', column: 'number', row: userId })
const photoPlace = (column: string, photoId: number): Place => ({ table: 'id_card_photo', column, row: photoId })
