import { civilDate } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { paidOutLoan } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { service } from './servicing.ts'
import { asOperator } from './test-operator.ts'

let server: TestServer
let borrower: TestBorrower
let ticket: { ticketId: number; number: string }
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  borrower = await server.newBorrower({ upTo: 'login' })
  ticket = must(await server.call('service', 'submit', { body }, borrower))
})

const body = { kind: 'complaint', category: 'price', text: '利息与合同不一致', onceKey: 'k3JxT0pQ8sVb2LmN' } as const
async function run(...args: string[]): Promise<string[]> {
  const said: string[] = []
  await service(server.deps, args, (line) => said.push(line))
  return said
}
const of = (by = 'operator 7') => ['--ticket', ticket.number, '--by', by]
const answerArgs = ['--outcome', 'upheld', '--cause', 'wrongFigure', '--text', '已更正，<b>多收的</b>利息已冲回。']
const shown = async () => must(await server.call('service', 'ticket', { params: { id: ticket.ticketId } }, borrower))
const newest = async () => must(await server.call('message', 'list', { query: {} }, borrower)).items[0]

test('a complaint is taken, answered and read: the answer is stored with outcome and cause, and a message leads to it', async () => {
  expect(await run('tickets')).toContainEqual(
    expect.stringContaining(`${ticket.number} complaint price: received, due 2026-12-12, no handler`),
  )
  await run('ticket-take', ...of())
  expect((await shown()).state).toBe('inProgress')
  await run('ticket-answer', ...of(), ...answerArgs)
  expect(await shown()).toMatchObject({ state: 'answered', outcome: 'upheld', answer: '已更正，<b>多收的</b>利息已冲回。' })
  expect(await newest()).toMatchObject({
    kind: 'ticketAnswered',
    tab: 'system',
    params: { number: ticket.number, ticketId: ticket.ticketId },
  })
  expect((await run('tickets')).join()).not.toContain(ticket.number)
  const file = (await run('ticket', '--ticket', ticket.number)).join('\n')
  for (const part of [body.text, 'upheld, wrongFigure', 'submit by borrower', 'take by operator 7', 'answer by operator 7'])
    expect(file).toContain(part)
})

test('a complex complaint has thirty days; a second person can add thirty more, once, and the borrower is sent the new day', async () => {
  await run('ticket-take', ...of(), '--complex')
  expect((await shown()).dueOn).toBe('2026-12-27')
  const extend = (approver: string) => run('ticket-extend', ...of(), '--approver', approver, '--reason', 'the lender has to look')
  await expect(extend(' Operator  7 ')).rejects.toThrow('another person')
  await expect(extend('')).rejects.toThrow('--approver')
  await extend('operator 9')
  expect(await shown()).toMatchObject({ state: 'extended', dueOn: '2027-01-26' })
  expect(await newest()).toMatchObject({ kind: 'ticketExtended', params: { dueOn: '2027-01-26' } })
  await expect(extend('operator 9')).rejects.toThrow('does not allow extend')
  await run('ticket-take', ...of('operator 8'))
  expect((await shown()).dueOn).toBe('2027-01-26')
})

test('the person who decided about the loan does not handle the complaint about it', async () => {
  const owner = await server.newBorrower({ upTo: 'card' })
  const { loanId, contractNo } = await paidOutLoan(server, owner, { amountFen: 50_000 })
  await asOperator(server, contractNo, 'write-off')
  const { number } = must(await server.call('service', 'submit', { body: { ...body, loanId } }, owner))
  await expect(run('ticket-take', '--ticket', number, '--by', 'OPERATOR 7 ')).rejects.toThrow('decided about this loan')
  expect((await run('ticket-take', '--ticket', number, '--by', 'operator 8'))[0]).toContain('operator 8 has ticket')
})

test('only its handler answers a ticket, with a known outcome and cause and a text, and only once', async () => {
  await expect(run('ticket-answer', ...of(), ...answerArgs)).rejects.toThrow('does not allow answer')
  await run('ticket-take', ...of())
  await expect(run('ticket-answer', ...of('operator 8'), ...answerArgs)).rejects.toThrow('take it first')
  await expect(run('ticket-answer', ...of(), '--outcome', 'good', '--cause', 'rule', '--text', 'x')).rejects.toThrow('--outcome takes')
  await expect(run('ticket-answer', ...of(), '--outcome', 'noted', '--cause', 'luck', '--text', 'x')).rejects.toThrow('--cause takes')
  await expect(run('ticket-answer', ...of(), '--outcome', 'noted', '--cause', 'rule', '--text', ' ')).rejects.toThrow('1 to 1000')
  await run('ticket-answer', ...of(), ...answerArgs)
  await expect(run('ticket-answer', ...of(), ...answerArgs)).rejects.toThrow('does not allow answer')
  expect((await shown()).answer).toContain('已更正')
})

test('one that waits beyond its day is listed first and as late, and says so to the borrower', async () => {
  const own = await testServer({ settings: { AUTO_DEBIT: '0' } })
  const late = await own.newBorrower({ upTo: 'login' })
  const { number, ticketId } = must(await own.call('service', 'submit', { body }, late))
  await own.moveTo(civilDate('2026-12-13'))
  must(await own.call('service', 'submit', { body: { ...body, onceKey: 'a-second-one-12345' } }, late))
  const said: string[] = []
  await service(own.deps, ['tickets'], (line) => said.push(line))
  expect(said[0]).toContain(`${number} complaint price: LATE, received`)
  expect(said[1]).not.toContain('LATE')
  expect(must(await own.call('service', 'ticket', { params: { id: ticketId } }, late)).isLate).toBe(true)
  await own.close()
})

test('what the command cannot do is said and changes nothing', async () => {
  await expect(run('ticket-take', '--ticket', 'TS0', '--by', 'operator 7')).rejects.toThrow('no ticket has the number TS0')
  await expect(run('ticket-take', '--ticket', ticket.number, '--by', ' ')).rejects.toThrow('--by')
  await expect(run('ticket-burn', ...of())).rejects.toThrow('Usage')
  expect((await shown()).state).toBe('received')
})
