import { payoutUnderWay } from '@fyh/contract/payout.machine.ts'
import { repaymentUnderWay } from '@fyh/contract/repayment.machine.ts'
import { transferUnderWay } from '@fyh/contract/transfer.machine.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test.each([
  ['payout_running', payoutUnderWay],
  ['payout_open', payoutUnderWay],
  ['repayment_running', repaymentUnderWay],
  ['repayment_open', repaymentUnderWay],
  ['transfer_running', transferUnderWay],
  ['transfer_open', transferUnderWay],
] as const)('the index %s holds the states that are under way, and no others', async (index, states) => {
  const { rows } = await sql<{ text: string }>`select pg_get_indexdef(${index}::regclass) as text`.execute(server.db)
  const held = [...String(rows[0]?.text).matchAll(/'(\w+)'/g)].map(([, state]) => state)
  expect(held).toEqual(states)
})
