import { civilDateAt } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { isBlankPicture } from './blank/blank-picture.ts'
import { identityOf, type KnownIdentity, lockIdentity, markFacePassed, takeNumber } from './identity.sql.ts'
import type { Image } from './images.ts'

/** Tries a day, counted by machine time. */
const triesMax = 5
/** Pictures a day that the server looks at, with those that cost no try: looking costs its time. */
const picturesMax = 30

type Check = { userId: number; identity: KnownIdentity; image: Image }

/**
 * Compares the face and records the outcome; the picture goes to the vendor and is not kept. A blank picture, and a check without an answer,
 * cost no try.
 */
export async function checkFace(deps: Deps, { userId, identity, image }: Check): Promise<void> {
  const checkId = deps.ids()
  const left = await transaction(deps.db, (tx) => startTry(tx, deps, { userId, checkId }))
  if (await isBlankPicture(image)) {
    await endTry(deps.db, { userId, checkId, outcome: 'unanswered' })
    return fail('IMAGE_BLANK')
  }
  const { name, idNumber } = identity
  const compared = await deps.providers.face.compare({ key: `face-${checkId}`, name, idNumber, image: image.bytes })
  switch (compared.answer) {
    case 'unknown':
      await endTry(deps.db, { userId, checkId, outcome: 'unanswered' })
      return fail('VENDOR_UNAVAILABLE')
    case 'refused':
      await endTry(deps.db, { userId, checkId, outcome: 'refused' })
      return fail('FACE_NOT_MATCHED', { left })
    case 'ok':
      // Committed before the refusal: the try has been used.
      if (!(await transaction(deps.db, (tx) => pass(tx, deps, { userId, checkId, name, idNumber })))) fail('ID_NUMBER_TAKEN')
      return
    default:
      return compared satisfies never
  }
}

/** Takes one of the day's tries before anything is looked at, so that tries at once cannot be more than there are. Returns how many are left. */
async function startTry(tx: Tx, { clock }: Deps, { userId, checkId }: { userId: number; checkId: number }): Promise<number> {
  await lockIdentity(tx, userId)
  const now = clock.machineNow()
  const triedOn = civilDateAt(now)
  const { pictures, tries } = await tx
    .selectFrom('face_check')
    .select([
      sql<number>`count(*)::integer`.as('pictures'),
      sql<number>`count(*) filter (where outcome <> 'unanswered')::integer`.as('tries'),
    ])
    .where('user_id', '=', userId)
    .where('tried_on', '=', triedOn)
    .executeTakeFirstOrThrow()
  if (tries >= triesMax || pictures >= picturesMax) fail('FACE_DAILY_LIMIT')
  await tx
    .insertInto('face_check')
    .values({ user_id: userId, check_id: checkId, tried_on: triedOn, outcome: 'started', tried_at: now })
    .execute()
  return triesMax - tries - 1
}

type Passed = { userId: number; checkId: number; name: string; idNumber: string }

/**
 * A face proves the name and number it was compared with. Until it has, others may be put in their place, also while the vendor looks. False when
 * the face of another account has proved the number before: the response reveals that only after the face check passes.
 */
async function pass(tx: Tx, deps: Deps, { userId, checkId, name, idNumber }: Passed): Promise<boolean> {
  await lockIdentity(tx, userId)
  const known = await identityOf(tx, deps, userId)
  if (known?.name !== name || known.idNumber !== idNumber) fail('APPLY_STEP_NOT_OPEN')
  await endTry(tx, { userId, checkId, outcome: 'passed' })
  if (!(await takeNumber(tx, deps, { userId, idNumber }))) return false
  await markFacePassed(tx, userId, deps.clock.machineNow())
  return true
}

async function endTry(db: Db | Tx, { userId, checkId, outcome }: { userId: number; checkId: number; outcome: string }): Promise<void> {
  await db.updateTable('face_check').set({ outcome }).where('user_id', '=', userId).where('check_id', '=', checkId).execute()
}
