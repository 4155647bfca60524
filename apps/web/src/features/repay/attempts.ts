import { api, type CallOptions } from '#platform/api.ts'
import { type MoneyKey, openMoneyKeys } from '#platform/idempotency-key.ts'
import { look } from '#platform/query.ts'

/** The name of an order to pay or prepay one loan; everything that makes it another order is in `facts`. */
export const orderName = (kind: 'pay' | 'prepay', loanId: number, ...facts: readonly (string | number)[]): string =>
  `${beginning(kind, loanId)}${facts.join(' ')}`

/** The name of an order to pay several loans. */
export const togetherName = (loanIds: readonly number[], ...facts: readonly (string | number)[]): string =>
  `payTogether ${loanIds.join(',')} ${facts.join(' ')}`

/** The orders for any of the loans that were sent and whose outcome this browser does not know. */
export const openOrders = (loanIds: readonly number[]): readonly MoneyKey[] =>
  openMoneyKeys((act) => loanIds.some((loanId) => isAbout(act, loanId)))

const beginning = (kind: 'pay' | 'prepay', loanId: number) => `${kind} ${loanId} `
const isAbout = (act: string, loanId: number): boolean =>
  act.startsWith(beginning('pay', loanId)) || act.startsWith(beginning('prepay', loanId)) || togetherIds(act).includes(String(loanId))
const togetherIds = (act: string): readonly string[] => /^payTogether (\S+) /.exec(act)?.[1]?.split(',') ?? []

/** Repayments that were made although their answer never came; `told` is called once their result is being shown. */
export type Made = { readonly repaymentIds: readonly number[]; readonly told: () => void }

/** Asks what became of orders, and forgets those with which nothing was debited and never will be. */
export async function madeOf(orders: readonly MoneyKey[], options: CallOptions): Promise<Made | null> {
  const asked = await Promise.all(
    orders.map(async ({ key, done }) => ({ ...(await api.repay.attempt({ body: { key } }, options)), told: done })),
  )
  for (const { repaymentIds, told } of asked) if (repaymentIds.length === 0) told()
  const made = asked.filter(({ repaymentIds }) => repaymentIds.length > 0)
  return made.sort((a, b) => newest(b) - newest(a))[0] ?? null
}

const newest = ({ repaymentIds }: Made): number => Math.max(...repaymentIds)

export const madeLook = (orders: readonly MoneyKey[]) =>
  look(['repay', 'attempt', ...orders.map(({ key }) => key)], (options) => madeOf(orders, { ...options, handles: 'all' }))
