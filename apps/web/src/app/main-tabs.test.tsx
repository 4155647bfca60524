import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyUserState, rememberLogin, useUserStore } from '#platform/store.ts'
import { MainTabs } from './main-tabs.tsx'
import { answer, openScreen } from './test-screen.tsx'

beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
})
afterEach(cleanup)

const open = async () => {
  const calls = answer({ '/tab/info': { unread: 3, unreadIn: { notice: 3, system: 0, activity: 0 }, dueCount: 2 } })
  await openScreen(() => <MainTabs active="home" />, ['shell'])
  return calls
}

test('R2.2 R2.3 R7.21 the tabs say how many instalments are due soon, and how many messages are unread', async () => {
  rememberLogin('token', { userId: 7, mobile: '138****0007', name: null })
  await open()
  expect(await screen.findByRole('button', { name: /2 笔即将到期/ })).not.toBeNull()
  expect(screen.getByRole('button', { name: /3 条未读消息/ })).not.toBeNull()
  expect(screen.getByText('2')).not.toBeNull()
})

test('the tabs of a guest ask for nothing and count nothing', async () => {
  const calls = await open()
  expect(screen.queryByText(/到期|未读/)).toBeNull()
  expect(calls).toEqual([])
})
