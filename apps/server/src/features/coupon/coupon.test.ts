import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { civilDate } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepCoupons } from '#lending/coupons/coupons.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { moveTo } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { createApp } from '../../app.ts'
import { service } from '../servicing/servicing.ts'
import { awardCoupon, usableCoupons } from './coupon.ts'
import { endOf, readDefinitions } from './definitions.ts'
import { couponOf, couponRow } from './test-coupon.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ today: '2026-11-27' })
})
afterAll(() => server.close())

const listOf = async ({ token }: TestBorrower, query: { tab?: 'usable' | 'used' | 'expired'; after?: number } = {}) =>
  must(await server.call('coupon', 'list', { query }, { token }))

describe('definitions', () => {
  test('every published one is well-formed, and a coupon for repaying takes an amount off', () => {
    const all = [...readDefinitions().values()]
    expect(all.length).toBeGreaterThanOrEqual(5)
    for (const { terms } of all) if (terms.use === 'repay') expect(terms.rule.kind).toBe('amountOff')
  })

  test('LN-23 so many days count the day of issue, and both ways end at midnight in Shanghai after the last day', () => {
    expect(endOf({ valid: { days: 30 } }, civilDate('2026-11-27')).toISOString()).toBe('2026-12-26T16:00:00.000Z')
    expect(endOf({ valid: { until: civilDate('2027-03-15') } }, civilDate('2026-11-27')).toISOString()).toBe('2027-03-15T16:00:00.000Z')
  })

  test('a malformed file stops the start with its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fyh-coupons-'))
    await writeFile(join(folder, 'coupon-bad.1.json'), JSON.stringify({ key: 'bad', edition: 1 }))
    expect(() => readDefinitions(pathToFileURL(`${folder}/`))).toThrow('coupon-bad.1.json is not a valid coupon')
    await rm(folder, { recursive: true })
  })
})

describe('issuing', () => {
  test('an award is one coupon for its occasion, however often and on however many connections it is made, and one message', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const award = { userId: borrower.userId, definition: 'borrow-20', once: 'activity:7:first', by: 'activity 7', reason: 'first loan' }
    const awards = await Promise.all(Array.from({ length: 20 }, () => transaction(server.db, (tx) => awardCoupon(tx, server.deps, award))))
    expect(new Set(awards.map((one) => one?.couponId)).size).toBe(1)
    expect(awards.filter((one) => one?.isNew)).toHaveLength(1)
    expect(await usableCoupons(server.db, server.deps, borrower.userId)).toBe(1)
    const { items } = must(await server.call('message', 'list', { query: { tab: 'activity' } }, { token: borrower.token }))
    expect(items).toMatchObject([{ kind: 'couponReceived', params: { untilOn: '2026-12-26' } }])
    expect(await couponRow(server, awards[0]?.couponId ?? 0)).toMatchObject({
      issued_by: 'activity 7',
      reason: 'first loan',
      status: 'usable',
    })
  })

  test('LN-23 ID-11 of a definition with a limit no more are issued, however many awards meet on two nodes; an occasion that has its coupon keeps it', async () => {
    const { config, log } = server.deps
    const given = { machine: server.machine, providers: server.providers, superviseJobs: false }
    const second = await createApp({ config: { ...config, nodeId: 1 }, log, ...given })
    const { userId } = await server.newBorrower({ upTo: 'login' })
    const award = (number: number) => {
      const { deps } = number % 2 === 0 ? server : second
      const of = { userId, definition: 'repay-8', once: `occasion:${Math.floor(number / 2)}`, by: 'tests', reason: 'limit' }
      return transaction(deps.db, (tx) => awardCoupon(tx, deps, of))
    }
    // Each of 120 occasions is awarded twice, on both nodes at once.
    const awards = await Promise.all(Array.from({ length: 240 }, (_, number) => award(number)))
    const issued = new Set(awards.flatMap((one) => one?.couponId ?? []))
    expect(issued.size).toBe(100)
    expect(awards.filter((one) => one?.isNew)).toHaveLength(100)
    const kept = awards.findIndex((one) => one !== undefined)
    expect(await award(kept)).toEqual({ couponId: awards[kept]?.couponId, isNew: false })
    const rows = await server.db.selectFrom('coupon').select('coupon_id').where('definition', '=', 'repay-8').execute()
    expect(rows).toHaveLength(100)
    expect(await server.db.selectFrom('coupon_count').select('issued').execute()).toEqual([{ issued: 100 }])
    await second.close()
  })

  test('a definition that does not exist is not issued', async () => {
    const { userId } = await server.newBorrower({ upTo: 'login' })
    const award = { userId, definition: 'unknown', once: 'x', by: 'y', reason: 'z' }
    expect(await transaction(server.db, (tx) => awardCoupon(tx, server.deps, award))).toBeUndefined()
  })
})

describe('customer service', () => {
  const run = async (borrower: TestBorrower, line: string, named = ['--by', 'operator 7', '--reason', 'goodwill']) => {
    const said: string[] = []
    await service(server.deps, [...line.split(' '), '--phone', borrower.mobile, ...named], (one) => said.push(one))
    return said
  }

  test('issues, lists with who and why, and revokes a coupon; a revoked one cannot be used or revoked again', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect(await run(borrower, 'coupons')).toEqual(['this borrower has no coupons'])
    const [issued = ''] = await run(borrower, 'coupon-issue --coupon repay-20')
    const couponId = Number(/coupon (\d+)/.exec(issued)?.[1])
    expect((await run(borrower, 'coupons'))[0]).toMatch(/^\d+ repay-20 usable, issued .* by operator 7: goodwill/)
    await run(borrower, `coupon-revoke --coupon ${couponId}`)
    expect((await run(borrower, 'coupons'))[0]).toContain('revoked by operator 7: goodwill')
    expect((await listOf(borrower, { tab: 'expired' })).items).toMatchObject([{ couponId, status: 'revoked' }])
    await expect(run(borrower, `coupon-revoke --coupon ${couponId}`)).rejects.toThrow('is revoked and cannot be revoked')
  })

  test('says what it needs: a name and a reason, a borrower, a definition that is issued, a coupon of that borrower', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    await expect(run(borrower, 'coupon-issue --coupon repay-20', [])).rejects.toThrow('a decision needs --by and --reason')
    await expect(run(borrower, 'coupon-issue --coupon nothing')).rejects.toThrow('there are borrow-20')
    await expect(run(borrower, 'coupon-revoke --coupon 5')).rejects.toThrow('this borrower has no coupon 5')
    await expect(run(borrower, 'coupon-revoke --coupon x')).rejects.toThrow('--coupon takes a coupon number')
    await expect(run({ ...borrower, mobile: '13800009999' }, 'coupons')).rejects.toThrow('no account has this phone')
  })
})

describe('the list', () => {
  test('NF-02 pages by key: a coupon that arrives meanwhile is neither shown twice nor skips another', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const made: number[] = []
    for (let n = 0; n < 12; n += 1) made.push(await couponOf(server, borrower, 'repay-5'))
    const first = await listOf(borrower)
    await couponOf(server, borrower, 'repay-5')
    const second = await listOf(borrower, { after: first.next ?? 0 })
    expect([...first.items, ...second.items].map(({ couponId }) => couponId)).toEqual(made.toReversed())
    expect(second.next).toBeNull()
  })

  test('LN-23 names lenders of its products, and moves a coupon to the expired ones at midnight, before and after the round that writes it down', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const couponId = await couponOf(server, borrower, 'interest-free-30')
    const [item] = (await listOf(borrower)).items
    expect(item).toMatchObject({ couponId, status: 'usable', expiresAt: '2026-12-26T16:00:00.000Z' })
    expect(item?.lenders).toHaveLength(1)
    await moveTo(server, '2026-12-26')
    expect((await listOf(borrower)).items).toHaveLength(1)
    must(await server.call('session', 'moveClock', { body: { today: '2026-12-27' } }))
    expect((await listOf(borrower)).items).toEqual([])
    expect((await listOf(borrower, { tab: 'expired' })).items).toMatchObject([{ couponId, status: 'expired' }])
    await sweepCoupons(server.db, server.clock.now())
    expect((await couponRow(server, couponId)).status).toBe('expired')
    expect(await usableCoupons(server.db, server.deps, borrower.userId)).toBe(0)
  })
})
