import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#app/test-screen.tsx'
import { takeHandedLogin } from './handed-login.ts'
import { local, setCookie } from './storage.ts'
import { currentUser, emptyUserState, forgetLogin, keepInitialToken, rememberLogin, useUserStore } from './store.ts'
import { followTokenOwner } from './token-owner.ts'
import { tracePayload } from './trace.ts'

const user = { userId: 7, mobile: '138****4301', name: null }
const userIdOfEvents = () => tracePayload({ action: 'a', event: 'e', page: 'p' }).userId

beforeEach(() => {
  forgetLogin()
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
})

test('R3.1 R3.3 a login by cookie writes user, and events carry its id', async () => {
  answer({ '/flow/handOver': { user } })
  setCookie('token', 'COOKIE', 60)
  keepInitialToken()
  expect(userIdOfEvents()).toBe('')
  followTokenOwner()
  await waitFor(() => expect(currentUser()).toEqual(user))
  expect(JSON.parse(local.get('user') ?? '')).toEqual({ ...user, token: 'COOKIE' })
  expect(userIdOfEvents()).toBe('7')
})

test('R3.1 R6.2 so does a token that a host hands over later without its owner', async () => {
  const calls = answer({ '/flow/handOver': { user } })
  followTokenOwner()
  takeHandedLogin({ token: 'MINI' })
  await waitFor(() => expect(currentUser()).toEqual(user))
  // The token travels in the header, as with every call, and in no body.
  expect(calls.find(({ path }) => path.endsWith('/handOver'))?.body).toEqual({})
})

test('R3.1 a token that is no login any more leaves nothing, and ends no other login', async () => {
  answer({ '/flow/handOver': { refused: { code: 1, msg: '', error: 'HANDED_LOGIN_INVALID' } } })
  followTokenOwner()
  takeHandedLogin({ token: 'GONE' })
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  rememberLogin('REAL', { ...user, userId: 8 })
  expect(currentUser()?.userId).toBe(8)
})
