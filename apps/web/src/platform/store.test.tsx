import { beforeEach, describe, expect, test } from 'vitest'
import { storageKeys } from './storage-keys.ts'
import {
  currentToken,
  currentUser,
  emptyUserState,
  forgetLogin,
  isLoggedIn,
  keepInitialToken,
  rememberLogin,
  useUserStore,
} from './store.ts'

const stored = () => JSON.parse(window.localStorage.getItem(storageKeys.local.appUser) ?? '{}')

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  useUserStore.setState(emptyUserState, true)
})

describe('user store', () => {
  test('R3.4 exactly the named fields are persisted under the store id, spelling kept, with the version of their shape', () => {
    useUserStore.setState({ token: 'T', loginPhone: '13800000000' })
    expect(Object.keys(stored()).toSorted()).toEqual([
      'addBankInfo',
      'capitalHitItem',
      'confirmInfo',
      'faceMesage',
      'loanItem',
      'token',
      'version',
      'withdrawInfo',
    ])
    expect(stored().version).toBe(1)
    expect(JSON.stringify(stored())).not.toContain('13800000000')
  })
  test('R3.4 the state is restored at start', async () => {
    useUserStore.setState({ token: 'T', confirmInfo: { ...emptyUserState.confirmInfo, preMoney: '10000', period: 6 } })
    const kept = window.localStorage.getItem(storageKeys.local.appUser) ?? ''
    useUserStore.setState(emptyUserState, true)
    window.localStorage.setItem(storageKeys.local.appUser, kept)
    await useUserStore.persist.rehydrate()
    expect(useUserStore.getState().token).toBe('T')
    expect(useUserStore.getState().confirmInfo).toMatchObject({ preMoney: '10000', period: 6, use: '01' })
  })
  test('what an older release stored is laid over the empty groups; damaged text counts as absent', async () => {
    window.localStorage.setItem(storageKeys.local.appUser, '{"token":"T","confirmInfo":{"preMoney":"500"},"withdrawInfo":7}')
    await useUserStore.persist.rehydrate()
    expect(useUserStore.getState().confirmInfo).toEqual({ ...emptyUserState.confirmInfo, preMoney: '500' })
    expect(useUserStore.getState().withdrawInfo).toEqual(emptyUserState.withdrawInfo)
  })
  test('what a later release stored keeps the login, and no field whose meaning is unknown', async () => {
    window.localStorage.setItem(storageKeys.local.appUser, '{"version":2,"token":"T","confirmInfo":{"preMoney":500}}')
    await useUserStore.persist.rehydrate()
    expect(useUserStore.getState().token).toBe('T')
    expect(useUserStore.getState().confirmInfo).toEqual(emptyUserState.confirmInfo)
  })
  test('confirmInfo has its fields and defaults', () => {
    expect(emptyUserState.confirmInfo).toEqual({
      preMoney: '',
      period: 12,
      use: '01',
      showData: null,
      agree: false,
      showProtocol: false,
      tipsMassege: '',
    })
  })
  test('withdrawInfo is confirmInfo with showRepayPlan and isReaded', () => {
    expect(emptyUserState.withdrawInfo).toEqual({ ...emptyUserState.confirmInfo, showRepayPlan: false, isReaded: false })
  })
  test('addBankInfo has its fields; a code has 4 digits by default', () => {
    expect(emptyUserState.addBankInfo).toEqual({
      capitalId: '',
      bankCardNumber: '',
      mobile: '',
      bindSmsResMO: { smsCodeDigits: 4 },
      authCode: '',
      agree: false,
      isGetedCode: false,
      isClickContract: false,
    })
  })
  test('RT-11 a card number, its phone and a code are never written to the storage that outlives the visit', () => {
    const typed = { bankCardNumber: '6222020000000009', mobile: '13800000000', authCode: '1357' }
    useUserStore.setState({ addBankInfo: { ...emptyUserState.addBankInfo, ...typed } })
    expect(stored().addBankInfo).toMatchObject({ bankCardNumber: '', mobile: '', authCode: '' })
    expect(useUserStore.getState().addBankInfo.bankCardNumber).toBe('6222020000000009')
  })
  test('R3.7 a tick and a sent code of a card are for one visit: stored, a tick would be one in advance', () => {
    useUserStore.setState({ addBankInfo: { ...emptyUserState.addBankInfo, agree: true, isGetedCode: true } })
    expect(stored().addBankInfo).toMatchObject({ agree: false, isGetedCode: false })
  })
})

describe('login', () => {
  const user = { userId: 7, mobile: '138****0000', name: null }
  test('R3.1 a login is kept under token and user, and known after a reload', () => {
    rememberLogin('T', user)
    expect(window.localStorage.getItem('token')).toBe('T')
    expect(JSON.parse(window.localStorage.getItem('user') ?? '{}')).toEqual({ ...user, token: 'T' })
    useUserStore.setState({ userInfo: undefined })
    expect(currentUser()).toEqual(user)
  })
  test('R3.3 a cookie named like the token key supplies the initial token', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
    document.cookie = 'token=from-cookie'
    expect(currentToken()).toBe('from-cookie')
    rememberLogin('T', user)
    expect(currentToken()).toBe('T')
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
    document.cookie = 'token=; max-age=0'
  })
  test('R3.3 the initial token is kept where other tabs look for it', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a page of the product would set it
    document.cookie = 'token=from-cookie; path=/'
    keepInitialToken()
    expect(window.localStorage.getItem('token')).toBe('from-cookie')
    expect(useUserStore.getState().token).toBe('from-cookie')
    forgetLogin()
    keepInitialToken()
    expect(isLoggedIn()).toBe(false)
  })
  test('R4.3 forgetting a login forgets the cookie that would bring it back; one that is spoilt does no harm', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
    document.cookie = 'token=%E0%A4%A; path=/'
    expect(currentToken()).toBe('%E0%A4%A')
    forgetLogin()
    expect(isLoggedIn()).toBe(false)
  })
  test('R4.3 forgetting a login clears token, user, stateUser and app-user', () => {
    rememberLogin('T', user)
    window.localStorage.setItem('stateUser', 'x')
    window.localStorage.setItem('channelCode', 'fyh')
    forgetLogin()
    for (const key of ['token', 'user', 'stateUser', 'app-user']) expect(window.localStorage.getItem(key), key).toBeNull()
    expect(window.localStorage.getItem('channelCode')).toBe('fyh')
    expect(isLoggedIn()).toBe(false)
    expect(currentUser()).toBeUndefined()
  })
  test('a second account finds nothing of the first, also when the first was never logged out', () => {
    rememberLogin('A', { userId: 7, mobile: '138****0000', name: '张*' })
    useUserStore.setState({ loanItem: { id: 1 }, confirmInfo: { ...emptyUserState.confirmInfo, preMoney: '777' } })
    window.localStorage.setItem('capitalHitItem', '{"of":7}')
    window.sessionStorage.setItem('moneyKeys', '{"pay 1":"K"}')
    rememberLogin('A2', { userId: 7, mobile: '138****0000', name: '张*' })
    expect(useUserStore.getState().confirmInfo.preMoney).toBe('777')
    rememberLogin('B', { userId: 8, mobile: '139****0000', name: null })
    const everything = JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }, useUserStore.getState()])
    for (const trace of ['777', '138****0000', '"of":7', 'pay 1', '张*']) expect(everything).not.toContain(trace)
    expect(currentToken()).toBe('B')
  })
  test('R4.5 the openid of one account is not there for the next: gone at a logout and when another account logs in over it', () => {
    const grant = () => {
      for (const key of ['openid', 'appid', 'authorisation']) window.sessionStorage.setItem(key, 'x')
    }
    const left = () => ['openid', 'appid', 'authorisation'].filter((key) => window.sessionStorage.getItem(key) !== null)
    rememberLogin('A', { userId: 1, mobile: '138****0001', name: null })
    grant()
    forgetLogin()
    expect(left()).toEqual([])
    rememberLogin('A', { userId: 1, mobile: '138****0001', name: null })
    grant()
    rememberLogin('B', { userId: 2, mobile: '138****0002', name: null })
    expect(left()).toEqual([])
  })
  test('R4.5 an openid got before anybody logged in is the one of who logs in then, also after another account', () => {
    rememberLogin('A', { userId: 1, mobile: '138****0001', name: null })
    forgetLogin()
    window.sessionStorage.setItem('openid', 'o2')
    rememberLogin('B', { userId: 2, mobile: '138****0002', name: null })
    expect(window.sessionStorage.getItem('openid')).toBe('o2')
  })
  test('R1.2 the brand is that of the visit: who logs in or out changes nothing about it', () => {
    useUserStore.setState({ productType: 'fbd' })
    rememberLogin('A', { userId: 7, mobile: '138****0000', name: null })
    expect(useUserStore.getState().productType).toBe('fbd')
    rememberLogin('B', { userId: 8, mobile: '139****0000', name: null })
    forgetLogin()
    expect(useUserStore.getState().productType).toBe('fbd')
  })
})
