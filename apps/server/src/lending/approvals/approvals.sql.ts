import { type Fen, fen } from '@fyh/base/money.ts'
import type { Db, Tx } from '#platform/deps.ts'

export type Approval = {
  readonly userId: number
  readonly approvalId: number
  readonly lenderId: number
  readonly amountFen: Fen
  readonly periodsMax: number
  readonly validUntil: Date
  readonly usedLoanId: number | null
  readonly endedAt: Date | null
}

type New = Pick<Approval, 'userId' | 'approvalId' | 'lenderId' | 'amountFen' | 'periodsMax' | 'validUntil'> & { readonly grantedAt: Date }

/** A borrower has one approval that can be used at most; an index refuses a second one. */
export async function grantApproval(tx: Tx, made: New): Promise<void> {
  await tx
    .insertInto('lender_approval')
    .values({
      user_id: made.userId,
      approval_id: made.approvalId,
      lender_id: made.lenderId,
      amount_fen: made.amountFen,
      periods_max: made.periodsMax,
      valid_until: made.validUntil,
      granted_at: made.grantedAt,
    })
    .execute()
}

type Asked = { readonly userId: number; readonly lenderId: number; readonly now: Date }

/** The approval of a lender that a loan can be made on now; `lock` keeps it so until the transaction ends. */
export async function approvalInForce(tx: Db | Tx, { userId, lenderId, now }: Asked, lock?: 'update'): Promise<Approval | undefined> {
  const row = await tx
    .selectFrom('lender_approval')
    .selectAll()
    .where('user_id', '=', userId)
    .where('lender_id', '=', lenderId)
    .where('used_loan_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('valid_until', '>', now)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
  return row && read(row)
}

/** The approval that a loan has used, as long as another pay-out of the same loan can stand on it. */
export async function approvalUsedBy(
  tx: Db | Tx,
  { userId, loanId, now }: { readonly userId: number; readonly loanId: number; readonly now: Date },
): Promise<Approval | undefined> {
  const row = await tx
    .selectFrom('lender_approval')
    .selectAll()
    .where('user_id', '=', userId)
    .where('used_loan_id', '=', loanId)
    .where('valid_until', '>', now)
    .executeTakeFirst()
  return row && read(row)
}

export async function approvalById(
  tx: Db | Tx,
  { userId, approvalId }: Pick<Approval, 'userId' | 'approvalId'>,
): Promise<Approval | undefined> {
  const row = await tx
    .selectFrom('lender_approval')
    .selectAll()
    .where('user_id', '=', userId)
    .where('approval_id', '=', approvalId)
    .executeTakeFirst()
  return row && read(row)
}

type ApprovalKey = Pick<Approval, 'userId' | 'approvalId'>

/** Uses an approval up for a loan. False where it was used or ended meanwhile. */
export function useApproval(tx: Tx, { loanId, ...key }: ApprovalKey & { readonly loanId: number }): Promise<boolean> {
  return closeApproval(tx, key, { used_loan_id: loanId })
}

/** Ends an approval that was not used. False where a loan was made of it, or it had ended. */
export function endApproval(tx: Tx, { at, ...key }: ApprovalKey & { readonly at: Date }): Promise<boolean> {
  return closeApproval(tx, key, { ended_at: at })
}

/** An approval is used or ended once; the first of two wins. */
async function closeApproval(
  tx: Tx,
  { userId, approvalId }: ApprovalKey,
  how: { readonly used_loan_id: number } | { readonly ended_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('lender_approval')
    .set(how)
    .where('user_id', '=', userId)
    .where('approval_id', '=', approvalId)
    .where('used_loan_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Of two amounts that a partner said it approved, the smaller one holds. */
export async function lowerApproval(
  tx: Tx,
  { userId, approvalId, amountFen }: Pick<Approval, 'userId' | 'approvalId' | 'amountFen'>,
): Promise<void> {
  await tx
    .updateTable('lender_approval')
    .set({ amount_fen: amountFen })
    .where('user_id', '=', userId)
    .where('approval_id', '=', approvalId)
    .where('used_loan_id', 'is', null)
    .where('amount_fen', '>', amountFen)
    .execute()
}

/** Approvals whose last moment has passed unused. */
export async function lapsedApprovals(db: Db, now: Date): Promise<Pick<Approval, 'userId' | 'approvalId'>[]> {
  const rows = await db
    .selectFrom('lender_approval')
    .select(['user_id', 'approval_id'])
    .where('used_loan_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('valid_until', '<=', now)
    .orderBy('valid_until')
    .limit(100)
    .execute()
  return rows.map(({ user_id, approval_id }) => ({ userId: user_id, approvalId: approval_id }))
}

type Row = {
  user_id: number
  approval_id: number
  lender_id: number
  amount_fen: number
  periods_max: number
  valid_until: Date
  used_loan_id: number | null
  ended_at: Date | null
}

const read = (row: Row): Approval => ({
  userId: row.user_id,
  approvalId: row.approval_id,
  lenderId: row.lender_id,
  amountFen: fen(row.amount_fen),
  periodsMax: row.periods_max,
  validUntil: row.valid_until,
  usedLoanId: row.used_loan_id,
  endedAt: row.ended_at,
})
