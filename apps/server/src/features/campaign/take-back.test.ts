import { addDays, today } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, newKey, notify, orderKeysOf, paid, paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { conditionDays, stepPackets } from './steps.ts'
import {
  balanceOf,
  cardOf,
  cashOutOf,
  codeAsked,
  mineOf,
  published,
  receiveOf,
  recordsOf,
  settleTransfers,
  withFriend,
  withPacket,
} from './test-campaign.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterEach(() => server.close())

const stateOf = async (borrower: TestBorrower, activityId: number) => (await mineOf(server, borrower, activityId)).packet?.state
const taskOf = async (borrower: TestBorrower, activityId: number) => (await mineOf(server, borrower, activityId)).conditions[0]
const ledgerOf = ({ userId }: TestBorrower, activityId: number) =>
  balancesOf(server.db, { userId, subject: { kind: 'activity', id: activityId } })

async function expectAgreement(): Promise<void> {
  const lines: string[] = []
  expect([
    (await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })).differences,
    lines.slice(0, 3),
  ]).toMatchObject([0, lines.slice(0, 3)])
}

async function loanOf() {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const { loanId } = await paidOutLoan(server, borrower)
  return { borrower, loanId }
}

/** Pays the first instalment, and has the bank take the payment back. */
async function payFirst(borrower: TestBorrower, loanId: number) {
  const { parts } = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'due' } }, { token: borrower.token }))
  await paid(server, borrower, { loanId, mode: 'due', amountFen: parts.total })
  const key = (await orderKeysOf(server, loanId)).at(-1) ?? ''
  return async () => {
    await notify(server, 'debit', { noticeId: `returned-${key}`, key, result: 'returned', takenFen: parts.total })
    await server.runJobs()
  }
}

/** Lets the day pass after which conditions are looked at again. */
async function nextLook(days = 1): Promise<void> {
  await moveTo(server, addDays(today(server.clock), days))
  await stepPackets(server.deps)
}

describe('first loan', () => {
  test('is done by the first loan that was paid out within the window, and no later one', async () => {
    const activityId = await published(server, { tasks: ['firstLoan'] })
    const later = await published(server, { tasks: ['firstLoan'], from: '2026-11-28 00:00:00' })
    const newcomer = await server.newBorrower({ upTo: 'card' })
    expect(await taskOf(newcomer, activityId)).toMatchObject({ kind: 'firstLoan', done: false })
    const { borrower } = await loanOf()
    expect(await taskOf(borrower, activityId)).toMatchObject({ done: true, doneOn: '2026-11-27' })
    await moveTo(server, '2026-11-28')
    await paidOutLoan(server, borrower)
    expect(await taskOf(borrower, later)).toMatchObject({ done: false })
  })

  test('that is undone takes the red packet back, and the activity gets the money', async () => {
    const activityId = await published(server, { tasks: ['firstLoan'] })
    const { borrower, loanId } = await loanOf()
    must(await receiveOf(server, borrower, activityId))
    await nextLook()
    expect(await stateOf(borrower, activityId)).toBe('held')
    await sql`update loan set status = 3, pay_out_date = null, booked_to = null where loan_id = ${loanId}`.execute(server.db)
    await nextLook()
    expect(await stateOf(borrower, activityId)).toBe('takenBack')
    expect(await balanceOf(server, borrower)).toBe(0)
    expect(await recordsOf(server, borrower, activityId)).toEqual(['takenBack', 'received'])
    expect(await ledgerOf(borrower, activityId)).toEqual(new Map(Object.entries({ campaignCost: 0, redPacketHeld: 0 })))
  })
})

describe('first instalment on time', () => {
  test('shows its due day, is done by paying until then, and not by paying later', async () => {
    const activityId = await published(server, { tasks: ['firstOnTimeRepayment'], to: '2027-01-31 23:59:59' })
    const { borrower, loanId } = await loanOf()
    expect(await taskOf(borrower, activityId)).toMatchObject({ done: false, dueOn: '2026-12-27', loanId })
    expect((await receiveOf(server, borrower, activityId)).error).toBe('ACTIVITY_TASKS_OPEN')
    const { borrower: late, loanId: lateId } = await loanOf()
    await moveTo(server, '2026-12-27')
    await payFirst(borrower, loanId)
    expect(await taskOf(borrower, activityId)).toMatchObject({ done: true, doneOn: '2026-12-27', dueOn: null })
    await moveTo(server, '2026-12-28')
    await payFirst(late, lateId)
    expect((await detailOf(server, late, lateId)).plan[0]?.state).toBe('paid')
    expect(await taskOf(late, activityId)).toMatchObject({ done: false, dueOn: null })
  })

  test('a payment that the bank takes back takes the red packet back out of the balance', async () => {
    const activityId = await published(server, { tasks: ['firstOnTimeRepayment'] })
    const { borrower, loanId } = await loanOf()
    const takeBack = await payFirst(borrower, loanId)
    must(await receiveOf(server, borrower, activityId))
    await takeBack()
    await nextLook()
    expect(await stateOf(borrower, activityId)).toBe('takenBack')
    const { items } = must(await server.call('message', 'list', { query: { tab: 'notice' } }, { token: borrower.token }))
    expect(items[0]).toMatchObject({ kind: 'redPacketTakenBack', params: { amountFen: 1_800, activityId } })
    await expectAgreement()
  })

  test('what was transferred already is written off: the borrower keeps it and owes nothing', async () => {
    const activityId = await published(server, { tasks: ['firstOnTimeRepayment'] })
    const { borrower, loanId } = await loanOf()
    const takeBack = await payFirst(borrower, loanId)
    must(await receiveOf(server, borrower, activityId))
    must(await cashOutOf(server, borrower, activityId))
    await settleTransfers(server)
    await takeBack()
    await nextLook()
    expect(await stateOf(borrower, activityId)).toBe('writtenOff')
    expect(await recordsOf(server, borrower, activityId)).toEqual(['cashOut succeeded', 'received'])
    expect(await ledgerOf(borrower, activityId)).toEqual(
      new Map(Object.entries({ campaignCost: 0, redPacketHeld: 0, channelClearing: -1_800, writtenOff: 1_800 })),
    )
    await expectAgreement()
    // The bank sends the transfer back after all: now there is something to take back.
    const { order_key } = await server.db.selectFrom('transfer').select('order_key').executeTakeFirstOrThrow()
    server.providers.payment.returnTransfer(order_key, today(server.clock))
    await settleTransfers(server)
    expect(await stateOf(borrower, activityId)).toBe('takenBack')
    expect(await recordsOf(server, borrower, activityId)).toEqual(['takenBack', 'returned', 'cashOut returned', 'received'])
    expect(await balanceOf(server, borrower)).toBe(0)
    await expectAgreement()
  })
})

test('campaign.cashOut: RED_PACKET_TAKEN_BACK, and session.sendCode: RED_PACKET_TAKEN_BACK already when the code is asked for', async () => {
  const activityId = await published(server)
  const borrower = await withPacket(server, activityId)
  await sql`delete from invitation`.execute(server.db)
  expect(await codeAsked(server, borrower, activityId)).toEqual({ error: 'RED_PACKET_TAKEN_BACK' })
  expect(await stateOf(borrower, activityId)).toBe('takenBack')
  const request = { params: { id: activityId }, body: { cardId: cardOf(borrower), authCode: '0000' } }
  expect((await server.call('campaign', 'cashOut', request, { token: borrower.token, key: newKey() })).error).toBe('RED_PACKET_TAKEN_BACK')
})

test('conditions are looked at for thirty days and no longer', async () => {
  const activityId = await published(server, { validDays: 300 })
  const [early, late] = [await withPacket(server, activityId), await withPacket(server, activityId)]
  for (let days = 0; days < conditionDays; days += 10) await nextLook(10)
  await sql`delete from invitation`.execute(server.db)
  await nextLook()
  expect([await stateOf(early, activityId), await stateOf(late, activityId)]).toEqual(['held', 'held'])
})

test('a friend’s first loan counts for the borrower who invited them, and a friend who had registered before the window does not', async () => {
  const activityId = await published(server, { tasks: ['friendBorrows'] })
  const registers = await published(server, { from: '2026-11-28 00:00:00' })
  const borrower = await server.newBorrower({ upTo: 'card' })
  const friend = await loanOf()
  await sql`insert into invitation values (${borrower.userId}, ${friend.borrower.userId}, 'counted', ${server.clock.now()})`.execute(
    server.db,
  )
  expect(await taskOf(borrower, activityId)).toMatchObject({ kind: 'friendBorrows', done: true, doneOn: '2026-11-27' })
  await moveTo(server, '2026-11-28')
  expect(await taskOf(borrower, registers)).toMatchObject({ kind: 'friendRegisters', done: false })
  await withFriend(server, borrower)
  expect(await taskOf(borrower, registers)).toMatchObject({ done: true, doneOn: '2026-11-28' })
})

test('a red packet whose step fails holds up no other, and is tried again later', async () => {
  const [broken, whole] = [await published(server), await published(server)]
  const [one, other] = [await withPacket(server, broken), await withPacket(server, whole)]
  const { rows } = await sql<{ content: string }>`select content::text from activity where activity_id = ${broken}`.execute(server.db)
  const write = (text: string, digit: string) =>
    sql`update activity set content = ${text}::jsonb, sha256 = ${digit.repeat(64)} where activity_id = ${broken}`.execute(server.db)
  const isDue = async ({ userId }: TestBorrower) => {
    const packet = await server.db.selectFrom('red_packet').select('next_step_at').where('user_id', '=', userId).executeTakeFirstOrThrow()
    return packet.next_step_at !== null && packet.next_step_at <= server.clock.now()
  }
  await write('{}', '0')
  server.machine.pass(25 * 3_600_000)
  await expect(stepPackets(server.deps)).rejects.toThrow(`activity ${broken} is not a valid activity`)
  await stepPackets(server.deps)
  expect(await isDue(other)).toBe(false)
  await write(rows[0]?.content ?? '', '1')
  server.machine.pass(11 * 60_000)
  expect(await isDue(one)).toBe(true)
  await stepPackets(server.deps)
  expect(await isDue(one)).toBe(false)
})
