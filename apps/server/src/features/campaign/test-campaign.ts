import { assert } from '@fyh/base/assert.ts'
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
export async function published(server: TestServer, set: Partial<Record<keyof typeof usual, unknown>> = {}): Promise<number> {
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
