import type { capital } from '@fyh/contract/capital.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { Deps, User } from '#platform/deps.ts'

/** Keeps a click for attribution, once in a visit. */
export async function keepClick(
  { db, ids, clock }: Pick<Deps, 'db' | 'ids' | 'clock'>,
  { action, capitalId, page, applicationId }: ParsedOf<typeof capital.click>['body'],
  { userId, channelCode, visit, sessionId }: User,
): Promise<void> {
  await db
    .insertInto('partner_click')
    .values({
      user_id: userId,
      click_id: ids(),
      lender_id: capitalId,
      action,
      page,
      application_id: applicationId ?? null,
      channel_code: channelCode,
      // A caller that names no visit is known by its login.
      visit: visit?.generateId || visit?.traceId || `login ${sessionId}`,
      clicked_at: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'visit', 'lender_id', 'action', 'page']).doNothing())
    .execute()
}
