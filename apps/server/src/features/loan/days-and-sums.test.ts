import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, paidOutLoan, quoted, signedQuote, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
beforeAll(async () => {
  server = await testServer({ today: '2027-01-29', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => server.close())

const daysOf = (plan: readonly { dueDate: string }[]) => plan.map(({ dueDate }) => dueDate)

test.each([
  ['2027-01-29', ['2027-02-28', '2027-03-29', '2027-04-29']],
  ['2027-01-30', ['2027-02-28', '2027-03-30', '2027-04-30']],
  ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30']],
])(
  'LN-01 LN-02 borrowed on %s, each month has its one due day: the same in the offer, the contract and the stored plan',
  async (today, days) => {
    await moveTo(server, today)
    const wanted = { amountFen: 100_000, periods: 3 } as const
    expect(daysOf((await quoted(server, borrower, wanted)).plan)).toEqual(days)
    expect(daysOf((await signedQuote(server, borrower, wanted)).plan)).toEqual(days)
    const { loanId } = await paidOutLoan(server, borrower, wanted)
    const detail = await detailOf(server, borrower, loanId)
    expect(daysOf(detail.plan)).toEqual(days)
    const contract = detail.texts.find(({ key }) => key === 'loanContract')
    const text = must(await server.call('agreement', 'signedText', { params: { id: contract?.signedId ?? 0 } }, { token: borrower.token }))
    for (const day of days) expect(JSON.stringify(text.paragraphs)).toContain(day)
  },
)

test('LN-05 days are the same texts wherever the server stands: east, west and in Greenwich', async () => {
  const { loanId } = await paidOutLoan(server, borrower, { amountFen: 100_000, periods: 3 })
  const answers: unknown[] = []
  const offsets = new Set<number>()
  for (const zone of ['Asia/Shanghai', 'UTC', 'America/New_York']) {
    vi.stubEnv('TZ', zone)
    offsets.add(new Date(0).getTimezoneOffset())
    answers.push(await detailOf(server, borrower, loanId))
  }
  expect(offsets.size).toBe(3)
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('LN-20 what is due of two unpaid terms is their sum, as a number', async () => {
  const { loanId } = await paidOutLoan(server, borrower, { amountFen: 1_000_000 })
  const { plan } = await detailOf(server, borrower, loanId)
  await moveTo(server, plan[1]?.dueDate ?? '')
  const quote = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'due' } }, { token: borrower.token }))
  const detail = await detailOf(server, borrower, loanId)
  const unpaid = detail.plan.slice(0, 2).map(({ owed }) => owed.total)
  expect(unpaid[1]).toBe(91_680)
  expect(quote.parts.total).toBe(unpaid.reduce<number>((sum, total) => sum + total, 0))
  expect(quote.parts).toMatchObject({ principal: 154_510, interest: 28_850 })
})
