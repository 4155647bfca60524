import { beforeEach, expect, test } from 'vitest'
import { emptyUserState, forgetLogin, rememberLogin, useUserStore } from './store.ts'
import { keepTyped, typedText } from './typed-text.ts'

const stored = () => JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  useUserStore.setState(emptyUserState, true)
})

test('a phone that is typed is there again after a reload, in this tab alone; one that was sent, or emptied, is not', () => {
  keepTyped('loginPhone', '138 0000 0000')
  keepTyped('cardPhone', '13800000001')
  expect([typedText('loginPhone'), typedText('cardPhone')]).toEqual(['138 0000 0000', '13800000001'])
  expect(JSON.stringify({ ...window.localStorage })).not.toContain('138')
  keepTyped('cardPhone', '')
  expect([typedText('loginPhone'), typedText('cardPhone')]).toEqual(['138 0000 0000', ''])
})

test('nobody finds what another account typed: not after a logout, and not in a tab that another tab changed the account of', () => {
  rememberLogin('A', { userId: 7, mobile: '138****0001', name: null })
  keepTyped('cardPhone', '13800000001')
  expect(typedText('cardPhone')).toBe('13800000001')
  window.localStorage.setItem('user', '{"userId":77,"mobile":"138****0002","token":"B"}')
  useUserStore.setState({ userInfo: undefined })
  expect(typedText('cardPhone')).toBe('')
  forgetLogin()
  expect(stored()).not.toContain('13800000001')
})
