import { assert } from '@fyh/base/assert.ts'
import { addFen, type Fen, fen, zeroFen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'
import type { Account } from './accounts.ts'
import type { Posting } from './postings.ts'

/**
 * Books postings, every leg of them in one INSERT. A posting that was booked before (its key says so) is left as it is, so a
 * repeat is harmless; half a posting cannot come about. Answers the keys that were new.
 */
export async function post(tx: Tx, ...postings: readonly Posting[]): Promise<string[]> {
  const rows = postings.flatMap(rowsOf)
  if (rows.length === 0) return []
  const written = await tx
    .insertInto('ledger_leg')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'posting_key', 'leg']).doNothing())
    .returning('posting_key')
    .execute()
  const keys = new Set(written.map(({ posting_key }) => posting_key))
  const expected = rows.filter(({ posting_key }) => keys.has(posting_key)).length
  assert(written.length === expected, `a posting was booked with other legs before: ${[...keys].join(', ')}`)
  return [...keys]
}

/** What a loan's accounts hold, debits positive. Accounts without a movement are left out. */
export async function balancesOf(tx: Tx | Db, { userId, loanId }: { userId: number; loanId: number }): Promise<Map<Account, Fen>> {
  const { rows } = await sql<{ account: Account; amount: number }>`
    select account, sum(amount_fen)::bigint as amount from ledger_leg
    where user_id = ${userId} and loan_id = ${loanId} group by account`.execute(tx)
  return new Map(rows.map(({ account, amount }) => [account, fen(amount)]))
}

/** What a borrower owes on a loan by the ledger alone. */
export async function owedByLedger(tx: Tx | Db, loan: { userId: number; loanId: number }) {
  const balances = await balancesOf(tx, loan)
  const of = (account: Account): Fen => balances.get(account) ?? zeroFen
  const owed = {
    principal: of('principalReceivable'),
    interest: of('interestReceivable'),
    fee: of('feeReceivable'),
    penalty: of('penaltyReceivable'),
  }
  return { ...owed, total: addFen(owed.principal, owed.interest, owed.fee, owed.penalty), surplusHeld: fen(0 - of('surplusHeld')) }
}

/** The proof of balance: keys of postings whose legs do not sum to zero. It must always be empty. */
export async function unbalancedPostings(tx: Tx | Db): Promise<string[]> {
  const { rows } = await sql<{ posting_key: string }>`
    select posting_key from ledger_leg group by user_id, posting_key having sum(amount_fen) <> 0 limit 100`.execute(tx)
  return rows.map(({ posting_key }) => posting_key)
}

function rowsOf({ userId, loanId, kind, key, on, legs }: Posting) {
  const sum = addFen(...legs.map(({ amount }) => amount))
  assert(sum === 0, `posting ${key} is out of balance by ${sum}`)
  return legs.map(({ account, amount }, leg) => ({
    user_id: userId,
    loan_id: loanId,
    kind,
    posting_key: key,
    leg,
    account,
    amount_fen: amount,
    booked_on: on,
  }))
}
