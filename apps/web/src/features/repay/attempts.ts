import { api, type CallOptions } from '#platform/api.ts'
import { type MoneyKey, openMoneyKeys } from '#platform/idempotency-key.ts'
import { look } from '#platform/query.ts'

/** The name of an order to pay or prepay; everything that makes it another order is in `facts`. */
export const orderName = (kind: 'pay' | 'prepay', loanId: number, ...facts: readonly (string | number)[]): string =>
  `${beginning(kind, loanId)}${facts.join(' ')}`

/** The orders for a loan that were sent and whose outcome this browser does not know. */
export const openOrders = (loanId: number): readonly MoneyKey[] =>
  openMoneyKeys((act) => act.startsWith(beginning('pay', loanId)) || act.startsWith(beginning('prepay', loanId)))

const beginning = (kind: 'pay' | 'prepay', loanId: number) => `${kind} ${loanId} `

/** A repayment that was made although its answer never came; `told` is called once its result is being shown. */
export type Made = { readonly repaymentId: number; readonly told: () => void }

/** Asks what became of orders, and forgets those with which nothing was debited and never will be. */
export async function madeOf(orders: readonly MoneyKey[], options: CallOptions): Promise<Made | null> {
  const asked = await Promise.all(
    orders.map(async ({ key, done }) => ({ ...(await api.repay.attempt({ body: { key } }, options)), told: done })),
  )
  const made = asked.flatMap(({ repaymentId, told }) => (repaymentId === null ? [] : [{ repaymentId, told }]))
  for (const { repaymentId, told } of asked) if (repaymentId === null) told()
  return made.sort((a, b) => b.repaymentId - a.repaymentId)[0] ?? null
}

export const madeLook = (orders: readonly MoneyKey[]) =>
  look(['repay', 'attempt', ...orders.map(({ key }) => key)], (options) => madeOf(orders, { ...options, handles: 'all' }))
