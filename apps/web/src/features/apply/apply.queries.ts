import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { look, lookingWhile } from '#platform/query.ts'
import { reached } from '#platform/reached.ts'
import { session } from '#platform/storage.ts'
import { currentUser } from '#platform/store.ts'

export type ApplyStep = DataOf<Api['apply']['reFlow']>['next']
export type Identity = DataOf<Api['apply']['identity']>
export type IdCardFields = Identity['fields']
export type Side = DataOf<Api['apply']['readIdCard']>['side']
export type Draft = DataOf<Api['apply']['profile']>['draft']
export type Profile = RequestOf<Api['apply']['submitProfile']>['body']
export type Area = DataOf<Api['apply']['areas']>['areas'][number]
export type Result = DataOf<Api['apply']['result']>
export type Scene = RequestOf<Api['agreement']['current']>['query']['scene']

export const reFlowLook = () => look(['apply', 'reFlow'], (options) => api.apply.reFlow({}, options))
export const identityLook = () => look(['apply', 'identity'], (options) => api.apply.identity({}, options))

/** The last save of the page before this one is still on its way to the server. */
class DraftOnItsWay extends Error {}
const draftTries = 8

/**
 * After a reload, asking can overtake the save that the page sent when it went away: then it is asked again a few times, so that
 * what was typed last is not lost.
 */
export const profileLook = () => ({
  ...look(['apply', 'profile'], async (options) => {
    const profile = await api.apply.profile({}, options)
    if (session.get('draftLeft') === (profile.savedAt ?? 'never')) throw new DraftOnItsWay()
    session.remove('draftLeft')
    return profile
  }),
  retry: (failures: number, failure: Error) => {
    if (!(failure instanceof DraftOnItsWay)) return false
    // It never came: what the server has is shown.
    if (failures >= draftTries) session.remove('draftLeft')
    return failures <= draftTries
  },
  retryDelay: 250,
})

export const summaryLook = () => look(['apply', 'summary'], (options) => api.apply.summary({}, { ...options, handles: 'all' }))
export const textsLook = (scene: Scene) =>
  look(['agreement', 'current', scene], (options) => api.agreement.current({ query: { scene } }, options))

/** Areas do not move within a visit. */
export const areasLook = (parent: string | undefined) => ({
  ...look(['apply', 'areas', parent ?? ''], (options) => api.apply.areas({ query: parent === undefined ? {} : { parent } }, options)),
  staleTime: Number.POSITIVE_INFINITY,
})

const isWaiting = ({ state }: Result): boolean => state === 'reviewing' || state === 'humanReview'

/** Looked up again for as long as somebody looks at the application. */
export const resultLook = () => ({
  ...look(['apply', 'result'], async (options) => {
    const result = await api.apply.result({}, options)
    if (result.state === 'approved') reached('limit', currentUser()?.userId ?? 0)
    return result
  }),
  ...lookingWhile(isWaiting),
})

export const locationLook = () => look(['settings', 'location'], (options) => api.settings.location({}, { ...options, quiet: true }))
export const useGiveLocation = () =>
  useChange((body: RequestOf<Api['settings']['giveLocation']>['body']) =>
    api.settings.giveLocation({ body }, { handles: ['AGREEMENT_OUTDATED', 'AGREEMENT_REQUIRED'] }),
  )
