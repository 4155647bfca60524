import { maskMobile } from '@fyh/base/chinese-data.ts'
import { type MessageKind, messageKinds } from '@fyh/contract/message.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mobileOf } from '#features/session/session.ts'
import { agreedTo, lastCodeOf, must } from '#platform/test-borrower.ts'
import { borrowed } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { tabOfKind } from './kinds.ts'
import { messageExamples } from './message.example.ts'
import { sendMessage, unreadCount } from './message.ts'
import { hasSms } from './sms-texts.ts'

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

const tell = (kind: MessageKind, once: string, loanId?: number) =>
  transaction(server.db, (tx) =>
    sendMessage(tx, server.deps, { ...messageExamples[kind], userId, once, ...(loanId !== undefined && { loanId }) }),
  )
const list = async (query = {}) => (await server.call('message', 'list', { query }, { token })).data

describe('list', () => {
  test('messages come newest first, each with its figures, its loan, its business time', async () => {
    await tell('payoutDone', 'p1', 5)
    server.machine.pass(1_000)
    await tell('loanSettled', 's1', 5)
    const found = await list()
    expect(found?.items.map(({ kind }) => kind)).toEqual(['loanSettled', 'payoutDone', 'welcome'])
    expect(found?.items[1]).toMatchObject({
      tab: 'notice',
      params: messageExamples.payoutDone.params,
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

  test('NF-02 pages hold twenty; one that arrives between two pages neither repeats nor hides another', async () => {
    for (let count = 0; count < 40; count += 1) await tell('debitDone', `d${count}`)
    const before = (await server.db.selectFrom('message').select('message_id').where('user_id', '=', userId).execute()).map(
      ({ message_id }) => message_id,
    )
    const pages = [await list()]
    for (let more = 0; more < 2; more += 1) {
      await tell('debitDone', `meanwhile${more}`)
      pages.push(await list({ after: pages.at(-1)?.next ?? undefined }))
    }
    expect(pages.map((page) => page?.items.length)).toEqual([20, 20, 1])
    expect(pages.at(-1)?.next).toBeNull()
    expect(pages.flatMap((page) => page?.items.map(({ messageId }) => messageId))).toEqual(before.toSorted((a, b) => b - a))
  })
})

describe('reading', () => {
  test('opening a message marks it read, and the count of unread ones falls', async () => {
    await tell('cardBound', 'c1')
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

describe('what a message leads to', () => {
  const detailOf = async (messageId: number, reader: string) =>
    must(await server.call('message', 'detail', { params: { id: messageId } }, { token: reader }))
  const newest = async (reader: string) =>
    must(await server.call('message', 'list', { query: {} }, { token: reader })).items[0]?.messageId ?? 0

  test('R2.33 a message about a loan that is not there says so; one about a loan that is there leads to it', async () => {
    await tell('payoutDone', 'gone', 12345)
    expect(await detailOf(await newest(token), token)).toMatchObject({ loanId: 12345, targetGone: true })
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { loanId } = await borrowed(server, borrower)
    expect(await detailOf(await newest(borrower.token), borrower.token)).toMatchObject({
      kind: 'payoutRequested',
      loanId,
      targetGone: false,
    })
  })

  test('R2.33 a message that is about no loan is never gone', async () => {
    await tell('cardBound', 'c1')
    expect(await detailOf(await newest(token), token)).toMatchObject({ loanId: null, targetGone: false })
  })
})

describe('promotions', () => {
  const promotional = messageKinds.filter((kind) => tabOfKind[kind] === 'activity')

  test('who turned them off gets none, and every other message all the same', async () => {
    must(await server.call('message', 'choose', { body: { promotions: false } }, { token }))
    for (const kind of messageKinds) await tell(kind, `once ${kind}`)
    const kept = await server.db.selectFrom('message').select('kind').where('user_id', '=', userId).execute()
    expect(new Set(kept.map(({ kind }) => kind))).toEqual(new Set(messageKinds.filter((kind) => !promotional.includes(kind))))
  })

  test('who turned them on again gets them', async () => {
    for (const promotions of [false, true]) must(await server.call('message', 'choose', { body: { promotions } }, { token }))
    for (const kind of promotional) await tell(kind, `once ${kind}`)
    expect((await list({ tab: 'activity' }))?.items).toHaveLength(promotional.length)
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
      await sendMessage(tx, server.deps, { ...messageExamples.payoutDone, userId, once: 'rolled back' })
      throw new Error('refused after all')
    })
    await expect(failing).rejects.toThrow('refused after all')
    await server.runJobs()
    expect([(await list({ tab: 'notice' }))?.items, server.providers.sms.send.calls]).toEqual([[], []])
  })

  test('no kind goes out as an SMS but those that must reach a borrower outside the app', () => {
    const texted = messageKinds.filter(hasSms)
    const urgent = ['debitFailed', 'dueSoon', 'fellOverdue', 'loanSettled', 'paidTwice', 'paymentReturned', 'payoutDone', 'payoutDoneLate']
    expect(texted.toSorted()).toEqual(urgent)
  })

  test.each([
    ['zh-CN', 'fyh', '【富易花】您的借款 1,000.00 元已到账'],
    ['en-US', 'fyh', '【富易花】Your loan of ¥1,000.00 has been paid'],
    ['en-US', 'fbd', '【富宝贷】Your loan of ¥1,000.00 has been paid'],
    ['zh-CN', 'neutral', '【信用借款】您的借款 1,000.00 元已到账'],
  ] as const)('R1.3 an SMS is in the language and from the brand of the last login: %s, %s', async (language, productType, words) => {
    const mobile = await mobileOf(server.db, server.deps, userId)
    server.machine.pass(120_000)
    must(await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address: '10.9.1.1' }))
    const body = { mobile, authCode: lastCodeOf(server, mobile), agreed: await agreedTo(server, 'login'), productType }
    must(await server.call('session', 'registerAndLogin', { body }, { address: '10.9.1.1', headers: { 'accept-language': language } }))
    await tell('payoutDone', 'p1')
    await server.runJobs()
    expect(server.providers.sms.send.calls.at(-1)).toMatchObject({ text: expect.stringContaining(words), template: 'message.payoutDone' })
  })

  test('R1.3 a borrower who changes the language gets the next SMS in it; a request that names none changes nothing', async () => {
    await server.call('message', 'list', { query: {} }, { token, headers: { 'accept-language': 'en-US' } })
    await server.call('message', 'list', { query: {} }, { token })
    await tell('loanSettled', 's1')
    await server.runJobs()
    await server.call('message', 'list', { query: {} }, { token, headers: { 'accept-language': 'zh-CN' } })
    await tell('loanSettled', 's2')
    await server.runJobs()
    const texts = server.providers.sms.send.calls.map(({ text }) => text)
    expect(texts).toEqual([expect.stringContaining('is settled'), expect.stringContaining('已结清')])
  })

  test('a message whose stored parameters are not those of its kind still shows, and sends no SMS', async () => {
    await tell('payoutDone', 'p1')
    await server.db
      .updateTable('message')
      .set({ params: JSON.stringify({ amountFen: 100_000 }) })
      .where('kind', '=', 'payoutDone')
      .execute()
    await server.runJobs()
    expect(server.providers.sms.send.calls).toEqual([])
    expect((await list({ tab: 'notice' }))?.items).toMatchObject([{ kind: 'payoutDone', params: { amountFen: 100_000 } }])
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
    await tell('payoutDone', 'job')
    const { rows } = await server.jobRows()
    expect(rows.map(({ data }) => Object.keys(data).toSorted())).toEqual([['messageId', 'userId']])
    await server.runJobs()
    const [sent] = server.providers.sms.send.calls
    expect(maskMobile(sent?.mobile ?? '')).toMatch(/^138/)
  })
})
