import { maskMobile } from '@fyh/base/chinese-data.ts'
import { type MessageKind, messageKinds } from '@fyh/contract/message.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { smsText } from './kinds.ts'
import { sendMessage, unreadCount } from './message.ts'

let server: TestServer
let userId: number
let token: string
let other: { userId: number; token: string }

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ userId, token } = await server.newBorrower({ upTo: 'login' }))
  other = await server.newBorrower({ upTo: 'login' })
  await server.runJobs()
  server.providers.sms.send.calls.length = 0
})

const tell = (kind: MessageKind, once: string, params = {}, loanId?: number) =>
  transaction(server.db, (tx) => sendMessage(tx, server.deps, { userId, kind, params, once, ...(loanId !== undefined && { loanId }) }))
const list = async (query = {}) => (await server.call('message', 'list', { query }, { token })).data

describe('list', () => {
  test('messages come newest first, each with its figures, its loan, its business time', async () => {
    await tell('payoutDone', 'p1', { amountFen: 100_000, firstDueOn: '2026-12-27' }, 5)
    server.machine.pass(1_000)
    await tell('loanSettled', 's1', {}, 5)
    const found = await list()
    expect(found?.items.map(({ kind }) => kind)).toEqual(['loanSettled', 'payoutDone', 'welcome'])
    expect(found?.items[1]).toMatchObject({
      tab: 'notice',
      params: { amountFen: 100_000, firstDueOn: '2026-12-27' },
      loanId: 5,
      read: false,
    })
  })

  test('a tab holds its own kinds', async () => {
    await tell('payoutDone', 'p1')
    expect((await list({ tab: 'system' }))?.items.map(({ kind }) => kind)).toEqual(['welcome'])
    expect((await list({ tab: 'notice' }))?.items.map(({ kind }) => kind)).toEqual(['payoutDone'])
    expect((await list({ tab: 'activity' }))?.items).toEqual([])
  })

  test('pages hold twenty and say whether more follow', async () => {
    for (let count = 0; count < 40; count += 1) await tell('debitDone', `d${count}`)
    const pages = [await list(), await list({ page: 2 }), await list({ page: 3 }), await list({ page: 4 })]
    expect(pages.map((page) => [page?.items.length, page?.hasMore])).toEqual([
      [20, true],
      [20, true],
      [1, false],
      [0, false],
    ])
    expect(new Set(pages.flatMap((page) => page?.items.map(({ messageId }) => messageId))).size).toBe(41)
  })
})

describe('reading', () => {
  test('opening a message marks it read, and the count of unread ones falls', async () => {
    await tell('cardBound', 'c1', { cardTail: '0009' })
    const [newest] = (await list())?.items ?? []
    const opened = await server.call('message', 'detail', { params: { id: newest?.messageId ?? 0 } }, { token })
    expect(opened.data).toMatchObject({ kind: 'cardBound', read: true })
    expect((await list())?.items.map(({ read }) => read)).toEqual([true, false])
    expect(await unreadCount(server.db, userId)).toBe(1)
  })

  test('all of them can be marked read at once', async () => {
    await tell('cardBound', 'c1')
    expect((await server.call('message', 'readAll', { body: {} }, { token })).data).toEqual({ unread: 0 })
    expect((await list())?.items.every(({ read }) => read)).toBe(true)
    expect(await unreadCount(server.db, other.userId)).toBe(1)
  })

  test('PS-11 message.detail: MESSAGE_NOT_FOUND for another borrower’s message as for one that never was, and it stays unread', async () => {
    const [own] = (await list())?.items ?? []
    const answers = [own?.messageId ?? 0, 12345].map((id) => server.call('message', 'detail', { params: { id } }, { token: other.token }))
    for (const answer of await Promise.all(answers)) expect([answer.error, answer.data]).toEqual(['MESSAGE_NOT_FOUND', null])
    expect((await list())?.items[0]?.read).toBe(false)
  })
})

describe('telling', () => {
  test('the same occasion is told once, also by twelve at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => tell('payoutDone', 'once')))
    expect((await list({ tab: 'notice' }))?.items).toHaveLength(1)
    await server.runJobs()
    expect(server.providers.sms.send.calls).toHaveLength(1)
  })

  test('what the caller rolls back is never told, not even by text message', async () => {
    const failing = transaction(server.db, async (tx) => {
      await sendMessage(tx, server.deps, { userId, kind: 'payoutDone', params: {}, once: 'rolled back' })
      throw new Error('refused after all')
    })
    await expect(failing).rejects.toThrow('refused after all')
    await server.runJobs()
    expect([(await list({ tab: 'notice' }))?.items, server.providers.sms.send.calls]).toEqual([[], []])
  })

  test.each([
    ['payoutDone', { amountFen: 1_234_567 }, '12,345.67 元'],
    ['dueSoon', { amountFen: 91_680, dueOn: '2026-12-27' }, '12 月 27 日'],
    ['debitFailed', { amountFen: 91_680 }, '916.80 元'],
    ['fellOverdue', { amountFen: 91_680 }, '916.80 元，请尽快在应用内还款：宽限期内还清不收罚息，超过后自还款日次日起计收'],
    ['loanSettled', {}, '已结清，感谢您的使用'],
    ['payoutDoneLate', { amountFen: 100_000 }, '1,000.00 元此前显示放款未成功，现经放款机构确认已到账'],
    ['paidTwice', { amountFen: 100_000 }, '多付了 1,000.00 元，这笔钱不属于您的借款'],
  ] as const)('%s also goes out as a text message in Chinese', async (kind, params, words) => {
    await tell(kind, `sms ${kind}`, params)
    await server.runJobs()
    expect(server.providers.sms.send.calls).toEqual([
      expect.objectContaining({ text: expect.stringContaining(words), template: `message.${kind}` }),
    ])
  })

  test('no other kind does', () => {
    const texted = messageKinds.filter((kind) => smsText(kind, {}) !== undefined)
    const known = ['debitFailed', 'dueSoon', 'fellOverdue', 'loanSettled', 'paidTwice', 'paymentReturned', 'payoutDone', 'payoutDoneLate']
    expect(texted.toSorted()).toEqual(known)
  })

  test('a carrier that gives no answer is asked again by the same key; one that refuses is not', async () => {
    server.providers.sms.send.next({ answer: 'unknown' })
    await tell('payoutDone', 'lost')
    await server.runJobs()
    const [first] = server.providers.sms.send.calls
    await server.retryJobs()
    expect(server.providers.sms.send.calls.map(({ key }) => key)).toEqual([first?.key, first?.key])
    server.providers.sms.send.next({ answer: 'refused', reason: 'unknown number' })
    await tell('debitFailed', 'refused')
    await server.runJobs()
    await server.retryJobs()
    expect(server.providers.sms.send.calls).toHaveLength(3)
  })

  test('a job holds ids alone: no phone, no text', async () => {
    await tell('payoutDone', 'job', { amountFen: 100 })
    const { rows } = await server.jobRows()
    expect(rows.map(({ data }) => Object.keys(data).toSorted())).toEqual([['messageId', 'userId']])
    await server.runJobs()
    const [sent] = server.providers.sms.send.calls
    expect(maskMobile(sent?.mobile ?? '')).toMatch(/^138/)
  })
})
