import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { paidOutLoan } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  borrower = await server.newBorrower({ upTo: 'login' })
})

const body = { kind: 'complaint', category: 'price', text: '利息与合同不一致', onceKey: 'k3JxT0pQ8sVb2LmN' } as const
const submit = (change: object = {}, { token } = borrower) => server.call('service', 'submit', { body: { ...body, ...change } }, { token })
const opened = (id: number, { token } = borrower) => server.call('service', 'ticket', { params: { id } }, { token })
const close = (id: number, { token } = borrower) => server.call('service', 'closeTicket', { params: { id }, body: {} }, { token })

test('a complaint gets a number with its day, a state and fifteen days for the answer', async () => {
  const ticket = must(await submit())
  expect(ticket).toMatchObject({ kind: 'complaint', state: 'received', dueOn: '2026-12-12', isLate: false, answer: null, text: body.text })
  expect(ticket.number).toMatch(/^TS20261127\d{8}$/)
  expect(must(await submit({ kind: 'feedback', onceKey: 'another-key-123456' })).number).toMatch(/^FK20261127\d{8}$/)
})

test('NF-12 the same submission twice, also twelve at once, is one ticket', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => submit()))
  expect(new Set(answers.map((answer) => must(answer).ticketId)).size).toBe(1)
  expect(must(await server.call('service', 'tickets', { query: {} }, borrower)).items).toHaveLength(1)
})

test('markup in a complaint is kept as the text it is, and no text without letters enough is taken', async () => {
  const text = '<img src=x onerror=alert(1)> {{amount}} \u202e’; drop table ticket;--'
  expect(must(await opened(must(await submit({ text })).ticketId)).text).toBe(text)
  expect(await submit({ text: ' 太短 ', onceKey: 'short-text-123456' })).toMatchObject({
    error: 'INPUT_INVALID',
    msg: expect.stringContaining('内容'),
  })
  expect(await submit({ text: 'x'.repeat(1001), onceKey: 'long-text-1234567' })).toMatchObject({ error: 'INPUT_INVALID' })
})

test('the text of a complaint is sealed in the database', async () => {
  const { ticketId } = must(await submit())
  const row = await server.db.selectFrom('ticket').select('text_sealed').where('ticket_id', '=', ticketId).executeTakeFirstOrThrow()
  expect(row.text_sealed.includes(Buffer.from(body.text))).toBe(false)
})

test('service.submit: LOAN_NOT_FOUND for a loan that is not the borrower’s own; an own one stays with the ticket', async () => {
  const owner = await server.newBorrower({ upTo: 'card' })
  const { loanId } = await paidOutLoan(server, owner, { amountFen: 50_000 })
  expect(await submit({ loanId })).toMatchObject({ error: 'LOAN_NOT_FOUND' })
  expect(must(await submit({ loanId }, owner)).loanId).toBe(loanId)
})

test('service.submit: TICKETS_TOO_MANY while ten wait for an answer; closing one makes room', async () => {
  for (let n = 0; n < 10; n += 1) must(await submit({ onceKey: `key-number-${n}-------` }))
  const [first] = must(await server.call('service', 'tickets', { query: {} }, borrower)).items
  expect(await submit({ onceKey: 'the-eleventh-one' })).toMatchObject({ error: 'TICKETS_TOO_MANY', detail: { max: 10 } })
  must(await close(first?.ticketId ?? 0))
  must(await submit({ onceKey: 'the-eleventh-one' }))
})

test('NF-02 own tickets come newest first in pages by key, and only the own ones', async () => {
  for (let n = 0; n < 25; n += 1) {
    const { ticketId } = must(await submit({ onceKey: `key-number-${n}-------` }))
    must(await close(ticketId))
  }
  const first = must(await server.call('service', 'tickets', { query: {} }, borrower))
  must(await submit({ onceKey: 'arrives-meanwhile-1' }))
  const second = must(await server.call('service', 'tickets', { query: { after: first.next ?? 0 } }, borrower))
  const ids = [...first.items, ...second.items].map(({ ticketId }) => ticketId)
  expect([first.items.length, second.items.length, second.next]).toEqual([20, 5, null])
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  expect(new Set(ids).size).toBe(25)
  const other = await server.newBorrower({ upTo: 'login' })
  expect(must(await server.call('service', 'tickets', { query: {} }, other)).items).toEqual([])
})

test('PS-11 service.ticket: TICKET_NOT_FOUND and service.closeTicket: TICKET_NOT_FOUND for another borrower’s as for one that never was', async () => {
  const { ticketId } = must(await submit())
  const other = await server.newBorrower({ upTo: 'login' })
  for (const id of [ticketId, 12345]) {
    expect(await opened(id, other)).toMatchObject({ error: 'TICKET_NOT_FOUND', data: null })
    expect(await close(id, other)).toMatchObject({ error: 'TICKET_NOT_FOUND' })
  }
  expect(must(await opened(ticketId)).state).toBe('received')
})

test('NF-12 closing: two taps at once, and a third one a day later, get one answer and are one act', async () => {
  const { ticketId } = must(await submit())
  const [first, second] = (await Promise.all([close(ticketId), close(ticketId)])).map(must)
  expect(first).toMatchObject({ state: 'closed', closedAt: expect.any(String) })
  expect(second).toEqual(first)
  server.machine.pass(86_400_000)
  expect(must(await close(ticketId)).closedAt).toBe(first?.closedAt)
  const acts = await server.db.selectFrom('ticket_event').select('kind').where('ticket_id', '=', ticketId).execute()
  expect(acts.map(({ kind }) => kind)).toEqual(['submit', 'close'])
})

test('R2.30 /aboutUs: the lenders of the day with type and licence, and an example company only in development', async () => {
  const about = must(await server.call('service', 'about', {}))
  expect(about.lenders.map(({ lenderId, type }) => [lenderId, type])).toEqual([
    [1, 'consumerFinance'],
    [2, 'bank'],
    [3, 'smallLoan'],
  ])
  for (const { name, licence } of about.lenders) expect([name, licence]).not.toContain('')
  const live = await testServer({ settings: { COMPANY_NAME: '甲乙科技有限公司', COMPANY_ADDRESS: '测试路 1 号' } })
  expect(must(await live.call('service', 'about', {})).company).toEqual({
    name: '甲乙科技有限公司',
    creditCode: null,
    address: '测试路 1 号',
    isExample: false,
  })
  await live.close()
})
