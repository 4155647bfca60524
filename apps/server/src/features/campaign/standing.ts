import type { ActivityRefusal } from '@fyh/contract/campaign.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { identityOf } from '../apply/apply.ts'
import { type Card, cardsOf } from '../card/card.ts'
import { isBlockedBorrower, registeredAt } from '../session/session.ts'
import type { ActivityNow } from './activity.sql.ts'
import { type Activity, activityState, isPast, shanghaiText } from './activity.ts'
import { findPacket, type RedPacket } from './packets.sql.ts'
import { type Condition, tasksOf } from './tasks.ts'

export type Standing = {
  readonly conditions: readonly Condition[]
  readonly packet: RedPacket | undefined
  readonly refusal: ActivityRefusal | undefined
  readonly cards: readonly Card[]
}

/** Where a borrower stands with an activity. The page shows it, and receiving decides by it, so both say the same. */
export async function standingOf(db: Db | Tx, deps: Deps, userId: number, now: ActivityNow): Promise<Standing> {
  const { activity } = now
  const packet = await findPacket(db, { userId, activityId: activity.activityId })
  const cards = await cardsOf(db, userId)
  const tasks = await tasksOf(db, deps, { userId, activity })
  const hasCard = cards.length > 0
  const card: Condition = { kind: 'card', done: hasCard, doneOn: null, dueOn: null, loanId: null }
  const areTasksDone = tasks.every(({ done }) => done)
  const refusal = refusalOfAll(deps, now, packet) ?? (await personRefusal(db, deps, { userId, activity, areTasksDone, hasCard }))
  return { conditions: [...tasks, card], packet, refusal, cards }
}

/** Refusals that are the same for every borrower: cheap to check, and the only ones needed once a popular activity is over. */
export function refusalOfAll({ clock }: Pick<Deps, 'clock'>, now: ActivityNow, packet: RedPacket | undefined) {
  if (packet !== undefined) return 'ACTIVITY_TAKEN'
  const states = { notBegun: 'ACTIVITY_NOT_BEGUN', over: 'ACTIVITY_OVER', budgetUsed: 'ACTIVITY_BUDGET_USED', open: undefined } as const
  return states[activityState(now.activity, now, clock.now())]
}

type Person = { userId: number; activity: Activity; areTasksDone: boolean; hasCard: boolean }

async function personRefusal(db: Db | Tx, deps: Deps, { userId, activity, areTasksDone, hasCard }: Person) {
  if (await isBlockedBorrower(db, deps, userId)) return 'ACTIVITY_ACCOUNT_BLOCKED'
  if (activity.newUsersOnly && !isNewUser(activity, await registeredAt(db, userId))) return 'ACTIVITY_NEW_USERS_ONLY'
  if (!areTasksDone) return 'ACTIVITY_TASKS_OPEN'
  // Only a verified borrower can add a card.
  if (hasCard) return undefined
  return (await identityOf(db, deps, userId)) === undefined ? 'IDENTITY_REQUIRED' : 'ACTIVITY_CARD_MISSING'
}

const isNewUser = ({ from, to }: Activity, at: Date): boolean => at >= from && !isPast(to, at)

/** Answers a refusal with what its words need. */
export function refuse(refusal: ActivityRefusal, { from, to }: Activity): never {
  switch (refusal) {
    case 'ACTIVITY_NOT_BEGUN':
    case 'ACTIVITY_NEW_USERS_ONLY':
      return fail(refusal, { startsAt: shanghaiText(from) })
    case 'ACTIVITY_OVER':
      return fail(refusal, { endsAt: shanghaiText(to) })
    default:
      return fail(refusal)
  }
}
