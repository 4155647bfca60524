import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'
import type { Account } from './accounts.ts'
import { type Leg, moved, type Posting, type PostingKind, posting } from './posting.ts'

type LoanKey = { readonly userId: number; readonly loanId: number }
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
 * changed, and where nothing differs nothing is posted. All of it is dated the day it became known.
 */
export function correctionsTo(must: readonly Posting[], booked: ReadonlyMap<string, Booked>, on: CivilDate): Posting[] {
  const wanted = new Set(must.map(({ key }) => key))
  const changed = must.flatMap((one) => corrected(one, booked.get(one.key), on))
  const [first] = must
  const gone = [...booked].filter(([key]) => !wanted.has(key))
  assert(first !== undefined || gone.length === 0, 'whose events are gone is not known')
  if (first === undefined) return changed
  const { userId, loanId } = first
  return [
    ...changed,
    ...gone.flatMap(([key, { kind, orderKey, revision, net }]) =>
      corrected(
        { userId, loanId, kind, key, on, legs: [], ...(orderKey !== undefined && { orderKey }) },
        { kind, orderKey, revision, net },
        on,
      ),
    ),
  ]
}

function corrected(must: Posting, booked: Booked | undefined, on: CivilDate): Posting[] {
  const legs = difference(must.legs, booked?.net ?? new Map())
  if (legs.length === 0) return []
  return [posting({ ...must, key: booked === undefined ? must.key : `${must.key}~${booked.revision + 1}`, on }, legs)]
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
