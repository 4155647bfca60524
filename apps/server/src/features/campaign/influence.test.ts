import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindCard, makeBorrower, must, obtainLimit, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, paidOutLoan, quoted } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { published, receiveOf, withFriend } from './test-campaign.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** All that a red packet must not change, of a borrower of the usual profile. */
async function treatmentOf(borrower: TestBorrower) {
  const limit = await server.db
    .selectFrom('credit_limit')
    .select(['total_fen', 'used_fen', 'price_tier'])
    .where('user_id', '=', borrower.userId)
    .executeTakeFirstOrThrow()
  const { products, availableFen, blocked } = must(await server.call('borrow', 'options', {}, { token: borrower.token }))
  const { plan, annualRatePpm, totalDue, payOutHours } = await quoted(server, borrower)
  const { loanId } = await paidOutLoan(server, borrower)
  const { status, timeline } = await detailOf(server, borrower, loanId)
  return { limit, products, availableFen, blocked, plan, annualRatePpm, totalDue, payOutHours, status, steps: timeline.length }
}

test('limit, tier, price, offer and pay-out are the same with a red packet and without', async () => {
  const activityId = await published(server)
  const without = await server.newBorrower({ upTo: 'card' })
  const before = await treatmentOf(without)
  // This one receives a red packet before the application is decided.
  const borrower = await makeBorrower(server, 500, 'identity')
  const cardId = await bindCard(server, borrower, 500)
  await withFriend(server, borrower)
  must(await receiveOf(server, borrower, activityId))
  await obtainLimit(server, borrower)
  expect(await treatmentOf({ ...borrower, cardId })).toEqual(before)
})
