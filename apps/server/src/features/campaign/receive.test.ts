import { today } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { bindCard, must } from '#platform/test-borrower.ts'
import { moveTo, newKey } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { createApp } from '../../app.ts'
import { findActivity } from './activity.sql.ts'
import { balanceOf, claimAt, codeOf, mineOf, outcomes, published, ready, receiveOf, recordsOf, withFriend } from './test-campaign.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

describe('campaign.receive', () => {
  test('R2.43 receives the reward into the balance: row, record, message, posting and budget together, once', async () => {
    const activityId = await published(server)
    const [borrower] = await ready(server, 1)
    if (borrower === undefined) return
    expect(await mineOf(server, borrower, activityId)).toMatchObject({ refusal: null, packet: null })
    const received = must(await receiveOf(server, borrower, activityId))
    expect(received).toEqual({ activityId, amountFen: 1_800, validUntil: '2026-12-27T15:59:59.000Z' })
    expect(await mineOf(server, borrower, activityId)).toMatchObject({
      refusal: 'ACTIVITY_TAKEN',
      packet: { state: 'held', amountFen: 1_800, transfer: null },
    })
    expect(await balanceOf(server, borrower)).toBe(1_800)
    expect(await recordsOf(server, borrower, activityId)).toEqual(['received'])
    expect(await balancesOf(server.db, { userId: borrower.userId, subject: { kind: 'activity', id: activityId } })).toEqual(
      new Map(Object.entries({ campaignCost: 1_800, redPacketHeld: -1_800 })),
    )
    const { items } = must(await server.call('message', 'list', { query: { tab: 'activity' } }, { token: borrower.token }))
    expect(items).toMatchObject([{ kind: 'redPacketReceived', params: { amountFen: 1_800, activityId, validUntilOn: '2026-12-27' } }])
    expect((await findActivity(server.db, server.deps, activityId))?.granted).toEqual({ grantedFen: 1_800, grantedCount: 1 })
  })

  test('campaign.receive: ACTIVITY_TAKEN for another request; the same one again gets the first answer', async () => {
    const activityId = await published(server)
    const [borrower] = await ready(server, 1)
    if (borrower === undefined) return
    const key = newKey()
    const first = await receiveOf(server, borrower, activityId, key)
    expect(await receiveOf(server, borrower, activityId, key)).toEqual(first)
    expect(await codeOf(receiveOf(server, borrower, activityId))).toBe('ACTIVITY_TAKEN')
    expect(await balanceOf(server, borrower)).toBe(1_800)
  })

  test('campaign.receive: ACTIVITY_NOT_FOUND where nothing of that id is published', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect(await codeOf(receiveOf(server, borrower, 99_999))).toBe('ACTIVITY_NOT_FOUND')
  })

  test('campaign.receive: ACTIVITY_TASKS_OPEN, campaign.receive: IDENTITY_REQUIRED and campaign.receive: ACTIVITY_CARD_MISSING, as the page says before', async () => {
    const activityId = await published(server)
    const borrower = await server.newBorrower({ upTo: 'login' })
    const both = async () => [await codeOf(receiveOf(server, borrower, activityId)), (await mineOf(server, borrower, activityId)).refusal]
    expect(await both()).toEqual(['ACTIVITY_TASKS_OPEN', 'ACTIVITY_TASKS_OPEN'])
    await withFriend(server, borrower)
    expect(await both()).toEqual(['IDENTITY_REQUIRED', 'IDENTITY_REQUIRED'])
    const verified = await server.newBorrower({ upTo: 'identity' })
    await withFriend(server, verified)
    expect(await codeOf(receiveOf(server, verified, activityId))).toBe('ACTIVITY_CARD_MISSING')
    await bindCard(server, verified, 77)
    expect(await codeOf(receiveOf(server, verified, activityId))).toBe('received')
  })

  test('campaign.receive: ACTIVITY_ACCOUNT_BLOCKED for a phone that was blocked after its login', async () => {
    const activityId = await published(server)
    const [borrower] = await ready(server, 1)
    if (borrower === undefined) return
    await sql`insert into blocked_phone select phone_index, 'fraud', now() from borrower_phone where user_id = ${borrower.userId}`.execute(
      server.db,
    )
    expect((await mineOf(server, borrower, activityId)).refusal).toBe('ACTIVITY_ACCOUNT_BLOCKED')
    expect(await codeOf(receiveOf(server, borrower, activityId))).toBe('ACTIVITY_ACCOUNT_BLOCKED')
  })

  test('campaign.receive: ACTIVITY_NEW_USERS_ONLY for who registered before the window', async () => {
    const [borrower] = await ready(server, 1)
    if (borrower === undefined) return
    const open = await published(server, { newUsersOnly: true })
    expect((await mineOf(server, borrower, open)).refusal).toBeNull()
    const later = await published(server, { newUsersOnly: true, from: '2026-11-27 10:00:01' })
    server.machine.pass(2_000)
    await withFriend(server, borrower)
    expect(await codeOf(receiveOf(server, borrower, later))).toBe('ACTIVITY_NEW_USERS_ONLY')
  })

  test('campaign.receive: ACTIVITY_BUDGET_USED once less than one reward is left', async () => {
    const activityId = await published(server, { budgetFen: 2_000 })
    const [one, other] = await ready(server, 2)
    if (one === undefined || other === undefined) return
    must(await receiveOf(server, one, activityId))
    expect(await codeOf(receiveOf(server, other, activityId))).toBe('ACTIVITY_BUDGET_USED')
    expect(must(await server.call('campaign', 'activity', { params: { id: activityId } }))).toMatchObject({
      state: 'budgetUsed',
      leftFen: 200,
      mine: null,
    })
  })
})

test.each(['UTC', 'Asia/Shanghai'])(
  'LN-23 campaign.receive: ACTIVITY_NOT_BEGUN, campaign.receive: ACTIVITY_OVER: with the server in %s a window counts to the second in Shanghai, in call and page',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const [one, other] = await ready(server, 2)
    if (one === undefined || other === undefined) return
    const activityId = await published(server, { from: '2026-11-28 10:00:00', to: '2026-11-28 23:59:59' })
    const state = async () => must(await server.call('campaign', 'activity', { params: { id: activityId } })).state
    const passTo = (text: string) => server.machine.pass(Date.parse(text) - server.clock.now().getTime())
    passTo('2026-11-28T09:59:59+08:00')
    expect([await state(), await codeOf(receiveOf(server, one, activityId))]).toEqual(['notBegun', 'ACTIVITY_NOT_BEGUN'])
    passTo('2026-11-28T23:59:59+08:00')
    await withFriend(server, one)
    await withFriend(server, other)
    expect([await state(), await codeOf(receiveOf(server, one, activityId))]).toEqual(['open', 'received'])
    passTo('2026-11-29T00:00:01+08:00')
    expect([await state(), await codeOf(receiveOf(server, other, activityId))]).toEqual(['over', 'ACTIVITY_OVER'])
  },
)

describe('many at once', () => {
  test('ID-10 a budget of one: of 64 calls of one borrower one receives, then of 64 borrowers none; the budget is never below zero', async () => {
    const activityId = await published(server, { budgetFen: 1_800 })
    const [first, ...others] = await ready(server, 65)
    if (first === undefined) return
    const same = Array.from({ length: 64 }, () => claimAt(server, first, activityId))
    expect(await outcomes(same)).toEqual({ received: 1, ACTIVITY_TAKEN: 63 })
    expect(await outcomes(others.map((borrower) => claimAt(server, borrower, activityId)))).toEqual({ ACTIVITY_BUDGET_USED: 64 })
    const { rows } = await sql<{ packets: number }>`select count(*)::integer as packets from red_packet`.execute(server.db)
    expect(rows).toEqual([{ packets: 1 }])
    expect((await findActivity(server.db, server.deps, activityId))?.granted).toEqual({ grantedFen: 1_800, grantedCount: 1 })
  })

  test('ID-11 200 claims at once on a budget for 100, over two nodes, give exactly 100', async () => {
    const { config, log } = server.deps
    const given = { machine: server.machine, providers: server.providers, superviseJobs: false }
    const second = await createApp({ config: { ...config, nodeId: 1 }, log, ...given })
    const activityId = await published(server, { budgetFen: 180_000 })
    const borrowers = await ready(server, 200)
    const calls = borrowers.map((borrower, at) => claimAt(at % 2 === 0 ? server : second, borrower, activityId))
    expect(await outcomes(calls)).toEqual({ received: 100, ACTIVITY_BUDGET_USED: 100 })
    const { rows } = await sql<{ packets: number; sum: number }>`
      select count(*)::integer as packets, sum(amount_fen)::bigint as sum from red_packet where activity_id = ${activityId}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ packets: 100, sum: 180_000 }])
    const lines: string[] = []
    await reconcile(server.deps, { date: today(server.clock), say: (line) => lines.push(line) })
    expect(lines).toContain('no differences')
    await second.close()
  })
})

test('R2.42 a guest sees terms and budget, and no standing; a day later the activity is over', async () => {
  const activityId = await published(server, { to: '2026-11-27 23:59:59', newUsersOnly: true })
  const guest = async () => must(await server.call('campaign', 'activity', { params: { id: activityId } }, { language: 'en-us' }))
  expect(await guest()).toMatchObject({
    title: 'Test red packet',
    state: 'open',
    budgetFen: 180_000,
    leftFen: 180_000,
    endsAt: '2026-11-27T15:59:59.000Z',
    newUsersOnly: true,
    mine: null,
  })
  await moveTo(server, '2026-11-28')
  expect((await guest()).state).toBe('over')
})

test('campaign.activity: ACTIVITY_NOT_FOUND and campaign.records: ACTIVITY_NOT_FOUND', async () => {
  const { token } = await server.newBorrower({ upTo: 'login' })
  expect(await codeOf(server.call('campaign', 'activity', { params: { id: 99_999 } }))).toBe('ACTIVITY_NOT_FOUND')
  expect(await codeOf(server.call('campaign', 'records', { params: { id: 99_999 }, query: {} }, { token }))).toBe('ACTIVITY_NOT_FOUND')
})

test('the overview lists running activities and those of which the borrower has a red packet', async () => {
  const open = await published(server)
  const over = await published(server, { to: '2026-11-27 23:59:59' })
  const notBegun = await published(server, { from: '2026-12-01 00:00:00' })
  const [borrower] = await ready(server, 1)
  if (borrower === undefined) return
  must(await receiveOf(server, borrower, over))
  await moveTo(server, '2026-11-28')
  const { activities } = must(await server.call('campaign', 'overview', {}, { token: borrower.token }))
  const shown = activities.map(({ activityId }) => activityId)
  expect(shown).toEqual(expect.arrayContaining([open, over]))
  expect(shown).not.toContain(notBegun)
})
