import { idOf, to } from '#platform/screen.ts'
import { repayScreens } from './repay.screens.ts'

/** Where the result of an order stands: of one debit, or of the debits of several loans. */
export function resultOf(repaymentIds: readonly number[]): string {
  return to(repayScreens.result, undefined, repaymentIds.length === 1 ? { id: repaymentIds[0] } : { ids: repaymentIds.join('.') })
}

/** The repayments that an address of `resultOf` names; none where it names something else. */
export function resultIds(search: URLSearchParams): readonly number[] {
  const ids = (search.get('ids') ?? search.get('id') ?? '').split('.').map(idOf)
  return ids.flatMap((id) => (id === undefined ? [] : [id])).length === ids.length ? ids.flatMap((id) => id ?? []) : []
}
