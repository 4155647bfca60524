import { assert } from '@fyh/base/assert.ts'
import { addFen, type Fen, fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { type Account, receivableOf } from './accounts.ts'
import type { BooksKey, Posting, Split } from './posting.ts'

/**
 * Books postings, every leg of them in one INSERT. A posting that was booked before (its key says so) is left as it is, so a
 * repeat is harmless; half a posting cannot come about.
 */
export async function post(tx: Tx, ...postings: readonly Posting[]): Promise<void> {
  const legs = postings.flatMap(legsOf)
  if (legs.length === 0) return
  const column = <Name extends keyof (typeof legs)[number]>(name: Name) => legs.map((leg) => leg[name])
  const { numAffectedRows } = await sql`
    insert into ledger_leg (user_id, loan_id, subject_kind, subject_id, kind, posting_key, leg, account, amount_fen, booked_on, order_key,
      lender_id)
    select * from unnest(${column('userId')}::bigint[], ${column('loanId')}::bigint[], ${column('subjectKind')}::text[],
      ${column('subjectId')}::bigint[], ${column('kind')}::text[], ${column('key')}::text[],
      ${column('leg')}::smallint[], ${column('account')}::text[], ${column('amount')}::bigint[], ${column('on')}::date[],
      ${column('orderKey')}::text[], ${column('lenderId')}::bigint[])
    on conflict (user_id, posting_key, leg) do nothing`.execute(tx)
  if (numAffectedRows !== BigInt(legs.length))
    await checkRepeated(
      tx,
      postings.filter((posting) => posting.legs.length > 0),
    )
}

/** Where some were booked before, each of them must have as many legs as it has now. */
async function checkRepeated(tx: Tx, postings: readonly Posting[]): Promise<void> {
  const { rows } = await sql<{ posting_key: string }>`
    select k.posting_key from unnest(${postings.map(({ userId }) => userId)}::bigint[], ${postings.map(({ key }) => key)}::text[],
      ${postings.map(({ legs }) => legs.length)}::integer[]) as k (user_id, posting_key, legs)
    where (select count(*) from ledger_leg l where l.user_id = k.user_id and l.posting_key = k.posting_key) <> k.legs limit 10`.execute(tx)
  assert(rows.length === 0, `a posting was booked with other legs before: ${rows.map(({ posting_key }) => posting_key).join(', ')}`)
}

/** Balances of the accounts of a loan, or of an activity or benefit order of a borrower, debits positive. Accounts without a movement are left out. */
export async function balancesOf(tx: Tx | Db, books: BooksKey): Promise<Map<Account, Fen>> {
  const { loanId, subjectKind, subjectId } = columnsOf(books)
  const ofBooks =
    loanId === null ? sql`loan_id is null and subject_kind = ${subjectKind} and subject_id = ${subjectId}` : sql`loan_id = ${loanId}`
  const { rows } = await sql<{ account: Account; amount: number }>`
    select account, sum(amount_fen)::bigint as amount from ledger_leg
    where user_id = ${books.userId} and ${ofBooks} group by account`.execute(tx)
  return new Map(rows.map(({ account, amount }) => [account, fen(amount)]))
}

type LoanBalances = {
  readonly owed: Split
  readonly owedTotal: Fen
  /** Received through the channel and kept: what was paid off, and the surplus. */
  readonly received: Fen
  readonly surplusHeld: Fen
}

/** Where a loan stands by its ledger rows alone, from the balances of its accounts. */
export function standingByLedger(balances: ReadonlyMap<Account, Fen>): LoanBalances {
  const of = (account: Account): Fen => balances.get(account) ?? zeroFen
  const owed: Split = {
    principal: of(receivableOf.principal),
    interest: of(receivableOf.interest),
    fee: of(receivableOf.fee),
    penalty: of(receivableOf.penalty),
  }
  return {
    owed,
    owedTotal: addFen(owed.principal, owed.interest, owed.fee, owed.penalty),
    received: of('channelClearing'),
    surplusHeld: subFen(zeroFen, of('surplusHeld')),
  }
}

/** What a borrower owes on a loan by the ledger alone. */
export async function owedByLedger(tx: Tx | Db, loan: LoanKey) {
  const { owed, owedTotal, surplusHeld } = standingByLedger(await balancesOf(tx, loan))
  return { ...owed, total: owedTotal, surplusHeld }
}

/** The proof of balance: keys of postings whose legs do not sum to zero. It must always be empty. */
export async function unbalancedPostings(tx: Tx | Db): Promise<string[]> {
  const { rows } = await sql<{ posting_key: string }>`
    select posting_key from ledger_leg group by user_id, posting_key having sum(amount_fen) <> 0 limit 100`.execute(tx)
  return rows.map(({ posting_key }) => posting_key)
}

function columnsOf(books: BooksKey) {
  if ('loanId' in books) return { loanId: books.loanId, subjectKind: null, subjectId: null }
  return { loanId: null, subjectKind: books.subject.kind, subjectId: books.subject.id }
}

function legsOf(posting: Posting) {
  const { userId, kind, key, on, orderKey, lenderId, legs } = posting
  const sum = addFen(...legs.map(({ amount }) => amount))
  assert(sum === 0, `posting ${key} is out of balance by ${sum}`)
  const head = { userId, ...columnsOf(posting), kind, key, on, orderKey: orderKey ?? null }
  return legs.map(({ account, amount }, leg) => {
    const funder = account === 'lenderFunding' ? lenderId : undefined
    assert(account !== 'lenderFunding' || funder !== undefined, `posting ${key} does not say whose funding moves`)
    return { ...head, leg, account, amount, lenderId: funder ?? null }
  })
}
