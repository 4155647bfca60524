import { type LenderParty, lenderIdOf } from '@fyh/base/lender-party.ts'
import type { Act } from './parties/party.ts'
import { type Deps, inTransaction, laterBy, type Tx } from './store.ts'

export type MoneyPort = 'payment' | LenderParty
type End = {
  readonly state: 'succeeded' | 'partly' | 'failed' | 'paid' | 'refused'
  readonly takenFen: number
  readonly reason: string | null
}
type OrderKind = 'debit' | 'transfer' | 'payOut' | 'benefit'
/** Parties whose orders end after a while and are reported by a call-back. */
type OrderPort = MoneyPort | 'benefit'
type Placed = {
  readonly port: OrderPort
  readonly kind: OrderKind
  readonly key: string
  readonly amountFen: number
  readonly orderedOn: string
  /** Told with the outcome; left out where the party tells none. */
  readonly receivedOn?: string
  readonly end: End
  readonly noticeUrl: string
  readonly noticeTimes: number
  readonly afterMs: number
  /** How long after its end the card's bank sends the money back; left out where it keeps it. */
  readonly bounceAfterMs?: number
  /** What a use of a right brings. */
  readonly voucher?: string
}

/** Takes an order on: it is in process until its time has come, and then ends as decided now. */
export async function placeOrder({ tx, deps, now, failure }: Act, order: Placed): Promise<void> {
  const { end } = order
  await tx.query(
    `insert into money_order (port, key, amount_fen, state, ends_as, taken_fen, reason, notice_url, notice_times, notice_after_ms, settle_at,
       ordered_on, received_on, kind, bounce_at, voucher)
     values ($1, $2, $3, 'processing', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      order.port,
      order.key,
      order.amountFen,
      end.state,
      end.takenFen,
      end.reason,
      order.noticeUrl,
      order.noticeTimes,
      failure === 'late' ? deps.timing.lateMs : 0,
      laterBy(now, order.afterMs),
      order.orderedOn,
      order.receivedOn ?? null,
      order.kind,
      order.bounceAfterMs === undefined ? null : laterBy(now, order.afterMs + order.bounceAfterMs),
      order.voucher ?? null,
    ],
  )
}

/** Lets nothing be paid out under a key: an order in process ends as refused, and one that never came is refused in advance. */
export async function cancelPayOut({ tx, now }: Act, port: LenderParty, key: string): Promise<void> {
  await tx.query(
    `insert into money_order (port, key, amount_fen, state, ends_as, taken_fen, reason, notice_url, notice_times, notice_after_ms, settle_at, ordered_on,
       kind)
     values ($3, $1, 0, 'refused', 'refused', 0, 'cancelled', '', 0, 0, $2::timestamptz, ($2::timestamptz at time zone 'Asia/Shanghai')::date, 'payOut')
     on conflict (port, key) do update set state = 'refused', ends_as = 'refused', taken_fen = 0, reason = 'cancelled'
       where money_order.state = 'processing'`,
    [key, now, port],
  )
}

type Found = {
  state: string
  amountFen: number
  takenFen: number
  channelNo: string
  receivedOn: string | null
  reason: string | null
  voucher: string | null
}

export async function findOrder({ tx }: Act, { port, kind }: Pick<Placed, 'port' | 'kind'>, key: string): Promise<Found | undefined> {
  const { rows } = await tx.query<Found>(
    `select state, amount_fen as "amountFen", taken_fen as "takenFen", 'C' || key as "channelNo", received_on::text as "receivedOn", voucher,
            case when state = 'processing' then null else reason end as reason
       from money_order where port = $1 and key = $2 and kind = $3`,
    [port, key, kind],
  )
  return rows[0]
}

type Due = {
  port: OrderPort
  kind: OrderKind
  key: string
  amount_fen: number
  ends_as: End['state'] | 'returned'
  taken_fen: number
  reason: string | null
  notice_url: string
  notice_times: number
  notice_after_ms: number
  received_on: string | null
  voucher: string | null
}

const batch = 50
const dueColumns =
  'port, kind, key, amount_fen, ends_as, taken_fen, reason, notice_url, notice_times, notice_after_ms, received_on::text as received_on, voucher'

/** Ends the orders whose time has come and writes their call-backs, all or nothing. Returns how many. */
export function settleDue(deps: Deps): Promise<number> {
  return inTransaction(deps.pool, async (tx) => {
    const now = deps.clock.machineNow()
    const { rows } = await tx.query<Due>(
      `update money_order set state = ends_as
        where (port, key) in (select port, key from money_order where state = 'processing' and settle_at <= $1
                               order by settle_at limit ${batch} for update skip locked)
        returning ${dueColumns}`,
      [now],
    )
    for (const order of rows) await writeNotices(tx, deps, order, now)
    return rows.length
  })
}

/** Takes a debit back, or brings the money of a transfer back, once, on a business day; the day of the order when that is not known. False when there is nothing to return. */
export function returnOrder(deps: Deps, { key, on }: { key: string; on: string | undefined }): Promise<boolean> {
  return inTransaction(deps.pool, async (tx) => {
    const { rows } = await tx.query<Due>(
      `update money_order set state = 'returned', returned_on = coalesce($2, ordered_on) where port = 'payment' and key = $1 and state in ('succeeded', 'partly')
        returning ${dueColumns}`,
      [key, on ?? null],
    )
    for (const order of rows) {
      // A party that did not report the success still reports the return.
      const notice_times = Math.max(1, order.notice_times)
      await writeNotices(tx, deps, { ...order, ends_as: 'returned', notice_times, notice_after_ms: 0 }, deps.clock.machineNow())
    }
    return rows.length === 1
  })
}

/** Sends the money of transfers back whose card does not keep it, and writes the call-backs. Returns how many. */
export function bounceDue(deps: Deps): Promise<number> {
  return inTransaction(deps.pool, async (tx) => {
    const now = deps.clock.machineNow()
    const { rows } = await tx.query<Due>(
      `update money_order set state = 'returned', returned_on = ordered_on, reason = 'cardClosed'
        where (port, key) in (select port, key from money_order where state = 'succeeded' and bounce_at <= $1
                               order by bounce_at limit ${batch} for update skip locked)
        returning ${dueColumns}`,
      [now],
    )
    for (const order of rows) await writeNotices(tx, deps, { ...order, ends_as: 'returned', notice_after_ms: 0 }, now)
    return rows.length
  })
}

/** The same call-back twice has one notice id, as a vendor that did not hear the acknowledgement would send it. */
async function writeNotices(tx: Tx, deps: Deps, order: Due, now: Date): Promise<void> {
  const noticeId = `N${deps.ids()}`
  const body = {
    noticeId,
    key: order.key,
    result: order.ends_as,
    ...facts(order),
    ...(order.reason === null ? {} : { reason: order.reason }),
  }
  for (let time = 0; time < order.notice_times; time += 1)
    await tx.query(
      `insert into notice (notice_row_id, notice_id, port, key, url, body, state, next_try_at, created_at)
       values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)`,
      [deps.ids(), noticeId, order.port, order.key, order.notice_url, JSON.stringify(body), laterBy(now, order.notice_after_ms), now],
    )
}

/** The contract's notice bodies: repay.debitNotice, transfer.transferNotice, equity.supplierNotice and borrow.payoutNotice. */
function facts(order: Due) {
  const lenderId = lenderIdOf(order.port)
  if (lenderId !== undefined) return { lenderId, amountFen: order.amount_fen }
  if (order.kind === 'benefit') return order.ends_as === 'succeeded' && order.voucher !== null ? { voucher: order.voucher } : {}
  if (order.kind === 'transfer') return { amountFen: order.amount_fen }
  if (order.taken_fen === 0) return { takenFen: 0 }
  return { takenFen: order.taken_fen, channelNo: `C${order.key}`, ...(order.received_on === null ? {} : { receivedOn: order.received_on }) }
}
