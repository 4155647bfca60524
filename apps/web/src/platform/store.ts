import { constants } from '@fyh/contract/options.ts'
import { create } from 'zustand'
import { type PersistStorage, persist } from 'zustand/middleware'
import { forgetTokenCookie, local, parseJson, session, tokenFromCookie } from './storage.ts'

/** R3.5, spelling as handed over. */
export type ConfirmInfo = {
  preMoney: string
  period: number
  use: string
  showData: unknown
  agree: boolean
  showProtocol: boolean
  tipsMassege: string
}
/** R3.6 */
export type WithdrawInfo = ConfirmInfo & { showRepayPlan: boolean; isReaded: boolean }
/** R3.7 */
export type AddBankInfo = {
  capitalId: string
  bankCardNumber: string
  mobile: string
  bindSmsResMO: { smsCodeDigits: number }
  authCode: string
  agree: boolean
  isGetedCode: boolean
  isClickContract: boolean
}
export type UserInfo = { readonly userId: number; readonly mobile: string; readonly name: string | null }

/** What outlives a visit. */
export type PersistedState = {
  token: string
  faceMesage: unknown
  capitalHitItem: unknown
  loanItem: unknown
  confirmInfo: ConfirmInfo
  addBankInfo: AddBankInfo
  withdrawInfo: WithdrawInfo
}
export type UserState = PersistedState & {
  loginPhone: string
  userInfo: UserInfo | undefined
  fillUser: { cardId: string; name: string }
  productType: string
  themeData: unknown
}

const confirmInfo: ConfirmInfo = {
  preMoney: '',
  period: constants.periodDefault,
  use: constants.useDefault,
  showData: null,
  agree: false,
  showProtocol: false,
  tipsMassege: '',
}

export const emptyUserState: UserState = {
  token: '',
  faceMesage: null,
  capitalHitItem: null,
  loanItem: null,
  confirmInfo,
  addBankInfo: {
    capitalId: '',
    bankCardNumber: '',
    mobile: '',
    bindSmsResMO: { smsCodeDigits: constants.smsCodeDigits },
    authCode: '',
    agree: false,
    isGetedCode: false,
    isClickContract: false,
  },
  withdrawInfo: { ...confirmInfo, showRepayPlan: false, isReaded: false },
  loginPhone: '',
  userInfo: undefined,
  fillUser: { cardId: '', name: '' },
  productType: '',
  themeData: null,
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Which shape the stored state has. One more when a field changes its meaning; `carriedOver` then says what becomes of the old one. */
const storeVersion = 1

/** The stored text is the plain state with its version beside it, without a wrapper, as other pages of the product read it. */
const plainStorage: PersistStorage<Partial<PersistedState>> = {
  getItem: () => {
    const stored = parseJson(local.get('appUser'))
    return isRecord(stored) ? { state: stored, version: typeof stored.version === 'number' ? stored.version : 0 } : null
  },
  setItem: (_, { state, version }) => local.set('appUser', JSON.stringify({ ...state, version })),
  removeItem: () => local.remove('appUser'),
}

/**
 * Card number, phone and code are for one visit; storage that any script of the page can read gets their places empty. A tick is for one
 * visit as well: after a reload nothing is ticked in advance.
 */
const persisted = (state: UserState): PersistedState => ({
  token: state.token,
  faceMesage: state.faceMesage,
  capitalHitItem: state.capitalHitItem,
  loanItem: state.loanItem,
  confirmInfo: state.confirmInfo,
  addBankInfo: { ...state.addBankInfo, bankCardNumber: '', mobile: '', authCode: '', agree: false, isGetedCode: false },
  withdrawInfo: state.withdrawInfo,
})

/** What was stored by an older release may lack fields: each group is laid over the empty one. */
function merged(stored: unknown, current: UserState): UserState {
  if (!isRecord(stored)) return current
  const over = <T extends object>(base: T, part: unknown): T => (isRecord(part) ? { ...base, ...part } : base)
  return {
    ...current,
    token: typeof stored.token === 'string' ? stored.token : current.token,
    faceMesage: stored.faceMesage ?? null,
    capitalHitItem: stored.capitalHitItem ?? null,
    loanItem: stored.loanItem ?? null,
    confirmInfo: over(current.confirmInfo, stored.confirmInfo),
    addBankInfo: over(current.addBankInfo, stored.addBankInfo),
    withdrawInfo: over(current.withdrawInfo, stored.withdrawInfo),
  }
}

/** R3.4: restored at start from local storage under its store id. */
export const useUserStore = create<UserState>()(
  persist(() => emptyUserState, {
    name: 'app-user',
    storage: plainStorage,
    partialize: persisted,
    merge: merged,
    version: storeVersion,
    migrate: carriedOver,
  }),
)

/** Without a version it has the present shape; of a later release's, whose fields may mean something else, the login is kept. */
function carriedOver(stored: unknown, version: number): Partial<PersistedState> {
  if (!isRecord(stored)) return {}
  return version < storeVersion ? stored : { token: typeof stored.token === 'string' ? stored.token : '' }
}

/** The token in force: the store's, else the stored ones, else the cookie of a first visit. */
export function currentToken(): string | undefined {
  const token = useUserStore.getState().token || local.get('token') || storedUserToken() || tokenFromCookie()
  return token === '' ? undefined : token
}

function storedUserToken(): string | undefined {
  const user = parseJson(local.get('user'))
  return isRecord(user) && typeof user.token === 'string' ? user.token : undefined
}

export const isLoggedIn = (): boolean => currentToken() !== undefined

/**
 * After a login: the token and who it is, in the store and under the keys other pages of the product read. An account
 * that is not the last one finds nothing of it.
 */
export function rememberLogin(token: string, user: UserInfo): void {
  if (local.get('lastUserId') !== String(user.userId)) {
    forgetLogin()
    local.remove('capitalHitItem', 'latitude', 'longitude')
    session.remove('moneyKeys', 'draftLeft')
    local.set('lastUserId', String(user.userId))
  }
  local.set('token', token)
  local.set('user', JSON.stringify({ ...user, token }))
  useUserStore.setState({ token, userInfo: user })
}

/** After the login phone was changed: the phone that is shown and reported from now on. */
export function rememberMobile(mobileMask: string): void {
  const user = currentUser()
  const token = currentToken()
  if (user !== undefined && token !== undefined) rememberLogin(token, { ...user, mobile: mobileMask })
}

/** Whose the token in force is, learned after it. Where it is another person than the last one, nothing of theirs is left. */
export function rememberOwner(user: UserInfo): void {
  const token = currentToken()
  if (token === undefined) return
  // Nobody was here before: what this visit has typed so far is theirs.
  if (local.get('lastUserId') === undefined) local.set('lastUserId', String(user.userId))
  rememberLogin(token, user)
}

/** Who is logged in, also after a reload. */
export function currentUser(): UserInfo | undefined {
  const known = useUserStore.getState().userInfo
  if (known !== undefined) return known
  const user = parseJson(local.get('user'))
  if (!isRecord(user) || typeof user.userId !== 'number' || typeof user.mobile !== 'string') return undefined
  return { userId: user.userId, mobile: user.mobile, name: typeof user.name === 'string' ? user.name : null }
}

/** At the start: a token that came another way (cookie, another page of the product) is kept where every tab looks for it. */
export function keepInitialToken(): void {
  const token = currentToken()
  if (token === undefined) return
  local.set('token', token)
  if (useUserStore.getState().token !== token) useUserStore.setState({ token })
}

/** Takes over the login that another tab stored: another account's, or none. True when it is not the one held here. */
export async function takeStoredLogin(): Promise<boolean> {
  const stored = local.get('token') ?? ''
  if (stored === useUserStore.getState().token) return false
  if (stored === '') forgetLogin()
  else {
    if (useUserStore.getState().token !== '') forgetOpenId()
    await useUserStore.persist.rehydrate()
    const { userInfo, fillUser, loginPhone } = emptyUserState
    useUserStore.setState({ userInfo, fillUser, loginPhone })
  }
  return true
}

/** R4.3: clears token, user, stateUser and app-user, the cookie that would supply the token again, and what the store holds of the person. */
export function forgetLogin(): void {
  if (isLoggedIn()) forgetOpenId()
  forgetTokenCookie()
  // The brand is the visit's, whoever is logged in.
  const { productType, themeData } = useUserStore.getState()
  useUserStore.setState({ ...emptyUserState, productType, themeData }, true)
  session.remove('loginPhone', 'cardPhone', 'idName', 'feedback')
  local.remove('token', 'user', 'stateUser', 'appUser')
}

/**
 * The messenger's openid belongs to the account that it was used with; the next account gets an openid of its own. An openid obtained
 * before login is kept for that login.
 */
export function forgetOpenId(): void {
  // Without one, the visit keeps how far its authorisation has come: a person who refused is not asked again.
  if (session.get('openid') !== undefined) session.remove('openid', 'appid', 'authorisation')
}
