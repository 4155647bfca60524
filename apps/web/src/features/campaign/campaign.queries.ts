import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, isRefusal } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { byKey, look, lookingWhile, useQueryClient } from '#platform/query.ts'

export type Activity = DataOf<Api['campaign']['activity']>
export type Mine = NonNullable<Activity['mine']>
export type Packet = NonNullable<Mine['packet']>
export type Condition = Mine['conditions'][number]
export type Entry = DataOf<Api['campaign']['records']>['items'][number]

/** Looked at again while a transfer runs. */
export const activityLook = (id: number) => ({
  ...look(['campaign', 'activity', id], (options) => api.campaign.activity({ params: { id } }, { ...options, handles: 'all' })),
  ...lookingWhile<Activity>(({ mine }) => mine?.packet?.state === 'cashingOut'),
})
export const overviewLook = () => look(['campaign', 'overview'], (options) => api.campaign.overview({}, options))
export const inviteLook = () => look(['campaign', 'invite'], (options) => api.campaign.invite({ body: {} }, options))
export const cardsLook = () => look(['card', 'list'], (options) => api.card.list({}, options))

/** Movements page by page, newest first. */
export const recordsLook = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['campaign', 'records', id],
    ...byKey,
    queryFn: ({ pageParam, signal }) =>
      api.campaign.records({ params: { id }, query: { after: pageParam } }, { signal, handles: ['ACTIVITY_NOT_FOUND'] }),
  })

/** Receives the red packet of an activity; a try whose answer was lost is repeated under its key. After a refusal the page asks again what is true. */
export function useReceiving() {
  const client = useQueryClient()
  return useChange(async (id: number) => {
    const { key, done } = moneyKeyOf(`receive ${id}`)
    try {
      const received = await api.campaign.receive({ params: { id }, body: {}, idempotencyKey: key })
      done()
      return received
    } catch (failure) {
      if (isRefusal(failure)) await client.invalidateQueries({ queryKey: ['campaign'] })
      throw failure
    }
  })
}

type CashingOut = { readonly activityId: number; readonly cardId: number; readonly authCode: string; readonly idempotencyKey: string }
export const useCashOut = () =>
  useChange(({ activityId, cardId, authCode, idempotencyKey }: CashingOut) =>
    api.campaign.cashOut({ params: { id: activityId }, body: { cardId, authCode }, idempotencyKey }, { handles: 'all' }),
  )
