import { claimOrder, keepOrder, type OrderTable, ordersToAsk } from '#lending/orders/orders.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { type Application, type ApplicationKey, applicationFrom, underWay } from './application.sql.ts'

const applications = { table: 'partner_application', id: 'application_id', underWay } satisfies OrderTable

/** Gives the next round the key by which the partner will know it. */
export async function beginRound(tx: Tx, { userId, applicationId, round }: Application): Promise<string> {
  const orderKey = `apply-${applicationId}-${round + 1}`
  await tx
    .updateTable('partner_application')
    .set({ round: round + 1, order_key: orderKey })
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .execute()
  await keepOrder(tx, { orderKey, kind: 'partnerApplication', userId, orderId: applicationId })
  return orderKey
}

export async function setQuota(tx: Tx, { userId, applicationId }: ApplicationKey, hasQuota: boolean): Promise<void> {
  await tx
    .updateTable('partner_application')
    .set({ has_quota: hasQuota })
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .execute()
}

/** Lets a partner be asked at once. */
export async function askSoon(tx: Db | Tx, { userId, applicationId }: ApplicationKey, at: Date): Promise<void> {
  await tx
    .updateTable('partner_application')
    .set({ next_try_at: at })
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .where('status', 'in', underWay)
    .execute()
}

export async function claimApplication(tx: Db | Tx, { userId, applicationId }: ApplicationKey, at: Date): Promise<Application | undefined> {
  const claimed = await claimOrder(tx, applications, { userId, orderId: applicationId }, at)
  return claimed === undefined ? undefined : applicationFrom(claimed)
}

export async function applicationsToAsk(db: Db, at: Date): Promise<ApplicationKey[]> {
  return (await ordersToAsk(db, applications, at)).map(({ userId, orderId }) => ({ userId, applicationId: orderId }))
}

const undecided = ['submitted', 'reviewing', 'unknown'] as const

/** Lenders that have applications without a decision, or that wait for the borrower. */
export async function lendersWaitedFor(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('partner_application')
    .select('lender_id')
    .distinct()
    .where('status', 'in', [...undecided, 'incomplete'])
    .execute()
  return rows.map(({ lender_id }) => lender_id)
}

/** Applications whose form was opened by a moment and not handed in. */
export async function formsOpenedBy(db: Db, at: Date): Promise<ApplicationKey[]> {
  const found = await db
    .selectFrom('partner_application')
    .select(['user_id', 'application_id'])
    .where('status', '=', 'filling')
    .where('opened_at', '<=', at)
    .orderBy('opened_at')
    .limit(100)
    .execute()
  return found.map(({ user_id, application_id }) => ({ userId: user_id, applicationId: application_id }))
}

/** Applications that a partner has left without a decision since a moment, and those that wait for the borrower beyond their time. */
export async function overdueApplications(
  db: Db,
  { lenderId, submittedBefore, now }: { lenderId: number; submittedBefore: Date; now: Date },
): Promise<ApplicationKey[]> {
  const found = await db
    .selectFrom('partner_application')
    .select(['user_id', 'application_id'])
    .where('lender_id', '=', lenderId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('status', 'in', undecided), eb('submitted_at', '<=', submittedBefore)]),
        and([eb('status', '=', 'incomplete'), eb('missing_until', '<=', now)]),
      ]),
    )
    .limit(100)
    .execute()
  return found.map(({ user_id, application_id }) => ({ userId: user_id, applicationId: application_id }))
}
