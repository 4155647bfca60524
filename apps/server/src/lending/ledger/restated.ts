import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'
import type { Account } from './accounts.ts'
import { type Leg, type Posting, posting } from './posting.ts'
import type { PostingKind } from './posting-kinds.ts'
import type { EarnedChange } from './postings.ts'

type Of = LoanKey & { readonly on: CivilDate }

/** What the ledger holds under one event, over the posting that booked it first and every correction since. */
export type Booked = {
  readonly kind: PostingKind
  readonly orderKey: string | undefined
  readonly revision: number
  readonly net: ReadonlyMap<Account, Fen>
}

/** The events of some kinds that a loan's ledger knows, by their first key; corrections are counted in. */
export async function bookedEvents(
  tx: Db | Tx,
  { userId, loanId, kinds }: LoanKey & { kinds: readonly PostingKind[] },
): Promise<Map<string, Booked>> {
  const { rows } = await sql<{
    event: string
    kind: PostingKind
    orderKey: string | null
    revision: number
    account: Account
    amount: number
  }>`
    select split_part(posting_key, '~', 1) as event, min(kind) as kind, max(order_key) as "orderKey", account,
      max(case when posting_key like '%~%' then split_part(posting_key, '~', 2)::integer else 0 end) as revision,
      sum(amount_fen)::bigint as amount
    from ledger_leg where user_id = ${userId} and loan_id = ${loanId} and kind = any(${kinds}::text[])
    group by 1, account`.execute(tx)
  const events = new Map<string, Booked>()
  for (const { event, kind, orderKey, revision, account, amount } of rows) {
    const known = events.get(event)
    const net = new Map(known?.net).set(account, fen(amount))
    events.set(event, { kind, orderKey: orderKey ?? undefined, revision: Math.max(revision, known?.revision ?? 0), net })
  }
  return events
}

/**
 * Postings that bring every event to what it must be. One that is new is booked under its own key; one that was booked otherwise gets a
 * correction under `<key>~<revision>`; one that must not be there any more is corrected to nothing. Rows that exist are never
 * changed, and where nothing differs nothing is posted. All of it is dated `on`, the day it became known.
 */
export function correctionsTo(of: Of, must: readonly Posting[], booked: ReadonlyMap<string, Booked>): Posting[] {
  const wanted = new Set(must.map(({ key }) => key))
  const gone = [...booked].filter(([key]) => !wanted.has(key))
  return [
    ...must.flatMap((one) => corrected({ ...one, on: of.on }, booked.get(one.key))),
    ...gone.flatMap(([key, event]) => {
      const orderKey = event.orderKey === undefined ? {} : { orderKey: event.orderKey }
      return corrected({ ...of, kind: event.kind, key, ...orderKey, legs: [] }, event)
    }),
  ]
}

function corrected(must: Posting, booked: Booked | undefined): Posting[] {
  const legs = difference(must.legs, booked?.net ?? new Map())
  if (legs.length === 0) return []
  return [posting({ ...must, key: booked === undefined ? must.key : `${must.key}~${booked.revision + 1}` }, legs)]
}

function difference(must: readonly Leg[], is: ReadonlyMap<Account, Fen>): Leg[] {
  const accounts = new Set([...must.map(({ account }) => account), ...is.keys()])
  return [...accounts]
    .map((account) => {
      const wanted = addFen(zeroFen, ...must.filter((leg) => leg.account === account).map(({ amount }) => amount))
      return { account, amount: subFen(wanted, is.get(account) ?? zeroFen) }
    })
    .filter(({ amount }) => amount !== 0)
}

/** Interest and fees as the ledger holds them: unpaid, and what settling early let go; whatever booked them. */
export async function earnedBooked(tx: Db | Tx, { userId, loanId }: LoanKey): Promise<EarnedChange> {
  const { rows } = await sql<{ account: Account; amount: number; restated: number }>`
    select account, sum(amount_fen)::bigint as amount,
      coalesce(sum(amount_fen) filter (where kind = 'restated'), 0)::bigint as restated
    from ledger_leg where user_id = ${userId} and loan_id = ${loanId} group by account`.execute(tx)
  const of = (account: Account, which: 'amount' | 'restated') => fen(rows.find((row) => row.account === account)?.[which] ?? 0)
  // Such a posting moves a receivable and its income by the same amount, but for what it lets go.
  const givenUp = (what: 'interest' | 'fee') =>
    subFen(zeroFen, addFen(of(`${what}Receivable`, 'restated'), of(`${what}Income`, 'restated')))
  return {
    owed: { interest: of('interestReceivable', 'amount'), fee: of('feeReceivable', 'amount') },
    givenUp: { interest: givenUp('interest'), fee: givenUp('fee') },
  }
}
