import { today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balancesOf, type Posting, post } from '#lending/ledger/ledger.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { reconcile } from './reconcile.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const subject = { kind: 'activity', id: 12 } as const

/** Books under an existing kind; what counts here are the legs. */
function booked(userId: number, key: string, legs: Posting['legs']) {
  const posting: Posting = { userId, subject, kind: 'excessLost', key, on: today(server.clock), legs }
  return server.db.transaction().execute((tx) => post(tx, posting))
}

async function lines(): Promise<string[]> {
  const said: string[] = []
  await reconcile(server.deps, { date: today(server.clock), say: (line) => said.push(line) })
  return said.filter((line) => line.startsWith('activity'))
}

test('money about no loan has balances by borrower and subject, and is booked once', async () => {
  const legs = [
    { account: 'writtenOff', amount: fen(500) },
    { account: 'surplusHeld', amount: fen(-500) },
  ] as const
  await booked(7, 'one', legs)
  await booked(7, 'one', legs)
  await booked(8, 'one', legs)
  expect(await balancesOf(server.db, { userId: 7, subject })).toEqual(new Map(Object.entries({ writtenOff: 500, surplusHeld: -500 })))
  expect(await balancesOf(server.db, { userId: 7, subject: { ...subject, id: 13 } })).toEqual(new Map())
  expect(await balancesOf(server.db, { userId: 7, subject: { ...subject, kind: 'benefit' } })).toEqual(new Map())
  expect(await lines()).toEqual([])
})

test('a posting about no loan that is out of balance, and an account on its wrong side, are differences', async () => {
  await booked(9, 'two', [
    { account: 'surplusHeld', amount: fen(70) },
    { account: 'writtenOff', amount: fen(-70) },
  ])
  await sql`update ledger_leg set amount_fen = 71 where user_id = 9 and amount_fen = 70`.execute(server.db)
  expect(await lines()).toEqual([
    'activity 12 of borrower 9: posting two is out of balance by 1 fen',
    'activity 12 of borrower 9: 溢缴款 (surplusHeld) stands at 0.71, on the wrong side of zero',
    'activity 12 of borrower 9: 核销 (writtenOff) stands at -0.70, on the wrong side of zero',
  ])
})

test('a leg names a loan or a subject, never both and never neither', async () => {
  const insert = (loan: number | null, kind: string | null) =>
    sql`insert into ledger_leg (user_id, posting_key, leg, kind, loan_id, subject_kind, subject_id, account, amount_fen, booked_on)
      values (10, 'three', 0, 'waived', ${loan}, ${kind}, ${kind === null ? null : 1}, 'waived', 1, '2026-11-27')`.execute(server.db)
  await expect(insert(1, 'activity')).rejects.toThrow('ledger_leg_subject_check')
  await expect(insert(null, null)).rejects.toThrow('ledger_leg_subject_check')
  await expect(insert(null, 'weather')).rejects.toThrow('ledger_leg_subject_kind_check')
})
