import { assert } from '@fyh/base/assert.ts'
import { fen } from '@fyh/base/money.ts'
import type { CouponOffer } from '@fyh/contract/coupon-shapes.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { type Activity, activityOf, type Granted, type PublishedActivity } from './activity.ts'
import { assertCoupon, couponOf } from './coupon-reward.ts'

export type ActivityNow = {
  readonly activity: Activity
  readonly granted: Granted
  /** Of an activity that gives one: the coupon, and how many are left where it has a limit. */
  readonly coupon: CouponOffer | null
  readonly couponsLeft: number | null
}

/**
 * Publishes activities that the database does not have yet, all or none. Stops the start for a file that differs from the activity already
 * published under its id. Any number of nodes may do it at once.
 */
export async function publishActivities({ db, clock }: Pick<Deps, 'db' | 'clock'>, files: readonly PublishedActivity[]): Promise<void> {
  for (const { activity } of files) assertCoupon(activity)
  await transaction(db, async (tx) => {
    for (const file of files) await insertActivity(tx, file, clock.machineNow())
  })
  const rows = await db.selectFrom('activity').select(['activity_id', 'sha256']).execute()
  for (const { activity, sha256 } of files)
    assert(
      rows.some((row) => row.activity_id === activity.activityId && row.sha256 === sha256),
      `activity ${activity.activityId} is published with other content. A published activity never changes: publish another one.`,
    )
}

async function insertActivity(tx: Tx, { activity, content, sha256 }: PublishedActivity, at: Date): Promise<void> {
  const { activityId, budgetFen } = activity
  await tx
    .insertInto('activity')
    .values({ activity_id: activityId, content: JSON.stringify(content), sha256, published_at: at })
    .onConflict((conflict) => conflict.column('activity_id').doNothing())
    .execute()
  await tx
    .insertInto('activity_budget')
    .values({ activity_id: activityId, budget_fen: budgetFen })
    .onConflict((conflict) => conflict.column('activity_id').doNothing())
    .execute()
}

export async function findActivity(db: Db | Tx, deps: Pick<Deps, 'clock'>, activityId: number): Promise<ActivityNow | undefined> {
  const row = await activities(db).where('activity.activity_id', '=', activityId).executeTakeFirst()
  return row && read(db, deps, row)
}

/** Every published activity, the newest first. */
export async function allActivities(db: Db | Tx, deps: Pick<Deps, 'clock'>): Promise<ActivityNow[]> {
  const rows = await activities(db).orderBy('activity.activity_id', 'desc').limit(activitiesMax).execute()
  const all: ActivityNow[] = []
  for (const row of rows) all.push(await read(db, deps, row))
  return all
}

const activitiesMax = 200

const activities = (db: Db | Tx) =>
  db
    .selectFrom('activity')
    .innerJoin('activity_budget', 'activity_budget.activity_id', 'activity.activity_id')
    .select(['activity.activity_id', 'content', 'sha256', 'granted_fen', 'granted_count'])

/** Content with the same digest is the same, so it is checked once and not at every request. */
const parsed = new Map<string, Activity>()

type Row = { activity_id: number; content: unknown; sha256: string; granted_fen: number; granted_count: number }

async function read(
  db: Db | Tx,
  deps: Pick<Deps, 'clock'>,
  { activity_id, content, sha256, granted_fen, granted_count }: Row,
): Promise<ActivityNow> {
  const activity = parsed.get(sha256) ?? activityOf(content, `activity ${activity_id}`).activity
  parsed.set(sha256, activity)
  return { activity, granted: { grantedFen: fen(granted_fen), grantedCount: granted_count }, ...(await couponOf(db, deps, activity)) }
}

/**
 * Takes one reward out of the budget; false when too little is left. The row is the only one that claims of different borrowers share: it comes
 * last in their transactions, so that it is held as briefly as possible.
 */
export async function takeFromBudget(tx: Tx, { activityId, rewardFen }: Activity): Promise<boolean> {
  const { rows } = await sql`
    update activity_budget set granted_fen = granted_fen + ${rewardFen}, granted_count = granted_count + 1
    where activity_id = ${activityId} and granted_fen + ${rewardFen} <= budget_fen returning activity_id`.execute(tx)
  return rows.length > 0
}
