import { today } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { askTransfer } from '#lending/transfers/transfers.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { moveTo, newKey } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { openRedPackets } from './campaign.ts'
import { stepPackets } from './steps.ts'
import {
  anotherCard,
  balanceOf,
  cardOf,
  cashOutOf,
  codeAsked,
  mineOf,
  published,
  recordsOf,
  settleTransfers,
  withPacket,
} from './test-campaign.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

const codeOf = async (answer: Promise<{ error?: string }>) => (await answer).error ?? 'ordered'
const packetOf = async (borrower: TestBorrower, activityId: number) => (await mineOf(server, borrower, activityId)).packet
const ledgerOf = ({ userId }: TestBorrower, activityId: number) =>
  balancesOf(server.db, { userId, subject: { kind: 'activity', id: activityId } })
const balances = (of: Record<string, number>) => new Map(Object.entries(of))
const kindsTold = async ({ token }: TestBorrower) =>
  must(await server.call('message', 'list', { query: {} }, { token }))
    .items.map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('redPacket'))

async function differences(): Promise<string[]> {
  const lines: string[] = []
  const compared = await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
  return compared.differences === 0 ? [] : lines
}

const orderKeys = async () =>
  (await server.db.selectFrom('transfer').select('order_key').orderBy('transfer_id').execute()).map((row) => row.order_key)

describe('campaign.cashOut', () => {
  test('R2.42 transfers the red packet to a card: under way, then arrived, in page, records, messages, ledger and statement', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    expect(must(await cashOutOf(server, borrower, activityId))).toEqual({ activityId, amountFen: 1_800 })
    expect(await packetOf(borrower, activityId)).toMatchObject({
      state: 'cashingOut',
      transfer: { status: 'processing', bankName: '工商银行' },
    })
    expect(await balanceOf(server, borrower)).toBe(0)
    expect(await recordsOf(server, borrower, activityId)).toEqual(['cashOut processing', 'received'])
    await settleTransfers(server)
    expect(await packetOf(borrower, activityId)).toMatchObject({ state: 'cashedOut', transfer: { status: 'succeeded', reason: null } })
    expect(await recordsOf(server, borrower, activityId)).toEqual(['cashOut succeeded', 'received'])
    expect(await kindsTold(borrower)).toEqual(['redPacketCashedOut', 'redPacketReceived'])
    expect(await ledgerOf(borrower, activityId)).toEqual(balances({ campaignCost: 1_800, redPacketHeld: 0, channelClearing: -1_800 }))
    expect(await differences()).toEqual([])
  })

  test('ID-11 of many orders for one red packet at once one transfers it, whatever their keys', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    const { code = '' } = await codeAsked(server, borrower, activityId)
    const request = { params: { id: activityId }, body: { cardId: cardOf(borrower), authCode: code } }
    const calls = Array.from({ length: 12 }, () =>
      codeOf(server.call('campaign', 'cashOut', request, { token: borrower.token, key: newKey() })),
    )
    const answers = (await Promise.all(calls)).toSorted()
    expect(answers.filter((answer) => answer === 'ordered')).toHaveLength(1)
    await settleTransfers(server)
    expect(server.providers.payment.transfer.calls).toHaveLength(1)
    expect(await differences()).toEqual([])
  })

  test('a failed transfer brings the money back, valid for at least seven days more, and another card can be tried', async () => {
    const activityId = await published(server, { validDays: 1 })
    const borrower = await withPacket(server, activityId)
    await moveTo(server, '2026-11-28')
    server.providers.payment.decideTransfer({ result: 'failed', reason: 'cardFrozen' })
    must(await cashOutOf(server, borrower, activityId))
    await settleTransfers(server)
    expect(await packetOf(borrower, activityId)).toMatchObject({
      state: 'held',
      validUntil: '2026-12-05T15:59:59.000Z',
      transfer: { status: 'failed', reason: 'cardFrozen' },
    })
    expect(await balanceOf(server, borrower)).toBe(1_800)
    expect(await recordsOf(server, borrower, activityId)).toEqual(['returned', 'cashOut failed', 'received'])
    expect(await kindsTold(borrower)).toEqual(['redPacketFailed', 'redPacketReceived'])
    const cardId = await anotherCard(server, borrower, 4_711)
    must(await cashOutOf(server, borrower, activityId, { cardId }))
    await settleTransfers(server)
    expect(await packetOf(borrower, activityId)).toMatchObject({ state: 'cashedOut', transfer: { cardTail: '4711' } })
    expect(await differences()).toEqual([])
  })

  test('an order without an answer is asked after until its outcome is known, and is sent once', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    server.providers.payment.transfer.next({ answer: 'unknown' })
    must(await cashOutOf(server, borrower, activityId))
    await server.runJobs()
    expect(await packetOf(borrower, activityId)).toMatchObject({ state: 'cashingOut', transfer: { status: 'processing' } })
    server.machine.pass(400_000)
    await server.retryJobs()
    await sql`update transfer set next_try_at = ${server.machine.machineNow()}`.execute(server.db)
    const row = await server.db.selectFrom('transfer').select(['user_id', 'transfer_id']).executeTakeFirstOrThrow()
    await askTransfer(server.deps, { userId: row.user_id, transferId: row.transfer_id })
    await settleTransfers(server)
    expect(await packetOf(borrower, activityId)).toMatchObject({ state: 'cashedOut' })
    expect(await differences()).toEqual([])
  })

  test('money that the bank sends back after it had arrived is in the balance again', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    must(await cashOutOf(server, borrower, activityId))
    await settleTransfers(server)
    const [key = ''] = await orderKeys()
    server.providers.payment.returnTransfer(key, today(server.clock))
    await settleTransfers(server)
    expect(await packetOf(borrower, activityId)).toMatchObject({ state: 'held', transfer: { status: 'returned' } })
    expect(await recordsOf(server, borrower, activityId)).toEqual(['returned', 'cashOut returned', 'received'])
    expect(await balanceOf(server, borrower)).toBe(1_800)
    expect(await differences()).toEqual([])
  })

  test('campaign.cashOut: ACTIVITY_NOT_FOUND, campaign.cashOut: RED_PACKET_NOT_FOUND and campaign.cashOut: CARD_NOT_FOUND', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    const body = { cardId: cardOf(borrower), authCode: '0000' }
    const caller = () => ({ token: borrower.token, key: newKey() })
    expect(await codeOf(server.call('campaign', 'cashOut', { params: { id: 99_999 }, body }, caller()))).toBe('ACTIVITY_NOT_FOUND')
    const other = await published(server)
    expect(await codeOf(server.call('campaign', 'cashOut', { params: { id: other }, body }, caller()))).toBe('RED_PACKET_NOT_FOUND')
    const noCard = { params: { id: activityId }, body: { ...body, cardId: 1 } }
    expect(await codeOf(server.call('campaign', 'cashOut', noCard, caller()))).toBe('CARD_NOT_FOUND')
  })

  test('session.sendCode: RED_PACKET_NOT_FOUND, and campaign.cashOut: RED_PACKET_CASHED_OUT, session.sendCode: RED_PACKET_CASHED_OUT once it is under way', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    expect(await codeAsked(server, borrower, await published(server))).toEqual({ error: 'RED_PACKET_NOT_FOUND' })
    expect(await codeAsked(server, borrower, activityId, 1)).toEqual({ error: 'CARD_NOT_FOUND' })
    must(await cashOutOf(server, borrower, activityId))
    expect(await codeAsked(server, borrower, activityId)).toEqual({ error: 'RED_PACKET_CASHED_OUT' })
    const request = { params: { id: activityId }, body: { cardId: cardOf(borrower), authCode: '0000' } }
    expect(await codeOf(server.call('campaign', 'cashOut', request, { token: borrower.token, key: newKey() }))).toBe(
      'RED_PACKET_CASHED_OUT',
    )
  })

  test('campaign.cashOut: ACTIVITY_ACCOUNT_BLOCKED keeps the money in the balance', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    await sql`insert into blocked_phone select phone_index, 'fraud', now() from borrower_phone where user_id = ${borrower.userId}`.execute(
      server.db,
    )
    const request = { params: { id: activityId }, body: { cardId: cardOf(borrower), authCode: '0000' } }
    expect(await codeOf(server.call('campaign', 'cashOut', request, { token: borrower.token, key: newKey() }))).toBe(
      'ACTIVITY_ACCOUNT_BLOCKED',
    )
    expect(await balanceOf(server, borrower)).toBe(1_800)
  })

  test('campaign.cashOut: SMS_CODE_WRONG, campaign.cashOut: SMS_CODE_OTHER_ORDER for another card, campaign.cashOut: SMS_CODE_EXPIRED and campaign.cashOut: SMS_TRIES_LIMIT', async () => {
    const activityId = await published(server)
    const borrower = await withPacket(server, activityId)
    const tried = (authCode: string, cardId = cardOf(borrower)) =>
      codeOf(
        server.call(
          'campaign',
          'cashOut',
          { params: { id: activityId }, body: { cardId, authCode } },
          { token: borrower.token, key: newKey() },
        ),
      )
    const { code = '' } = await codeAsked(server, borrower, activityId)
    const wrong = code === '1111' ? '2222' : '1111'
    expect(await tried(wrong)).toBe('SMS_CODE_WRONG')
    const other = await anotherCard(server, borrower, 4_712)
    expect(await tried(code, other)).toBe('SMS_CODE_OTHER_ORDER')
    server.machine.pass(301_000)
    expect(await tried(code)).toBe('SMS_CODE_EXPIRED')
    await sql`update sms_wrong_count set tries = 20 where subject_kind = 'session'`.execute(server.db)
    const again = await codeAsked(server, borrower, activityId)
    expect(await tried(again.code ?? '')).toBe('SMS_TRIES_LIMIT')
    expect(await balanceOf(server, borrower)).toBe(1_800)
  })
})

describe('expiry', () => {
  test.each(['UTC', 'Asia/Shanghai'])(
    'LN-23 with the server in %s a red packet valid to a day works at 23:59:59 of it and is refused at 00:00:01, in calls and lists alike',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      const activityId = await published(server, { validDays: 10 })
      const [one, other] = [await withPacket(server, activityId), await withPacket(server, activityId)]
      expect(await packetOf(one, activityId)).toMatchObject({ validUntil: '2026-12-07T15:59:59.000Z' })
      await moveTo(server, '2026-12-07')
      const asked = [await codeAsked(server, one, activityId), await codeAsked(server, other, activityId)]
      const cashOut = (borrower: TestBorrower, { code = '' }: { code?: string }) =>
        codeOf(
          server.call(
            'campaign',
            'cashOut',
            { params: { id: activityId }, body: { cardId: cardOf(borrower), authCode: code } },
            { token: borrower.token, key: newKey() },
          ),
        )
      // Business time alone: a code lives for five minutes of machine time.
      const businessTo = async (text: string) => {
        const by = Date.parse(text) - server.clock.now().getTime()
        await sql`update business_clock set offset_ms = offset_ms + ${by}`.execute(server.db)
        await server.clock.refresh()
      }
      await businessTo('2026-12-07T23:59:59+08:00')
      expect((await packetOf(other, activityId))?.state).toBe('held')
      expect(await openRedPackets(server.db, server.deps, other.userId)).toBe(1)
      expect(await cashOut(one, asked[0] ?? {})).toBe('ordered')
      await businessTo('2026-12-08T00:00:01+08:00')
      expect(await cashOut(other, asked[1] ?? {})).toBe('RED_PACKET_EXPIRED')
      expect((await packetOf(other, activityId))?.state).toBe('expired')
      expect(await balanceOf(server, other)).toBe(0)
      expect(await openRedPackets(server.db, server.deps, other.userId)).toBe(0)
      expect(await recordsOf(server, other, activityId)).toEqual(['expired', 'received'])
    },
  )

  test('a borrower gets one reminder three days before, and a message at the end; campaign.cashOut: RED_PACKET_EXPIRED, session.sendCode: RED_PACKET_EXPIRED', async () => {
    const activityId = await published(server, { validDays: 10 })
    const borrower = await withPacket(server, activityId)
    await moveTo(server, '2026-12-04')
    await stepPackets(server.deps)
    expect(await kindsTold(borrower)).toEqual(['redPacketReceived'])
    await moveTo(server, '2026-12-05')
    await stepPackets(server.deps)
    await stepPackets(server.deps)
    expect(await kindsTold(borrower)).toEqual(['redPacketExpiring', 'redPacketReceived'])
    await moveTo(server, '2026-12-08')
    await Promise.all([stepPackets(server.deps), stepPackets(server.deps)])
    expect(await kindsTold(borrower)).toEqual(['redPacketExpired', 'redPacketExpiring', 'redPacketReceived'])
    expect(await codeAsked(server, borrower, activityId)).toEqual({ error: 'RED_PACKET_EXPIRED' })
    const request = { params: { id: activityId }, body: { cardId: cardOf(borrower), authCode: '0000' } }
    expect(await codeOf(server.call('campaign', 'cashOut', request, { token: borrower.token, key: newKey() }))).toBe('RED_PACKET_EXPIRED')
    expect(await ledgerOf(borrower, activityId)).toEqual(balances({ campaignCost: 0, redPacketHeld: 0 }))
    expect(await differences()).toEqual([])
  })
})
