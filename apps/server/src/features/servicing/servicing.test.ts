import { addDays, today } from '@fyh/base/dates.ts'
import { fen, formatYuan } from '@fyh/base/money.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, limitLeft, moveTo, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { service } from './servicing.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number
let contractNo: string
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000', AUTO_DEBIT: '0' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  ;({ loanId, contractNo } = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 }))
})

/** What a command said, or why it was refused. */
async function command(line: string): Promise<string[]> {
  const said: string[] = []
  const args = [...line.split(' '), '--contract', contractNo, '--by', 'operator 7', '--reason', 'goodwill']
  await service(server.deps, args, (one) => said.push(one))
  await server.runJobs()
  return said
}
const refusal = (line: string) =>
  command(line).then(
    () => '',
    (error: Error) => error.message,
  )
const detail = () => detailOf(server, borrower, loanId)
const ledger = () => owedByLedger(server.db, { userId: borrower.userId, loanId })
const messages = async () => {
  const { data } = await server.call('message', 'list', { query: {} }, borrower)
  return data?.items.filter((item) => item.loanId === loanId).map(({ kind }) => kind)
}

/** Thirty-five days into the second period: the first is overdue with penalty for more than the grace days. */
async function overdue(): Promise<void> {
  await moveTo(server, addDays(today(server.clock), 35))
  expect((await detail()).status).toBe(6)
}

/** Ledger, plan, limit and statements agree: what every decision must leave. */
async function agrees(): Promise<void> {
  const lines: string[] = []
  await reconcile(server.deps, { date: today(server.clock), say: (line) => lines.push(line) })
  expect(lines.filter((line) => line.includes(contractNo) || line.startsWith('borrower') || line.startsWith('ledger'))).toEqual([])
  expect(await unbalancedPostings(server.db)).toEqual([])
}

describe('waiver', () => {
  test('penalty that is waived is owed no more, by plan and ledger; the borrower reads it and goes on owing the rest', async () => {
    await overdue()
    const before = await detail()
    expect(before.owed.penalty).toBeGreaterThan(0)
    expect(await command('waive')).toEqual([expect.stringContaining(`of loan ${contractNo}: event`)])
    const after = await detail()
    expect(after.owed).toMatchObject({ penalty: 0, principal: before.owed.principal, interest: before.owed.interest })
    expect(after.paidTotal).toBe(0)
    const [was, is] = [before.plan[0], after.plan[0]]
    expect(is).toMatchObject({ penalty: 0, waived: { penalty: was?.penalty, interest: 0, total: was?.penalty } })
    expect([is?.penaltySpans, is?.penaltyHow]).toEqual([was?.penaltySpans, was?.penaltyHow])
    expect(await ledger()).toMatchObject({ penalty: 0, principal: 600_000 })
    const balances = await balancesOf(server.db, { userId: borrower.userId, loanId })
    expect(balances.get('waived')).toBe(before.owed.penalty)
    expect(await messages()).toContain('amountWaived')
    await agrees()
  })

  test('penalty goes on growing after a waiver, and what grows is owed and booked once a day', async () => {
    await overdue()
    await command('waive')
    await moveTo(server, addDays(today(server.clock), 3))
    const { owed, penaltyTomorrowFen } = await detail()
    expect(owed.penalty).toBeGreaterThan(0)
    expect(owed.penalty).toBeLessThan(4 * penaltyTomorrowFen)
    expect((await ledger()).penalty).toBe(owed.penalty)
    await agrees()
  })

  test('a part of interest can be waived, and waiving all that is left of the overdue period cures the loan', async () => {
    await overdue()
    const [before] = (await detail()).plan
    await command('waive --parts interest --amount 10.00')
    expect((await ledger()).interest).toBeGreaterThan(0)
    const [after] = (await detail()).plan
    expect(after).toMatchObject({
      interest: (before?.interest ?? 0) - 1_000,
      waived: { interest: 1_000, total: 1_000 },
      explain: before?.explain,
    })
    await agrees()
    const { plan } = await detail()
    await paid(server, borrower, { loanId, mode: 'due', amountFen: (plan[0]?.owed.total ?? 0) - 5_000 })
    await agrees()
    expect((await detail()).status).toBe(6)
  })

  test('a payment that leaves only waivable parts, then a waiver: the period is paid, the loan cured and told so', async () => {
    await overdue()
    await command('waive --parts penalty,interest')
    const { plan } = await detail()
    await paid(server, borrower, { loanId, mode: 'due', amountFen: plan[0]?.owed.total ?? 0 })
    expect((await detail()).status).toBe(4)
    expect((await detail()).plan[0]).toMatchObject({ state: 'paid', owed: { total: 0 } })
    expect(await messages()).toEqual(expect.arrayContaining(['amountWaived', 'overdueCured']))
    await agrees()
  })

  test('taken back, everything is as if it had never been made, and both decisions stay on record', async () => {
    await overdue()
    const before = [(await detail()).owed, await ledger()]
    await command('waive --parts penalty,interest')
    const [, first] = await command('list')
    await command(`undo --event ${first?.split(' ')[0]}`)
    expect([(await detail()).owed, await ledger()]).toEqual(before)
    expect((await command('list')).slice(1)).toEqual([
      expect.stringMatching(/ waiver .* by operator 7, undone by \d+$/),
      expect.stringMatching(/ reverse .* by operator 7$/),
    ])
    expect(await refusal(`undo --event ${first?.split(' ')[0]}`)).toMatch(/^this loan has no decision \d+ in force$/)
    await agrees()
  })

  test('what cannot be waived is refused in words and changes nothing: nothing due, too much, no amount, no such part, no reason, a debit under way', async () => {
    expect(await refusal('waive')).toMatch(/^nothing to waive: no penalty is due on/)
    await overdue()
    const before = await detail()
    expect(await refusal('waive --amount 9999.00')).toMatch(/^at least 0\.01 and at most [\d.]+ can be waived$/)
    expect(await refusal('waive --amount 0.00')).toMatch(/^at least 0\.01/)
    expect(await refusal('waive --amount 1.005')).toBe('--amount takes yuan, such as 12.34')
    expect(await refusal('waive --parts principal')).toBe('--parts takes penalty, interest, fee')
    expect(await refusal('give away')).toContain('Usage:')
    for (const line of ['undo', 'undo --event first', 'undo --event 1.5'])
      expect(await refusal(line)).toBe('--event takes a decision number from `list`')
    expect(await refusal('undo --event 1')).toBe('this loan has no decision 1 in force')
    expect(await refusal('waive --amount -1')).toContain('Usage:')
    await expect(service(server.deps, ['list'], () => undefined)).rejects.toThrow('--contract names the loan')
    await expect(service(server.deps, ['waive', '--contract', contractNo], () => undefined)).rejects.toThrow('needs --by and --reason')
    await expect(service(server.deps, ['waive', '--contract', 'FY0', '--by', 'a', '--reason', 'b'], () => undefined)).rejects.toThrow(
      'no loan has the contract number FY0',
    )
    await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 1_000 })
    expect(await refusal('waive')).toBe('a debit of this loan is in progress; wait for its result')
    await server.runJobs()
    await server.deliverNotices()
    expect((await detail()).owed.total).toBe(before.owed.total - 1_000)
  })
})

describe('list', () => {
  test('says where the loan stands, with what is held for the borrower beyond what was owed and is to be given back', async () => {
    expect(await command('list')).toEqual([
      expect.stringMatching(/^status disbursed, owed [\d,.]+, overpayment held 0\.00, returned and owed 0\.00$/),
    ])
    const { plan } = await detail()
    server.providers.payment.decide({ result: 'partly', takenFen: fen(200_000) })
    await paid(server, borrower, { loanId, mode: 'due', amountFen: plan[0]?.owed.total ?? 0 })
    const { surplusHeldFen } = await detail()
    expect(surplusHeldFen).toBeGreaterThan(0)
    expect((await command('list'))[0]).toContain(`overpayment held ${formatYuan(fen(surplusHeldFen))}`)
  })
})

describe('write-off', () => {
  test('takes all that is owed off the books, closes the loan, charges no more and frees no limit', async () => {
    await overdue()
    const limit = await limitLeft(server, borrower)
    const owed = await ledger()
    expect(await command('write-off')).toEqual([expect.stringContaining('wrote off')])
    expect(await ledger()).toMatchObject({ principal: 0, interest: 0, fee: 0, penalty: 0, total: 0 })
    const balances = await balancesOf(server.db, { userId: borrower.userId, loanId })
    expect(balances.get('writtenOff')).toBe(owed.total)
    const after = await detail()
    const writtenOff = { on: today(server.clock), amountFen: owed.total }
    expect(after).toMatchObject({ status: 5, owed: { total: 0 }, paidTotal: 0, writtenOff })
    expect(await messages()).toContain('loanClosed')
    await moveTo(server, addDays(today(server.clock), 40))
    expect(await ledger()).toMatchObject({ total: 0 })
    expect(await limitLeft(server, borrower)).toBe(limit)
    await agrees()
    expect(await refusal('write-off')).toBe('the loan is not open')
  })
})
