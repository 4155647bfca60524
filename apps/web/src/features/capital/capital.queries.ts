import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import type { OptionOf } from '@fyh/contract/options.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { look, lookingWhile } from '#platform/query.ts'
import { currentUser } from '#platform/store.ts'

export type ProductPage = DataOf<Api['capital']['product']>
export type LenderTerms = ProductPage['lenders'][number]
export type ProductTerms = LenderTerms['products'][number]
export type WorkedLoan = ProductPage['worked']['loans'][number]
export type Partner = DataOf<Api['capital']['detail']>
export type PartnerForm = DataOf<Api['capital']['form']>
export type FormField = PartnerForm['fields'][number]
export type PartnerResult = DataOf<Api['capital']['result']>
export type Application = NonNullable<PartnerResult['application']>
export type Profile = DataOf<Api['capital']['profile']>
export type HeldPartner = Profile['partners'][number]
export type Consent = HeldPartner['consents'][number]
export type MatchReason = NonNullable<Partner['reasons']>[number]

const whose = () => currentUser()?.userId ?? 0
type Sum = { readonly amountFen?: number | undefined; readonly periods?: number | undefined }

/** The product with loans worked out for a term; a borrower's own price is in it, so each account has an answer of its own. */
export const productLook = (periods: number) =>
  look(['capital', 'product', whose(), periods], (options) => api.capital.product({ query: { periods } }, options))

/** The partner that fits best. Asking changes nothing but what is stored of the match. */
export const matchLook = (body: RequestOf<Api['capital']['match']>['body']) =>
  look(['capital', 'match', body.amountFen ?? 0, body.periods ?? 0], (options) => api.capital.match({ body }, { ...options, reads: true }))

export const partnerLook = (capitalId: number, { amountFen, periods }: Sum) =>
  look(['capital', 'detail', whose(), capitalId, amountFen ?? 0, periods ?? 0], (options) =>
    api.capital.detail({ params: { id: capitalId }, query: { amountFen, periods } }, { ...options, handles: 'all' }),
  )

export const formLook = (capitalId: number | undefined) =>
  look(['capital', 'form', whose(), capitalId ?? 0], (options) =>
    api.capital.form({ query: { capitalId } }, { ...options, handles: 'all' }),
  )

/** Statuses in which the partner's word, or that of our own asking, is still to come. */
const underWay: readonly Application['status'][] = ['submitted', 'reviewing', 'unknown', 'cancelling', 'declining']
export const isUnderWay = ({ status }: Pick<Application, 'status'>): boolean => underWay.includes(status)

export const resultLook = (applicationId: number | undefined) => ({
  ...look(['capital', 'result', whose(), applicationId ?? 0], (options) =>
    api.capital.result({ query: { applicationId } }, { ...options, handles: 'all' }),
  ),
  ...lookingWhile<PartnerResult>(({ application }) => application !== null && isUnderWay(application)),
})

export const termsLook = (applicationId: number | undefined) =>
  look(['capital', 'terms', whose(), applicationId ?? 0], (options) =>
    api.capital.terms({ query: { applicationId } }, { ...options, handles: 'all' }),
  )

export const profileLook = () => look(['capital', 'profile', whose()], (options) => api.capital.profile({}, options))
export const effectLook = (consentId: number) =>
  look(['capital', 'effect', consentId], (options) => api.capital.consentEffect({ params: { id: consentId } }, options))

export type Opening = {
  readonly capitalId: number
  readonly amountFen: Application['amountFen']
  readonly periods: Application['periods']
  readonly use: OptionOf<'loanUse'>
  readonly text: Partner['consentText']
}
export const openRefusals = ['CAPITAL_NOT_MATCHED', 'CAPITAL_OTHER_OPEN', 'AGREEMENT_REQUIRED', 'AGREEMENT_OUTDATED'] as const
/** Consents and opens the application: the one thing that lets data of the borrower go to the partner. */
export const useOpening = () =>
  useChange(({ text: { key, version, sha256 }, ...body }: Opening) =>
    api.capital.open({ body: { ...body, agreed: [{ key, version, sha256 }] } }, { handles: [...openRefusals] }),
  )

export const useWithdrawConsent = () => useChange((consentId: number) => api.capital.withdrawConsent({ params: { id: consentId } }))
export const useMovingOn = () => useChange((applicationId: number) => api.capital.next({ body: { applicationId } }))
export const useStopping = () => useChange((applicationId: number) => api.capital.stop({ body: { applicationId } }))
