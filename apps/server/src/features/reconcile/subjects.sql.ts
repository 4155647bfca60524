import { type Fen, fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { Account } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import { pageSize } from './reconcile.sql.ts'

type SubjectKey = { readonly userId: number; readonly subject: string; readonly id: number }

/** Postings about no loan whose legs do not sum to zero; at most a page of them. */
export async function unbalancedOfSubjects(tx: Tx): Promise<(SubjectKey & { key: string; sum: number })[]> {
  const { rows } = await sql<SubjectKey & { key: string; sum: number }>`
    select user_id as "userId", min(subject_kind) as subject, min(subject_id) as id, posting_key as key, sum(amount_fen)::bigint as sum
    from ledger_leg where loan_id is null group by user_id, posting_key having sum(amount_fen) <> 0
    order by user_id, posting_key limit ${pageSize}`.execute(tx)
  return rows
}

/** Account balances about no loan that stand on the given side, which must be the wrong one for these accounts; at most a page of them. */
export async function subjectsOnSide(
  tx: Tx,
  { accounts, side }: { accounts: readonly Account[]; side: 'debit' | 'credit' },
): Promise<(SubjectKey & { account: Account; amount: Fen })[]> {
  const sign = side === 'debit' ? 1 : -1
  const { rows } = await sql<SubjectKey & { account: Account; amount: number }>`
    select user_id as "userId", subject_kind as subject, subject_id as id, account, sum(amount_fen)::bigint as amount
    from ledger_leg where loan_id is null and account = any(${accounts}::text[])
    group by user_id, subject_kind, subject_id, account having ${sign}::integer * sum(amount_fen) > 0
    order by user_id, subject_kind, subject_id, account limit ${pageSize}`.execute(tx)
  return rows.map((row) => ({ ...row, amount: fen(row.amount) }))
}
