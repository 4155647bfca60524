import { addDays, type CivilDate, civilDate, daysBetween, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, detailOf, limitLeft, moveTo, notify, paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { insertRepayment } from './repayments.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

/** A payment counts from `day`; it becomes known `late` days after, `times` times; some are taken back so many days after that. */
const payment = fc.record({
  day: fc.integer({ min: 0, max: 80 }),
  share: fc.integer({ min: 5, max: 120 }),
  late: fc.integer({ min: 0, max: 45 }),
  times: fc.integer({ min: 1, max: 3 }),
  takenBack: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
})
type History = readonly { day: number; share: number; late: number; times: number; takenBack: number | undefined }[]
const history: fc.Arbitrary<History> = fc.uniqueArray(payment, { minLength: 1, maxLength: 5, selector: ({ day }) => day })

type Mine = { borrower: TestBorrower; loanId: number }
type Act = { readonly on: number; act(): Promise<void> }

test('LN-17 ID-05 whatever is told late, repeated or taken back, in whatever order: loan, ledger, penalties and limit are those of the same payments told in order', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (payments) => {
      const [shuffled, inOrder] = [await loanOf(), await loanOf()]
      const begin = today(server.clock)
      await live(begin, [
        ...payments.flatMap((one) => toldLate(shuffled, one, begin)),
        ...payments.flatMap((one) => toldAtOnce(inOrder, one)),
      ])
      expect(await stateOf(shuffled)).toEqual(await stateOf(inOrder))
    }),
    { numRuns: 6, seed: 20_261_128 },
  )
  // Six times five months of closes: 163 s where ten others wanted each core.
}, 360_000)

async function loanOf(): Promise<Mine> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  return { borrower, loanId: (await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 })).loanId }
}

/** Opens the days one act after the other. */
async function live(begin: CivilDate, acts: readonly Act[]): Promise<void> {
  for (const { on, act } of acts.toSorted((a, b) => a.on - b.on)) {
    if (daysBetween(begin, today(server.clock)) < on) await moveTo(server, addDays(begin, on))
    await act()
    await server.runJobs()
  }
  await moveTo(server, addDays(begin, 150))
}

const amountOf = ({ share }: History[number]) => share * 1_000

function toldLate(mine: Mine, one: History[number], begin: CivilDate): Act[] {
  const receivedOn = addDays(begin, one.day)
  let key = ''
  const told = one.day + one.late
  return [
    {
      on: one.day,
      act: async () => {
        key = await asked(mine, amountOf(one))
        await tell({ key, noticeId: 'no', result: 'failed', takenFen: 0 })
      },
    },
    {
      on: told,
      act: async () => {
        const notice = { key, noticeId: 'ok', result: 'succeeded', takenFen: amountOf(one), receivedOn }
        await Promise.all(Array.from({ length: one.times }, () => tell(notice)))
      },
    },
    ...(one.takenBack === undefined
      ? []
      : [{ on: told + one.takenBack, act: () => tell({ key, noticeId: 'back', result: 'returned', takenFen: amountOf(one) }) }]),
  ]
}

function toldAtOnce(mine: Mine, one: History[number]): Act[] {
  const isKept = one.takenBack === undefined
  return [
    {
      on: one.day,
      act: async () => {
        const key = await asked(mine, amountOf(one))
        await tell({ key, noticeId: 'n', result: isKept ? 'succeeded' : 'failed', takenFen: isKept ? amountOf(one) : 0 })
      },
    },
  ]
}

async function asked({ borrower, loanId }: Mine, askedFen: number): Promise<string> {
  const repaymentId = server.deps.ids()
  const card = { cardId: cardIdOf(borrower), tail: '0001' }
  const times = { askedOn: today(server.clock), askedAt: server.clock.now(), nextTryAt: server.clock.machineNow() }
  const order = { mode: 'due', askedFen: fen(askedFen), upToPeriod: null, card, ...times } as const
  await transaction(server.db, (tx) => insertRepayment(tx, { userId: borrower.userId, loanId, repaymentId, ...order }))
  return `debit-${repaymentId}`
}

async function tell(notice: Readonly<Record<string, unknown>>): Promise<void> {
  expect((await notify(server, 'debit', notice)).code).toBe(0)
}

async function stateOf({ borrower, loanId }: Mine) {
  const { plan, status, overdueDays, owed, paidTotal } = await detailOf(server, borrower, loanId)
  const { userId } = borrower
  const penalties = await server.db
    .selectFrom('penalty_day')
    .select(['period', 'day', 'amount_fen'])
    .where('loan_id', '=', loanId)
    .where('amount_fen', '<>', 0)
    .orderBy('period')
    .orderBy('day')
    .execute()
  const balances = [...(await balancesOf(server.db, { userId, loanId }))].filter(([, amount]) => amount !== 0).toSorted()
  return {
    plan,
    status,
    overdueDays,
    owed,
    paidTotal,
    penalties,
    balances,
    limit: await limitLeft(server, borrower),
    from: civilDate(plan[0]?.startDate ?? ''),
  }
}
