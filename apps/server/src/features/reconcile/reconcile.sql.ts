import type { CivilDate } from '@fyh/base/dates.ts'
import { lenderIdOf } from '@fyh/base/lender-party.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { payoutUnderWay } from '@fyh/contract/payout.machine.ts'
import { repaymentUnderWay } from '@fyh/contract/repayment.machine.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { transferPurposes, transferUnderWay } from '@fyh/contract/transfer.machine.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Account } from '#lending/ledger/ledger.ts'
import { statusNumbers } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Tx } from '#platform/deps.ts'
import type { Party } from './difference.ts'

/** Rows a page. What is held at once does not depend on how many loans or orders there are. */
export const pageSize = 500

/** What the accounts of some loans hold, debits positive, by loan. */
export async function balancesByLoan(tx: Db | Tx, loans: readonly LoanKey[]): Promise<Map<number, Map<Account, Fen>>> {
  const { rows } = await sql<{ loanId: number; account: Account; amount: number }>`
    select l.loan_id as "loanId", l.account, sum(l.amount_fen)::bigint as amount
    from ${keysOf(loans)} join ledger_leg l on l.user_id = k.user_id and l.loan_id = k.loan_id
    group by l.loan_id, l.account`.execute(tx)
  const byLoan = new Map(loans.map(({ loanId }): [number, Map<Account, Fen>] => [loanId, new Map()]))
  for (const { loanId, account, amount } of rows) byLoan.get(loanId)?.set(account, fen(amount))
  return byLoan
}

/** Postings of some loans whose legs do not sum to zero. */
export async function unbalancedOf(tx: Db | Tx, loans: readonly LoanKey[]): Promise<{ loanId: number; key: string; sum: number }[]> {
  const { rows } = await sql<{ loanId: number; key: string; sum: number }>`
    select l.loan_id as "loanId", l.posting_key as key, sum(l.amount_fen)::bigint as sum
    from ${keysOf(loans)} join ledger_leg l on l.user_id = k.user_id and l.loan_id = k.loan_id
    group by l.user_id, l.loan_id, l.posting_key having sum(l.amount_fen) <> 0 order by l.posting_key`.execute(tx)
  return rows
}

const keysOf = (loans: readonly LoanKey[]) =>
  sql`unnest(${loans.map(({ userId }) => userId)}::bigint[], ${loans.map(({ loanId }) => loanId)}::bigint[]) as k (user_id, loan_id)`

export type Claims = { readonly owed: Fen; readonly surplus: Fen }

/**
 * What settled loans owe anew because the channel took payments back, less what was paid for it, and by how much that changed the surplus
 * held. The plan of such a loan stays as it was. What is owed of a payment was fixed when it was taken back, however late money that
 * became known afterwards divides it anew; the rest of it was surplus.
 */
export async function claimsByLoan(tx: Db | Tx, loans: readonly LoanKey[]): Promise<Map<number, Claims>> {
  const { rows } = await sql<{ loanId: number; owed: number; surplus: number }>`
    select r.loan_id as "loanId", sum(c.owed - p.owed)::bigint as owed, sum(p.surplus - c.surplus)::bigint as surplus
    from ${keysOf(loans)} join repayment r on r.user_id = k.user_id and r.loan_id = k.loan_id
    cross join lateral (
      select coalesce(sum(l.amount_fen), 0) as owed,
        case when r.claimed_on is null then 0 else r.taken_fen - coalesce(sum(l.amount_fen), 0) end as surplus
      from ledger_leg l where l.user_id = r.user_id and l.posting_key = 'returned:' || r.repayment_id and l.account = 'returnedReceivable'
    ) as c
    cross join lateral (
      select case when paid then r.taken_fen - r.surplus_fen else 0 end as owed, case when paid then r.surplus_fen else 0 end as surplus
      from (select r.mode = 'returned' and r.booked_on is not null as paid) as is_paid
    ) as p
    where r.claimed_on is not null or r.mode = 'returned' group by r.loan_id`.execute(tx)
  return new Map(rows.map(({ loanId, owed, surplus }) => [loanId, { owed: fen(owed), surplus: fen(surplus) }]))
}

/** Every account's sum over all loans, debits positive. */
export async function accountSums(tx: Db | Tx): Promise<Map<Account, number>> {
  const { rows } = await sql<{ account: Account; amount: number }>`
    select account, sum(amount_fen)::bigint as amount from ledger_leg group by account`.execute(tx)
  return new Map(rows.map(({ account, amount }) => [account, amount]))
}

/**
 * Limits in use beside the principal that is lent: open by the ledger, owed anew, or on its way to the borrower. Principal written off
 * goes on using the limit, because the borrower got it and did not pay it back.
 */
export async function limitsAfter(tx: Db | Tx, userId: number): Promise<{ userId: number; used: Fen; open: Fen }[]> {
  const { rows } = await sql<{ userId: number; used: number; open: number }>`
    select c.user_id as "userId", c.used_fen as used,
      (coalesce((select sum(l.amount_fen) from ledger_leg l
                 where l.user_id = c.user_id and l.account in ('principalReceivable', 'returnedReceivable') and l.kind <> 'writtenOff'), 0)
       + coalesce((select sum(n.amount_fen) from loan n where n.user_id = c.user_id and n.status in (${statusNumbers('disbursing')})), 0))::bigint as open
    from credit_limit c where c.user_id > ${userId} order by c.user_id limit ${pageSize}`.execute(tx)
  return rows.map((row) => ({ userId: row.userId, used: fen(row.used), open: fen(row.open) }))
}

export type MovedOrder = { readonly orderKey: string; readonly amount: Fen }

const purposesOut = Object.entries(transferPurposes).flatMap(([purpose, way]) => (way === 'out' ? [purpose] : []))

/** Orders of money out to a card move the clearing account the other way: an amount counts in the direction of its order. */
const wayOfOrder = sql`case when exists (select 1 from transfer t where t.user_id = l.user_id and t.order_key = l.order_key
  and t.purpose = any(${purposesOut}::text[])) then -1 else 1 end`

/** The account that a party's money moves on, of a lender its own funding alone, and the sign of money that it moved for us. */
function booksOfParty(party: Party) {
  if (party === 'payment') return { account: 'channelClearing', ofParty: sql`lender_id is null`, sign: 1 } as const
  return { account: 'lenderFunding', ofParty: sql`lender_id = ${lenderIdOf(party)}`, sign: -1 } as const
}

/**
 * What the ledger says a party moved on a day, by order in the order of its bytes: received from it, or paid out by it, positive. What was
 * moved under no order, which must not be, stands under `-`. Money out to a card is positive, and negative when it came back.
 */
export async function movedOn(tx: Db | Tx, { party, on, after }: { party: Party; on: CivilDate; after: string }): Promise<MovedOrder[]> {
  const { account, ofParty, sign } = booksOfParty(party)
  const { rows } = await sql<{ orderKey: string; amount: number }>`
    select coalesce(order_key, '-') as "orderKey", (${sign}::integer * sum(amount_fen * ${wayOfOrder}))::bigint as amount
    from ledger_leg l
    where account = ${account} and ${ofParty} and booked_on = ${on} and coalesce(order_key, '-') collate "C" > ${after}
    group by order_key having sum(amount_fen) <> 0 order by coalesce(order_key, '-') collate "C" limit ${pageSize}`.execute(tx)
  return rows.map(({ orderKey, amount }) => ({ orderKey, amount: fen(amount) }))
}

/** What each lender put in over all loans, by lender, credits positive: what it paid out less what it got back. */
export async function fundingByLender(tx: Db | Tx): Promise<{ lenderId: number; amount: Fen }[]> {
  const { rows } = await sql<{ lenderId: number; amount: number }>`
    select lender_id as "lenderId", (-sum(amount_fen))::bigint as amount from ledger_leg
    where account = 'lenderFunding' group by lender_id order by lender_id`.execute(tx)
  return rows.map(({ lenderId, amount }) => ({ lenderId, amount: fen(amount) }))
}

/** The first day on which an outside party moved money; undefined while none did. */
export async function firstMovedOn(tx: Db | Tx): Promise<CivilDate | undefined> {
  const moved = tx.selectFrom('ledger_leg').select('booked_on').where('account', 'in', ['channelClearing', 'lenderFunding'])
  const row = await moved.orderBy('booked_on').limit(1).executeTakeFirst()
  return row && day.parse(row.booked_on)
}

const orderSchema = z.object({
  contractNo: z.string().nullable(),
  status: z.string(),
  askedFen: fenAmount,
  backFen: fenAmount.nullable(),
  filedOn: day,
  returnedOn: day.nullable(),
  movedOn: day.nullable(),
  amount: z.int().nullable(),
})

/**
 * Our order at a party and what the ledger moved under it by day; undefined when the party has no order under that key. The party files it under the day it
 * was ordered on, also where the ledger books it on another. `backFen` is what was booked and then taken back.
 */
export async function orderNow(db: Db, party: Party, orderKey: string) {
  const { account, sign } = booksOfParty(party)
  const order =
    party === 'payment'
      ? sql`select user_id, loan_id, order_key, status, asked_fen, asked_on as filed_on, returned_on,
          case when reversed_on is not null or claimed_on is not null then taken_fen end as back_fen from repayment
        union all
        select user_id, null, order_key, status, amount_fen, ordered_on, returned_on,
          case when status = 'returned' then moved_fen end from transfer`
      : sql`select user_id, loan_id, order_key, status, amount_fen as asked_fen,
          (requested_at at time zone 'Asia/Shanghai')::date as filed_on, null::date as returned_on, null::bigint as back_fen from payout
          where lender_id = ${lenderIdOf(party)}`
  const { rows } = await sql`
    select n.contract_no as "contractNo", o.status, o.asked_fen as "askedFen", o.back_fen as "backFen", o.filed_on as "filedOn",
      o.returned_on as "returnedOn", m.booked_on as "movedOn", m.amount
    from vendor_order v
    join (${order}) o on o.user_id = v.user_id and o.order_key = v.order_key
    left join loan n on n.user_id = o.user_id and n.loan_id = o.loan_id
    left join lateral (
      select booked_on, (${sign}::integer * sum(amount_fen * ${wayOfOrder}))::bigint as amount from ledger_leg l
      where l.user_id = v.user_id and l.loan_id is not distinct from o.loan_id and l.order_key = v.order_key and l.account = ${account}
      group by booked_on having sum(amount_fen) <> 0
    ) m on true
    where v.order_key = ${orderKey}`.execute(db)
  const [first, ...rest] = z.array(orderSchema).parse(rows)
  if (first === undefined) return undefined
  const moved = [first, ...rest].flatMap(({ movedOn: on, amount }) => (on === null || amount === null ? [] : [{ on, amount: fen(amount) }]))
  const { contractNo, askedFen, backFen, filedOn, returnedOn } = first
  // A return that is known waits for the result of another debit of the loan before it is booked.
  const isReturnWaiting = first.status === 'returned' && backFen === null
  const isUnderWay =
    isReturnWaiting || [...repaymentUnderWay, ...payoutUnderWay, ...transferUnderWay].some((status) => status === first.status)
  return { contractNo, isUnderWay, askedFen, backFen, filedOn, returnedOn, moved }
}
export type OrderNow = NonNullable<Awaited<ReturnType<typeof orderNow>>>
