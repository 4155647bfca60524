import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { emptyUserState, rememberLogin, useUserStore } from '#platform/store.ts'
import { LoginScreen } from './login-screen.tsx'

const user = { userId: 7, mobile: '138****0007', name: null }

beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
  answer({ '/agreement/current': { texts: [] } })
})
afterEach(cleanup)

const open = (query: string) => openScreen(LoginScreen, ['session', 'blocks'], `/screen${query}`)

test.each([
  ['', '/'],
  ['?redirectUrl=%2Frepayment%3Fx%3D1', '/repayment?x=1'],
  ['?redirectUrl=https%3A%2F%2Fevil.example', '/'],
])('R2.8 who is logged in is led on from /login%s to %s and sees no form', async (query, target) => {
  rememberLogin('token', user)
  const { here } = await open(query)
  await waitFor(() => expect(here()).toBe(target))
  expect(screen.queryByLabelText('手机号')).toBeNull()
})

test('R2.8 a guest sees the form and stays', async () => {
  const { here } = await open('?redirectUrl=%2Frepayment')
  expect(await screen.findByLabelText('手机号')).not.toBeNull()
  expect(here()).toContain('/screen')
})
