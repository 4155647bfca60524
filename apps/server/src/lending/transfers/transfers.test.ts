import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#features/reconcile/reconcile.ts'
import type { LendingDeps, TransferEnd } from '#lending/deps.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, notifyOnly } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { askTransfer, findTransfer, learnTransfer, orderTransfer, type TransferKey, type TransferNews } from './transfers.ts'

let server: TestServer
let borrower: TestBorrower
/** What the owning slice was handed, in the order it came. */
let ended: TransferEnd[]
let deps: LendingDeps
let subjectId = 0
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
})
afterAll(() => server.close())
beforeEach(() => {
  ended = []
  deps = {
    ...server.deps,
    // What a transfer's job does is done by hand here.
    jobs: { send: async () => undefined, sendMany: async () => undefined },
    transferEnded: () => async (_tx, _deps, end) => {
      ended.push(end)
    },
  }
  subjectId += 1
  const { debit, queryDebit, transfer, queryTransfer } = server.providers.payment
  for (const call of [debit, queryDebit, transfer, queryTransfer]) call.forget()
})

const amount = fen(2_990)
const subject = () => ({ kind: 'benefit', id: subjectId }) as const

function order(purpose: 'benefit' | 'benefitRefund', amountFen = amount): Promise<TransferKey> {
  const wanted = { userId: borrower.userId, purpose, subject: subject(), amountFen, cardId: cardIdOf(borrower) }
  return transaction(server.db, (tx) => orderTransfer(tx, deps, wanted))
}
const learn = (key: TransferKey, news: TransferNews, from: 'notice' | 'answer' = 'notice') =>
  transaction(server.db, (tx) => learnTransfer(tx, deps, key, { news, from }))
const statusOf = async (key: TransferKey) => (await findTransfer(server.db, key))?.status
const keyOf = ({ transferId }: TransferKey) => `transfer-${transferId}`
const held = async () => balancesOf(server.db, { userId: borrower.userId, subject: subject() })
const books = (clearing: number) =>
  clearing === 0
    ? new Map(Object.entries({ channelClearing: 0, benefitHeld: 0 }))
    : new Map(Object.entries({ channelClearing: clearing, benefitHeld: -clearing }))
const outcomes = () => ended.map(({ outcome }) => outcome)
const later = () => server.machine.pass(301_000)

/** Money for benefits that the channel took, so that there is something to give back. */
async function paid(): Promise<void> {
  const key = await order('benefit')
  await askTransfer(deps, key)
  server.providers.takeNotices()
  await learn(key, { kind: 'moved', movedFen: amount })
  ended = []
}

async function differences(): Promise<string[]> {
  const lines: string[] = []
  await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
  return lines.filter((line) => line.includes('order ') || line.includes('ledger') || line.startsWith('benefit'))
}

describe('money out to a card', () => {
  test('is sent once, booked once and reported to its owner once, whatever is asked and notified again', async () => {
    await paid()
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    expect(await statusOf(key)).toBe('processing')
    server.providers.takeNotices()
    await Promise.all([1, 2, 3].map(() => learn(key, { kind: 'moved', movedFen: amount })))
    later()
    await askTransfer(deps, key)
    expect(await statusOf(key)).toBe('succeeded')
    expect(await held()).toEqual(books(0))
    expect(ended).toMatchObject([{ purpose: 'benefitRefund', outcome: 'succeeded', movedFen: amount, subject: subject() }])
    expect(server.providers.payment.transfer.calls.filter((call) => call.key === keyOf(key))).toHaveLength(1)
    expect(await differences()).toEqual([])
  })

  test('that the channel refuses at once has failed, with the reason, and moved nothing', async () => {
    await paid()
    server.providers.payment.transfer.next({ answer: 'refused', reason: 'cardFrozen' })
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    expect(await statusOf(key)).toBe('failed')
    expect(ended).toMatchObject([{ outcome: 'failed', reason: 'cardFrozen', movedFen: 0 }])
    expect(await held()).toEqual(books(amount))
    expect(await differences()).toEqual([])
  })

  test('whose answer was lost is asked after until it is known, and not sent again', async () => {
    await paid()
    server.providers.payment.transfer.loseAnswer()
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    expect(await statusOf(key)).toBe('unknown')
    later()
    await askTransfer(deps, key)
    expect(await statusOf(key)).toBe('unknown')
    server.providers.takeNotices()
    later()
    await askTransfer(deps, key)
    expect(await statusOf(key)).toBe('succeeded')
    expect(outcomes()).toEqual(['succeeded'])
    expect(server.providers.payment.transfer.calls.filter((call) => call.key === keyOf(key))).toHaveLength(1)
    expect(await differences()).toEqual([])
  })

  test('that never arrived is sent again under its key, and ends after five tries as not received', async () => {
    await paid()
    server.providers.payment.transfer.next(...Array.from({ length: 5 }, () => ({ answer: 'unknown' }) as const))
    const key = await order('benefitRefund')
    for (let time = 0; time < 7; time += 1) {
      await askTransfer(deps, key)
      later()
    }
    expect(server.providers.payment.transfer.calls.filter((call) => call.key === keyOf(key))).toHaveLength(5)
    expect(ended).toMatchObject([{ outcome: 'failed', reason: 'notReceived' }])
    expect(await differences()).toEqual([])
  })

  test('that was accepted stays open for as long as the channel knows nothing of it: it is never guessed', async () => {
    await paid()
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    server.providers.payment.queryTransfer.next(
      ...Array.from({ length: 20 }, () => ({ answer: 'ok', state: 'notFound', amountFen: fen(0), reason: null }) as const),
    )
    for (let time = 0; time < 20; time += 1) {
      later()
      await askTransfer(deps, key)
    }
    expect(await statusOf(key)).toBe('processing')
    expect(ended).toEqual([])
    server.providers.takeNotices()
    await learn(key, { kind: 'moved', movedFen: amount })
    expect(outcomes()).toEqual(['succeeded'])
  })

  test.each(['after it had arrived', 'before anything else was reported'] as const)(
    'that comes back %s is held again, once',
    async (when) => {
      await paid()
      const key = await order('benefitRefund')
      await askTransfer(deps, key)
      server.providers.takeNotices()
      if (when === 'after it had arrived') await learn(key, { kind: 'moved', movedFen: amount })
      server.providers.payment.returnTransfer(keyOf(key), addDays(today(server.clock), 0))
      server.providers.takeNotices()
      for (let time = 0; time < 2; time += 1) await learn(key, { kind: 'returned', movedFen: amount, reason: 'cardClosed' })
      expect(await statusOf(key)).toBe('returned')
      expect(outcomes()).toEqual(['succeeded', 'returned'])
      expect(ended.at(-1)).toMatchObject({ reason: 'cardClosed', cardId: cardIdOf(borrower) })
      expect(await held()).toEqual(books(amount))
      expect(await differences()).toEqual([])
    },
  )

  test('reported with another amount books nothing: the channel is asked, and its answer counts', async () => {
    await paid()
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    server.providers.takeNotices()
    await learn(key, { kind: 'moved', movedFen: fen(1) })
    expect(ended).toEqual([])
    await askTransfer(deps, key)
    expect(ended).toMatchObject([{ outcome: 'succeeded', movedFen: amount }])
    expect(await differences()).toEqual([])
  })

  test('answered with another amount books nothing, and is asked after at the usual times', async () => {
    await paid()
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    server.providers.takeNotices()
    const { queryTransfer } = server.providers.payment
    queryTransfer.next({ answer: 'ok', state: 'succeeded', amountFen: fen(1), reason: null })
    later()
    await askTransfer(deps, key)
    await askTransfer(deps, key)
    expect(queryTransfer.calls.filter((call) => call.key === keyOf(key))).toHaveLength(1)
    expect(await statusOf(key)).toBe('processing')
    later()
    await askTransfer(deps, key)
    expect(ended).toMatchObject([{ outcome: 'succeeded', movedFen: amount }])
    expect(await differences()).toEqual([])
  })

  test('reported as sent after it had failed books nothing, because its owner may have it back: reconciliation finds it', async () => {
    await paid()
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    server.providers.takeNotices()
    await learn(key, { kind: 'failed', reason: 'cardFrozen' })
    await learn(key, { kind: 'moved', movedFen: amount })
    expect(await statusOf(key)).toBe('failed')
    expect(outcomes()).toEqual(['failed'])
    const on = today(server.clock)
    expect(await differences()).toEqual([`payment channel: order ${keyOf(key)} (no loan): 29.90 of ${on} is missing here`])
    const { filed } = server.providers.payment
    filed.splice(
      filed.findIndex(({ orderKey }) => orderKey === keyOf(key)),
      1,
    )
  })
})

describe('a crash', () => {
  test('after the channel was called and before that was written sends the order again under its key, which moves nothing twice', async () => {
    await paid()
    const key = await order('benefitRefund')
    const { transfer, ...others } = server.providers.payment
    const payment = {
      ...others,
      transfer: async (request: Parameters<typeof transfer>[0]) => {
        await transfer(request)
        throw new Error('the process died')
      },
    }
    await expect(askTransfer({ ...deps, providers: { ...deps.providers, payment } }, key)).rejects.toThrow('the process died')
    expect(await statusOf(key)).toBe('requested')
    later()
    await askTransfer(deps, key)
    server.providers.takeNotices()
    await learn(key, { kind: 'moved', movedFen: amount })
    expect(outcomes()).toEqual(['succeeded'])
    expect(await held()).toEqual(books(0))
    expect(await differences()).toEqual([])
  })

  test('while the owner takes the end in leaves neither posting nor status, and the next question brings both', async () => {
    await paid()
    const key = await order('benefitRefund')
    await askTransfer(deps, key)
    server.providers.takeNotices()
    const dying = { ...deps, transferEnded: () => () => Promise.reject(new Error('the process died')) }
    later()
    await expect(askTransfer(dying, key)).rejects.toThrow('the process died')
    expect(await statusOf(key)).toBe('processing')
    expect(await held()).toEqual(books(amount))
    later()
    await askTransfer(deps, key)
    expect(outcomes()).toEqual(['succeeded'])
    expect(await held()).toEqual(books(0))
  })

  test('does not let two nodes send one order at once', async () => {
    await paid()
    const key = await order('benefitRefund')
    await Promise.all([1, 2, 3, 4].map(() => askTransfer(deps, key)))
    expect(server.providers.payment.transfer.calls.filter((call) => call.key === keyOf(key))).toHaveLength(1)
    server.providers.takeNotices()
    await learn(key, { kind: 'moved', movedFen: amount })
  })
})

describe('money in from a card', () => {
  test('of which the channel took a part is booked as what it took', async () => {
    server.providers.payment.decide({ result: 'partly', takenFen: fen(1_000) })
    const key = await order('benefit')
    await askTransfer(deps, key)
    server.providers.takeNotices()
    later()
    await askTransfer(deps, key)
    expect(ended).toMatchObject([{ outcome: 'succeeded', amountFen: amount, movedFen: 1_000 }])
    expect(await held()).toEqual(books(1_000))
    expect(await differences()).toEqual([])
  })

  test('that arrives after the debit had failed is booked, and its owner hears of both', async () => {
    const key = await order('benefit')
    await askTransfer(deps, key)
    server.providers.takeNotices()
    await learn(key, { kind: 'failed', reason: 'balanceTooLow' })
    await learn(key, { kind: 'moved', movedFen: amount })
    expect(outcomes()).toEqual(['failed', 'succeeded'])
    expect(await held()).toEqual(books(amount))
    expect(await differences()).toEqual([])
  })

  test('of a card whose agreement ended marks the card, so that no other debit names it', async () => {
    const other = await server.newBorrower({ upTo: 'card' })
    server.providers.payment.debit.next({ answer: 'refused', reason: 'agreementEnded' })
    const wanted = { userId: other.userId, purpose: 'benefit', subject: subject(), amountFen: amount, cardId: cardIdOf(other) } as const
    const key = await transaction(server.db, (tx) => orderTransfer(tx, deps, wanted))
    await askTransfer(deps, key)
    expect((await deps.cards.cardOf(server.db, other.userId, cardIdOf(other)))?.isDebitable).toBe(false)
  })
})

test('two orders of one purpose and subject are never under way at once', async () => {
  await order('benefit')
  await expect(order('benefit')).rejects.toThrow('transfer_running')
})

test('an order about a card that is not the borrower’s is a bug and is stopped', async () => {
  const wanted = { userId: borrower.userId, purpose: 'benefit', subject: subject(), amountFen: amount, cardId: 1 } as const
  await expect(transaction(server.db, (tx) => orderTransfer(tx, deps, wanted))).rejects.toThrow('does not have')
})

test.each([
  ['transfer.transferNotice: NOTICE_UNKNOWN for an unknown key', 'transfer', { amountFen: 2_990 }],
  ['transfer.chargeNotice: NOTICE_UNKNOWN for an unknown key', 'charge', { takenFen: 2_990 }],
] as const)('%s', async (_, to, sums) => {
  expect(await notifyOnly(server, to, { noticeId: 'n', key: 'transfer-1', result: 'succeeded', ...sums })).toMatchObject({
    error: 'NOTICE_UNKNOWN',
  })
})

test('a notice of a debit about a transfer, and the other way round, is about no order of its kind', async () => {
  const key = keyOf(await order('benefitRefund'))
  expect(await notifyOnly(server, 'charge', { noticeId: 'n', key, result: 'succeeded', takenFen: 2_990 })).toMatchObject({
    error: 'NOTICE_UNKNOWN',
  })
  expect(await notifyOnly(server, 'debit', { noticeId: 'n', key, result: 'succeeded', takenFen: 2_990 })).toMatchObject({
    error: 'NOTICE_UNKNOWN',
  })
})
