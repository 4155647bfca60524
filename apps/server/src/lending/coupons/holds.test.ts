import { fen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../../app.ts'
import { couponOf, couponRow } from '../../features/coupon/test-coupon.ts'
import { type TestServer, testServer } from '../../platform/test-server.ts'
import { couponToUse, reserveForPayment } from './coupons.ts'

let server: TestServer
let secondNode: App
beforeAll(async () => {
  server = await testServer()
  const { config, log } = server.deps
  const { providers, machine } = server
  secondNode = await createApp({ config: { ...config, nodeId: 1 }, log, providers, machine, superviseJobs: false })
})
afterAll(async () => {
  await secondNode.close()
  await server.close()
})

test('ID-11 64 payments at once on two nodes with one coupon: one has it, the others are refused', async () => {
  const borrower = await server.newBorrower({ upTo: 'login' })
  const couponId = await couponOf(server, borrower, 'repay-20')
  const key = { userId: borrower.userId, couponId }
  const applied = { amountFen: fen(2_000), parts: ['interest' as const], from: 1, to: 1, lines: [] }
  const order = (n: number) => {
    const { db, clock } = (n % 2 === 0 ? server : secondNode).deps
    return transaction(db, async (tx) => {
      const coupon = await couponToUse(tx, { clock }, key, {}, 'update')
      await reserveForPayment(tx, {
        userId: key.userId,
        loanId: n + 1,
        repaymentId: n + 1,
        coupon,
        applied,
        discountFen: applied.amountFen,
      })
    })
  }
  const results = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => order(n)))
  const won = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
  expect(won).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(String(result.reason)).toContain('COUPON_IN_USE')
  expect(await couponRow(server, couponId)).toMatchObject({ status: 'reserved', repayment_id: (won[0] ?? 0) + 1 })
})
