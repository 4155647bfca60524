import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { sql } from 'kysely'
import type { Deps, Tx } from '#platform/deps.ts'
import { sendMessages } from '../message/message.ts'

const limitsPerBatch = 500

/**
 * Marks the limits whose last day is over by `today`, each once, and tells their borrowers once, on however many nodes this runs. Whether
 * a limit can be used never depends on it: that is a matter of its last day alone.
 */
export async function expireLimits(deps: Deps, today: CivilDate): Promise<void> {
  for (;;) {
    const expired = await transaction(deps.db, (tx) => expireSome(tx, deps, today))
    if (expired < limitsPerBatch) return
  }
}

async function expireSome(tx: Tx, deps: Deps, today: CivilDate): Promise<number> {
  const { rows } = await sql<{ userId: number; applicationId: number; grantedFen: number; validUntil: string }>`
    update credit_limit set expired_on = ${today}
    where user_id in (
      select user_id from credit_limit where expired_on is null and valid_until < ${today}
      order by valid_until limit ${limitsPerBatch} for update skip locked
    )
    returning user_id as "userId", application_id as "applicationId", granted_fen as "grantedFen", valid_until as "validUntil"`.execute(tx)
  await sendMessages(
    tx,
    deps,
    rows.map(({ userId, applicationId, grantedFen, validUntil }) => ({
      userId,
      kind: 'limitExpired',
      params: { limitFen: fen(grantedFen), validUntilOn: civilDate(validUntil) },
      once: `limitExpired:${applicationId}`,
    })),
  )
  return rows.length
}
