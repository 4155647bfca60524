import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { look } from '#platform/query.ts'

export type BoundCard = DataOf<Api['card']['list']>['cards'][number]
export type Bank = DataOf<Api['card']['banks']>['banks'][number]
export type LookedUp = DataOf<Api['card']['lookUp']>

export const cardsLook = () => look(['card', 'list'], (options) => api.card.list({}, options))
export const banksLook = () => look(['card', 'banks'], (options) => api.card.banks({}, options))
export const bindTextsLook = () =>
  look(['agreement', 'current', 'bindCard'], (options) => api.agreement.current({ query: { scene: 'bindCard' } }, options))

/** Which bank a number belongs to. Only a help while typing, so a failure stays silent; nothing is kept once the screen is left. */
export const lookUpLook = (cardNumber: string | undefined) => ({
  ...look(['card', 'lookUp', cardNumber ?? ''], (options) =>
    api.card.lookUp({ body: { cardNumber: cardNumber ?? '' } }, { ...options, quiet: true }),
  ),
  enabled: cardNumber !== undefined,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export const useSetDefault = () => useChange((cardId: number) => api.card.setDefault({ params: { id: cardId }, body: {} }))
