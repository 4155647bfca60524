import { addDays, type CivilDate, instantAt, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grantLimit } from '#lending/limits/limits.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { moveTo } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { addApplication } from './application.sql.ts'
import { expireLimits } from './expiry.ts'

let server: TestServer
let borrower: TestBorrower
let lastDay: CivilDate

beforeEach(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'limit' })
  lastDay = addDays(today(server.clock), 180)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
})

const card = async () => must(await server.call('home', 'fyhHome', { body: {} }, { token: borrower.token })).card
const result = async () => must(await server.call('apply', 'result', {}, { token: borrower.token }))
const options = async () => must(await server.call('borrow', 'options', {}, { token: borrower.token }))
const quote = () => {
  const body = { productId: 101, amountFen: fen(100_000), periods: 3, use: '01' } as const
  return server.call('borrow', 'quote', { body }, { token: borrower.token })
}
const told = async () => {
  const { items } = must(await server.call('message', 'list', { query: {} }, { token: borrower.token }))
  return items.filter(({ kind }) => kind === 'limitExpired')
}
/** A moment of a day of business time; a login of today would not last so long. */
async function passTo(day: CivilDate, time: string): Promise<void> {
  await moveTo(server, day)
  server.machine.pass(instantAt(day, time).getTime() - server.clock.now().getTime())
}

test.each(['UTC', 'Asia/Shanghai'])(
  'LN-23 a limit works to the last second of its last day and is refused a second later, in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    expect(new Date(0).getHours()).toBe(zone === 'UTC' ? 0 : 8)
    await passTo(lastDay, '23:59:59')
    expect(await card()).toMatchObject({ state: 'limit', validUntil: lastDay, blocked: null })
    expect(await options()).toMatchObject({ blocked: null })
    expect(await result()).toMatchObject({ state: 'approved', limitExpired: false })
    expect((await quote()).code).toBe(0)
    await expireLimits(server.deps, today(server.clock))
    expect(await told()).toEqual([])

    server.machine.pass(2_000)
    expect(await card()).toMatchObject({ state: 'limit', blocked: 'expired' })
    expect(await options()).toMatchObject({ blocked: 'expired' })
    expect(await result()).toMatchObject({ state: 'approved', limitExpired: true })
    expect((await quote()).error).toBe('LIMIT_EXPIRED')
    await expireLimits(server.deps, today(server.clock))
    expect(await told()).toMatchObject([{ params: { validUntilOn: lastDay } }])
  },
)

test('a limit expires once and is told once, by several nodes at once and on later days', async () => {
  await passTo(lastDay, '23:59:59')
  await Promise.all(Array.from({ length: 4 }, () => expireLimits(server.deps, addDays(lastDay, 1))))
  await expireLimits(server.deps, addDays(lastDay, 30))
  expect(await told()).toHaveLength(1)
  const limit = await server.db.selectFrom('credit_limit').select('expired_on').executeTakeFirst()
  expect(limit?.expired_on).toBe(addDays(lastDay, 1))
})

test('a limit granted anew is in force again, and expires and is told for itself', async () => {
  await moveTo(server, addDays(lastDay, 1))
  const validUntil = addDays(lastDay, 10)
  await grantAnew(validUntil)
  expect(await options()).toMatchObject({ blocked: null })
  await moveTo(server, validUntil)
  expect(await told()).toHaveLength(1)
  await moveTo(server, addDays(validUntil, 1))
  expect((await told()).map(({ params }) => params.validUntilOn)).toEqual([validUntil, lastDay])
})

const grantAnew = (validUntil: CivilDate) =>
  transaction(server.db, async (tx) => {
    const { userId } = borrower
    const applicationId = server.deps.ids()
    const facts = { age: 36, education: '05', occupation: '2', trade: '7', income: '4' } as const
    const at = server.machine.now()
    await addApplication(tx, { userId, applicationId, handIn: 2, facts, scorecardVersion: 'test', submittedAt: at, lookAt: longAfter(at) })
    await grantLimit(tx, { userId, applicationId, grantedFen: fen(500_000), tier: 'D', validUntil })
  })
const longAfter = (at: Date) => new Date(at.getTime() + 1_000 * 86_400_000)

test('the development clock expires limits on the way', async () => {
  await moveTo(server, addDays(lastDay, 2))
  expect(await told()).toHaveLength(1)
})
