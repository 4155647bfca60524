import type { Deps } from '#platform/deps.ts'

export type Identity = { readonly appId: string; readonly openId: string; readonly unionId: string }
type Whose = { readonly userId: number; readonly appId: string }

/** Who a borrower is for an app of ours; undefined while the borrower has not come through it. Never another borrower's, never another app's. */
export async function openIdOf({ db, seal }: Pick<Deps, 'db' | 'seal'>, whose: Whose): Promise<string | undefined> {
  const row = await db
    .selectFrom('messenger_identity')
    .select('open_id_sealed')
    .where('user_id', '=', whose.userId)
    .where('app_id', '=', whose.appId)
    .executeTakeFirst()
  return row && seal.openText(row.open_id_sealed, openIdPlace(whose))
}

/** The newest one counts: people change their messenger account, and the former is then somebody else's. */
export async function rememberIdentity(
  { db, seal, clock }: Pick<Deps, 'db' | 'seal' | 'clock'>,
  userId: number,
  identity: Identity,
): Promise<void> {
  const whose = { userId, appId: identity.appId }
  const fresh = {
    open_id_sealed: seal.text(identity.openId, openIdPlace(whose)),
    union_id_sealed: identity.unionId === '' ? null : seal.text(identity.unionId, unionIdPlace(whose)),
    linked_at: clock.machineNow(),
  }
  await db
    .insertInto('messenger_identity')
    .values({ user_id: userId, app_id: identity.appId, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'app_id']).doUpdateSet(fresh))
    .execute()
}

const rowOf = ({ userId, appId }: Whose) => `${userId} ${appId}`
const openIdPlace = (whose: Whose) => ({ table: 'messenger_identity', column: 'open_id', row: rowOf(whose) })
const unionIdPlace = (whose: Whose) => ({ table: 'messenger_identity', column: 'union_id', row: rowOf(whose) })
