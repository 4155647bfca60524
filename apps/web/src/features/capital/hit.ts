import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { local, parseJson } from '#platform/storage.ts'
import { useUserStore } from '#platform/store.ts'

export type Hit = NonNullable<DataOf<Api['capital']['match']>['hit']>

/** R3.1 R3.4: keeps the partner that was matched, in the user store and under the key other pages of the product read. It holds no data of the person. */
export function keepHit(hit: Hit): void {
  useUserStore.setState({ capitalHitItem: hit })
  local.set('capitalHitItem', JSON.stringify(hit))
}

export function forgetHit(): void {
  useUserStore.setState({ capitalHitItem: null })
  local.remove('capitalHitItem')
}

/**
 * The partner matched last. An expired login empties the store and leaves the key, so that the form finds its partner again; another account
 * finds neither.
 */
export function keptCapitalId(): number | undefined {
  const kept = useUserStore.getState().capitalHitItem ?? parseJson(local.get('capitalHitItem'))
  if (typeof kept !== 'object' || kept === null || !('capitalId' in kept)) return undefined
  return typeof kept.capitalId === 'number' && Number.isSafeInteger(kept.capitalId) ? kept.capitalId : undefined
}
