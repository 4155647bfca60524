import { addDays, today } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveTo, orderKeysOf, paidOutLoan } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { service } from './command.ts'

let server: TestServer
let contract = ''
let key = ''
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
  const borrower = await server.newBorrower({ upTo: 'card' })
  const { loanId, contractNo } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
  contract = contractNo
  key = (await orderKeysOf(server, loanId))[0] ?? ''
  await moveTo(server, addDays(today(server.clock), 50))
})
afterAll(() => server.close())

const reasons = ['--by', 'operator 7', '--reason', 'goodwill']
/** What a command is refused with; undefined when it was done. */
const refusalOf = (...args: string[]): Promise<unknown> =>
  service(server.deps, [...args, ...reasons], () => undefined).then(
    () => undefined,
    (error: unknown) => error,
  )

test.each([
  ...['0', '0.00', '-1', '1e9', '0.001', '99999999999', '9007199254740993', 'NaN', ''].map((amount) => ['waive', '--amount', amount]),
  ...['', 'principal', 'penalty,penalty,', '__proto__'].map((parts) => ['waive', '--parts', parts]),
  ...['0', '-1', '1.5', '9007199254740993', 'x'].map((event) => ['undo', '--event', event]),
])('%s %s %j is refused in words, never with an error of the loan engine or a broken assertion', async (...args) => {
  const refusal = await refusalOf(...args, '--contract', contract)
  expect(refusal).toBeInstanceOf(Error)
  expect(refusal).toMatchObject({ name: expect.not.stringMatching(/EngineError|AssertionFailed/), message: expect.stringMatching(/./) })
})

test.each(['1900-01-01', '2026-02-30', '9999-99-99', '2999-12-31', 'x', ''])('payout-end on %j is refused in words', async (day) => {
  const refusal = await refusalOf('payout-end', '--order', key, '--as', 'paid', '--on', day)
  expect(refusal).toMatchObject({ name: expect.not.stringMatching(/EngineError|AssertionFailed/), message: expect.stringMatching(/./) })
})
