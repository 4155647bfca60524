import { type CivilDate, civilDate, today } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import { type Limit, type LimitRow, limitFrom } from '#lending/limits/limits.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { type Application, lastApplication } from './application.sql.ts'
import type { Progress } from './steps.ts'

export type Standing = Progress & { last: Application | undefined; limit: Limit | undefined }

type Row = {
  has_photo: boolean
  has_identity: boolean
  id_valid_to: string | null
  has_passed_face: boolean
  has_draft: boolean
  hand_in: number
  limit_row: LimitRow | null
}

/** Reads how far a borrower has come. Nothing personal is opened for it. */
export async function progressOf(tx: Tx | Db, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<Standing> {
  const { rows } = await sql<Row>`
    select exists (select from id_card_photo where user_id = asked.user_id) as has_photo,
      identity.user_id is not null as has_identity,
      identity.valid_to as id_valid_to,
      identity.face_passed_at is not null as has_passed_face,
      profile.saved_at is not null as has_draft,
      coalesce(profile.hand_in, 0) as hand_in,
      to_jsonb(credit) as limit_row
    from (select ${userId}::bigint as user_id) asked
      left join identity on identity.user_id = asked.user_id
      left join applicant_profile profile on profile.user_id = asked.user_id
      left join credit_limit credit on credit.user_id = asked.user_id`.execute(tx)
  const last = await lastApplication(tx, userId)
  const [row] = rows
  const limit = row?.limit_row ? limitFrom(row.limit_row) : undefined
  return {
    today: today(clock),
    hasPhoto: row?.has_photo ?? false,
    identity: row?.has_identity ? { validTo: dateOrNull(row.id_valid_to), hasPassedFace: row.has_passed_face } : undefined,
    hasDraft: row?.has_draft ?? false,
    handIn: row?.hand_in ?? 0,
    application: last && { status: last.status, handIn: last.handIn, applyAgainOn: last.applyAgainOn },
    limitValidUntil: limit?.validUntil,
    last,
    limit,
  }
}

function dateOrNull(text: string | null): CivilDate | null {
  return text === null ? null : civilDate(text)
}
