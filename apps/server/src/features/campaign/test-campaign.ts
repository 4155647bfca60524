import { assert } from '@fyh/base/assert.ts'
import { campaign as endpoints } from '@fyh/contract/campaign.ts'
import { constants } from '@fyh/contract/options.ts'
import { sql } from 'kysely'
import { bindCard, lastCodeOf, must, type TestBorrower } from '#platform/test-borrower.ts'
import { newKey } from '#platform/test-loan.ts'
import type { TestServer } from '#platform/test-server.ts'
import { publishActivities } from './activity.sql.ts'
import { activityOf } from './activity.ts'
import { addInvitation } from './invites.sql.ts'

/** An activity that one registered friend fulfils; its window holds the day on which test servers start. */
const usual = {
  title: { 'zh-cn': '测试红包', 'en-us': 'Test red packet' },
  from: '2026-11-01 10:00:00',
  to: '2026-12-31 23:59:59',
  budgetFen: 180_000,
  rewardFen: 1_800,
  validDays: 30,
  newUsersOnly: false,
  tasks: ['friendRegisters'],
  source: 'Test',
}

let activities = 100

/** Publishes an activity of its own; fields that differ from the usual ones are given. */
export async function published(server: TestServer, set: Partial<Record<keyof typeof usual | 'coupon', unknown>> = {}): Promise<number> {
  activities += 1
  await publishActivities(server.deps, [activityOf({ ...usual, ...set, activityId: activities }, 'an activity of a test')])
  return activities
}

/** A friend, made up, who registered now by the borrower's code. */
export async function withFriend(server: TestServer, { userId }: TestBorrower, at = server.clock.now()): Promise<number> {
  const inviteeId = server.deps.ids()
  await server.db.transaction().execute((tx) => addInvitation(tx, { userId, inviteeId, result: 'counted', at }))
  return inviteeId
}

export const receiveOf = (server: TestServer, { token }: TestBorrower, activityId: number, key = newKey()) =>
  server.call('campaign', 'receive', { params: { id: activityId }, body: {} }, { token, key })

export const mineOf = async (server: TestServer, { token }: TestBorrower, activityId: number) => {
  const { mine } = must(await server.call('campaign', 'activity', { params: { id: activityId } }, { token }))
  assert(mine !== null, 'a borrower stands somewhere with every activity')
  return mine
}

export const recordsOf = async (server: TestServer, { token }: TestBorrower, activityId: number) =>
  must(await server.call('campaign', 'records', { params: { id: activityId }, query: {} }, { token })).items.map(({ kind, status }) =>
    status === null ? kind : `${kind} ${status}`,
  )

export const balanceOf = async (server: TestServer, { token }: TestBorrower) =>
  must(await server.call('campaign', 'overview', {}, { token })).balanceFen

/** A borrower with card and friend, and the red packet received. */
export async function withPacket(server: TestServer, activityId: number): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withFriend(server, borrower)
  must(await receiveOf(server, borrower, activityId))
  return borrower
}

export function cardOf({ cardId }: TestBorrower): number {
  assert(cardId !== undefined, 'this borrower has no card')
  return cardId
}

/** Asks for the code of a transfer; its refusal, or the code. */
export async function codeAsked(server: TestServer, borrower: TestBorrower, activityId: number, cardId = cardOf(borrower)) {
  const { token, mobile } = borrower
  server.machine.pass(61_000)
  const body = { purpose: 'redPacket', activityId, cardId } as const
  const { error } = await server.call('session', 'sendCode', { body }, { token, address: '10.8.0.1' })
  return error === undefined ? { code: lastCodeOf(server, mobile) } : { error }
}

/** Orders a transfer with a code of its own; its result is open until notices are delivered. */
export async function cashOutOf(
  server: TestServer,
  borrower: TestBorrower,
  activityId: number,
  { cardId = cardOf(borrower), key = newKey() } = {},
) {
  const { code = '0000' } = await codeAsked(server, borrower, activityId, cardId)
  const request = { params: { id: activityId }, body: { cardId, authCode: code } }
  return server.call('campaign', 'cashOut', request, { token: borrower.token, key })
}

/** Lets the channel work on what was ordered and report it. */
export async function settleTransfers(server: TestServer): Promise<void> {
  await server.runJobs()
  await server.deliverNotices()
  await server.runJobs()
}

export const anotherCard = (server: TestServer, borrower: TestBorrower, number: number) => bindCard(server, borrower, number)

export const codeOf = async (answer: Promise<{ error?: string }>) => (await answer).error ?? 'received'

/** Borrowers with a friend and a card, ready to receive. */
export async function ready(server: TestServer, count: number): Promise<TestBorrower[]> {
  const made: TestBorrower[] = []
  for (let number = 0; number < count; number += 1) {
    // The whole way to a card is long: all but the first get theirs written down.
    const borrower = await server.newBorrower({ upTo: number === 0 ? 'card' : 'login' })
    if (made[0] !== undefined) await copyCard(server, made[0], borrower)
    await withFriend(server, borrower)
    made.push(borrower)
  }
  return made
}

async function copyCard(server: TestServer, { userId }: TestBorrower, to: TestBorrower): Promise<void> {
  await sql`
    insert into bank_card (user_id, card_id, bank_code, tail, number_sealed, number_index, channel_agreement_no, is_default, bound_at)
    select ${to.userId}, ${server.deps.ids()}, bank_code, tail, number_sealed, number_index, channel_agreement_no, is_default, bound_at
    from bank_card where user_id = ${userId}`.execute(server.db)
}

/** The same red packet received by many at once; how many got it, and which refusals the others got. */
export async function outcomes(calls: readonly Promise<{ error?: string }>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const call of calls) {
    const code = await codeOf(call)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** The same call at a node, repeated under its key while the node says that it has too much to do, as the pages do. */
export async function claimAt(
  { http }: Pick<TestServer, 'http'>,
  { token }: TestBorrower,
  activityId: number,
): Promise<{ error?: string }> {
  const url = `${constants.apiPrefix}${endpoints.receive.path.replace(':id', String(activityId))}`
  const headers = { 'x-user-token': token, 'idempotency-key': newKey(), 'content-type': 'application/json' }
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await http.inject({ method: 'POST', url, headers, payload: '{}' })
    if (answer.statusCode !== 503) return answer.json()
  }
  throw new Error('the node never answered')
}
