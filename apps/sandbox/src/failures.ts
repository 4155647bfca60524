import { isLenderParty, type LenderParty, lenderIdOf, lenderParty } from '@fyh/base/lender-party.ts'
import type { Deps, Tx } from './store.ts'

export const failures = {
  refuse: 'The call is refused',
  timeOut: 'The call is executed, but the connection is held and closed without a response',
  twice: 'The SMS or the callback is sent twice',
  late: 'The response or the callback is late',
  never: 'The SMS or the callback is never sent (a query returns the outcome)',
  part: 'Only half of the amount is debited',
  backDated: 'The debit succeeds and is reported as received some days before the request',
  cannotCancel: 'The next request to cancel a pay-out or an application is refused: this lender never cancels',
  otherAmount: 'Half of the amount of the next application is approved',
} as const
export type Failure = keyof typeof failures

/** Which failures make sense for which kind of party. */
export const failuresOf = {
  sms: ['refuse', 'timeOut', 'twice', 'late', 'never'],
  ocr: ['refuse', 'timeOut', 'late'],
  face: ['refuse', 'timeOut', 'late'],
  bank: ['refuse', 'timeOut', 'twice', 'late', 'never'],
  payment: ['refuse', 'timeOut', 'twice', 'late', 'never', 'part', 'backDated'],
  benefit: ['refuse', 'timeOut', 'twice', 'late', 'never'],
  lender: ['refuse', 'timeOut', 'twice', 'late', 'never', 'cannotCancel', 'otherAmount'],
  messenger: ['refuse', 'timeOut', 'late'],
  check: ['refuse', 'timeOut', 'late'],
} as const satisfies Record<string, readonly Failure[]>
type KindName = keyof typeof failuresOf
/** One party: every lender is one of its own. */
export type PartyName = Exclude<KindName, 'lender'> | LenderParty
/** Whose calls an order is for; `lender` is for whichever lender is called next. */
export type OrderedFor = KindName | LenderParty

export const isOrderedFor = (name: string): name is OrderedFor => Object.hasOwn(failuresOf, name) || isLenderParty(name)

/** The kind of a party, by which it fails. */
export const kindOf = (port: OrderedFor): KindName => (isLenderParty(port) ? 'lender' : port)

export type FailureOrder = { orderId: number; port: OrderedFor; failure: Failure; callsLeft: number; days: number }

export const callsMax = 100
export const daysMax = 120

export const canFail = (port: OrderedFor, failure: Failure): boolean => failuresOf[kindOf(port)].some((known) => known === failure)

export async function orderFailure(
  deps: Deps,
  order: { port: OrderedFor; failure: Failure; calls: number; days: number },
): Promise<number> {
  const orderId = deps.ids()
  await deps.pool.query(
    'insert into failure_order (order_id, port, failure, calls_left, ordered_at, days) values ($1, $2, $3, $4, $5, $6)',
    [orderId, order.port, order.failure, order.calls, deps.clock.machineNow(), order.failure === 'backDated' ? order.days : 0],
  )
  return orderId
}

/** `days`: how far back `backDated` reaches. */
export type Taken = { readonly failure: Failure; readonly days: number }

/** Takes one call off the oldest open order for the party, or for any lender, if there is one. Only `cannotCancel` is for requests to cancel. */
export async function takeFailure(tx: Tx, party: PartyName, { isCancel = false } = {}): Promise<Taken | undefined> {
  const { rows } = await tx.query<Taken>(
    `update failure_order set calls_left = calls_left - 1
      where order_id = (select order_id from failure_order
                         where port = any($1) and (failure = 'cannotCancel') = $2 and calls_left > 0 order by order_id limit 1 for update)
      returning failure, days`,
    [isLenderParty(party) ? [party, 'lender'] : [party], isCancel],
  )
  return rows[0]
}

/** Lenders to choose from where a failure is ordered: the five of the example, and every other one that was called. */
export async function lendersToOrder({ pool }: Deps): Promise<LenderParty[]> {
  const { rows } = await pool.query<{ port: string }>(
    `select distinct port from call where port like 'lender%' order by port limit ${lendersMax}`,
  )
  const lenderIds = new Set([1, 2, 3, 4, 5, ...rows.flatMap(({ port }) => lenderIdOf(port) ?? [])])
  return [...lenderIds].sort((a, b) => a - b).map(lenderParty)
}
const lendersMax = 50

export async function openOrders(deps: Deps): Promise<FailureOrder[]> {
  const { rows } = await deps.pool.query<FailureOrder>(
    `select order_id as "orderId", port, failure, calls_left as "callsLeft", days from failure_order where calls_left > 0 order by order_id limit 100`,
  )
  return rows
}

export async function clearOrders(deps: Deps): Promise<void> {
  await deps.pool.query('update failure_order set calls_left = 0 where calls_left > 0')
}
