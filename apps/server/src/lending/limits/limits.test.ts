import { assert } from '@fyh/base/assert.ts'
import { civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApplication } from '#features/apply/application.sql.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { freeLimit, grantLimit, limitOf, useLimit } from './limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let users = 0
/** A limit of its own for a borrower who exists nowhere else. */
async function newLimit(total: number): Promise<number> {
  users += 1
  await grant(users, total)
  return users
}
const grant = (userId: number, total: number, handIn = 1) =>
  transaction(server.db, async (tx) => {
    const applicationId = server.deps.ids()
    const facts = { age: 36, education: '05', occupation: '2', trade: '7', income: '4' } as const
    const at = server.machine.now()
    await tx.updateTable('application').set({ status: 'draft', look_at: null }).where('user_id', '=', userId).execute()
    await addApplication(tx, { userId, applicationId, handIn, facts, scorecardVersion: 'test', submittedAt: at, lookAt: at })
    await grantLimit(tx, {
      userId,
      applicationId,
      grantedFen: fen(total),
      tier: 'D',
      validUntil: civilDate('2027-05-26'),
    })
  })
const use = (userId: number, amount: number) => transaction(server.db, (tx) => useLimit(tx, userId, fen(amount)))
const free = (userId: number, amount: number) => transaction(server.db, (tx) => freeLimit(tx, userId, fen(amount)))
async function available(userId: number): Promise<Fen> {
  const limit = await limitOf(server.db, userId)
  assert(limit, 'the limit was granted')
  return limit.availableFen
}

test('ID-13 of two uses at once that do not both fit exactly one succeeds, in every one of 50 rounds', async () => {
  for (let round = 0; round < 50; round += 1) {
    const userId = await newLimit(1_000_000)
    const results = await Promise.allSettled([use(userId, 800_000), use(userId, 800_000)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await available(userId)).toBe(200_000)
    await use(userId, 200_000)
    await expect(use(userId, 10_000)).rejects.toMatchObject({ code: 'LIMIT_NOT_ENOUGH', detail: { available: '0' } })
  }
})

test('twelve uses of a tenth at once leave exactly what ten of them take', async () => {
  const userId = await newLimit(1_000_000)
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => use(userId, 100_000)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await available(userId)).toBe(0)
})

test('what is freed can be used again, and never more than was used', async () => {
  const userId = await newLimit(1_000_000)
  await use(userId, 600_000)
  await free(userId, 250_000)
  expect(await available(userId)).toBe(650_000)
  await expect(free(userId, 350_001)).rejects.toThrow('more of a limit was freed than was used')
  await Promise.all([free(userId, 100_000), free(userId, 100_000), free(userId, 150_000)])
  expect(await available(userId)).toBe(1_000_000)
})

test('a borrower without a limit is told so', async () => {
  await expect(use(999_999, 50_000)).rejects.toMatchObject({ code: 'LIMIT_MISSING' })
  expect(await limitOf(server.db, 999_999)).toBeUndefined()
})

test('a smaller limit granted while more is used lets nothing be borrowed until enough is repaid', async () => {
  const userId = await newLimit(1_000_000)
  await use(userId, 900_000)
  await grant(userId, 500_000, 2)
  expect(await limitOf(server.db, userId)).toMatchObject({ totalFen: 900_000, usedFen: 900_000, availableFen: 0 })
  await free(userId, 300_000)
  expect(await limitOf(server.db, userId)).toMatchObject({ totalFen: 600_000, usedFen: 600_000, availableFen: 0 })
  await free(userId, 600_000)
  expect(await limitOf(server.db, userId)).toMatchObject({ totalFen: 500_000, usedFen: 0, availableFen: 500_000 })
})

test('the table itself refuses a use above the total', async () => {
  const userId = await newLimit(1_000_000)
  await expect(server.db.updateTable('credit_limit').set({ used_fen: 1_000_001 }).where('user_id', '=', userId).execute()).rejects.toThrow(
    'check',
  )
  await expect(server.db.updateTable('credit_limit').set({ used_fen: -1 }).where('user_id', '=', userId).execute()).rejects.toThrow('check')
})
