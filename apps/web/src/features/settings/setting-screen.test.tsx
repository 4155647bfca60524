import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, rememberLogin, useUserStore } from '#platform/store.ts'
import { ConfirmHost } from '#ui/confirm.tsx'
import { SettingScreen } from './setting-screen.tsx'

const password = { isSet: true, digits: 6, askAboveFen: 0, isLocked: false }
const table = {
  '/user/devices': { devices: [] },
  '/user/payPassword': password,
  '/user/location': { givenAt: null },
}
function Screen() {
  return (
    <>
      <SettingScreen />
      <ConfirmHost />
    </>
  )
}
const open = () => openScreen(Screen, ['settings', 'blocks'])
const logIn = () => rememberLogin('T', { userId: 7, mobile: '138****0007', name: null })

beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
})
afterEach(cleanup)

describe('R2.28 settings', () => {
  test('R2.28 a guest sees language and text size, and nothing of an account', async () => {
    const calls = answer(table)
    await open()
    expect(screen.getByRole('heading', { name: '语言' })).not.toBeNull()
    expect(screen.getByRole('heading', { name: '长辈模式' })).not.toBeNull()
    expect(screen.queryByText('账户与安全')).toBeNull()
    expect(calls).toEqual([])
  })

  test.each([
    [{ ...password, isSet: false, askAboveFen: null }, '未设置'],
    [password, '每笔都验证'],
    [{ ...password, askAboveFen: 123_400 }, '超过 1,234.00 元时验证'],
    [{ ...password, askAboveFen: null }, '不验证'],
    [{ ...password, isLocked: true }, '今日已锁定'],
  ])('R2.28 the payment password %j reads %s', async (state, text) => {
    logIn()
    answer({ ...table, '/user/payPassword': state })
    await open()
    expect(await screen.findByText(text)).not.toBeNull()
    expect(screen.getByText('138****0007')).not.toBeNull()
  })

  test('R2.28 a group that can’t be loaded offers to try again, and the others stay', async () => {
    logIn()
    let fails = true
    answer({ ...table, '/user/payPassword': () => (fails ? refusal('INTERNAL', '系统繁忙') : password) })
    await open()
    const retry = await screen.findByRole('button', { name: '重试' })
    expect(screen.getByRole('heading', { name: '语言' })).not.toBeNull()
    fails = false
    fireEvent.click(retry)
    expect(await screen.findByText('每笔都验证')).not.toBeNull()
  })

  test('R2.28 R7.2 a consent to the location is withdrawn after a question, and its place is deleted from the browser', async () => {
    logIn()
    window.localStorage.setItem('latitude', '30')
    window.localStorage.setItem('longitude', '120')
    let givenAt: string | null = '2026-11-27T02:00:00.000Z'
    answer({
      ...table,
      '/user/location': () => ({ givenAt }),
      '/location/withdraw': () => {
        givenAt = null
        return { givenAt }
      },
    })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /位置信息/ }))
    fireEvent.click(await screen.findByRole('button', { name: '保留' }))
    expect(window.localStorage.getItem('latitude')).toBe('30')
    fireEvent.click(screen.getByRole('button', { name: /位置信息/ }))
    fireEvent.click(await screen.findByRole('button', { name: '撤回' }))
    expect(await screen.findByText('未使用')).not.toBeNull()
    expect(window.localStorage.getItem('latitude')).toBeNull()
  })

  test('R2.28 a phone that another account has is refused at its field, after both codes', async () => {
    logIn()
    const sent = { smsCodeDigits: 4, waitSeconds: 60, expiresInSeconds: 300, mobileMask: '' }
    const calls = answer({ ...table, '/authCode/send': sent, '/mobile/change': refusal('MOBILE_TAKEN', '该手机号已用于其他账户') })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: /登录手机号/ }))
    fireEvent.click(await screen.findByRole('button', { name: '下一步' }))
    expect(await screen.findByText('请输入 11 位手机号')).not.toBeNull()
    fireEvent.change(screen.getByLabelText('新手机号'), { target: { value: '13800000008' } })
    fireEvent.change(screen.getByLabelText('当前手机号收到的验证码'), { target: { value: '1234' } })
    fireEvent.click(screen.getByRole('button', { name: '下一步' }))
    fireEvent.change(await screen.findByLabelText('13800000008 收到的验证码'), { target: { value: '5678' } })
    fireEvent.click(screen.getByRole('button', { name: '确认更换' }))
    expect(await screen.findByText('该手机号已用于其他账户')).not.toBeNull()
    expect(screen.getByLabelText('新手机号')).not.toBeNull()
    expect(calls.find(({ path }) => path.endsWith('/mobile/change'))?.body).toEqual({
      mobile: '13800000008',
      oldCode: '1234',
      newCode: '5678',
    })
  })
})
