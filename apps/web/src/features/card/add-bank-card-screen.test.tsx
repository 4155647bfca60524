import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer, type Call, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { AddBankCardScreen } from './add-bank-card-screen.tsx'

const text = { key: 'authorizedDeduction', version: '1.0', sha256: '0'.repeat(64) }
const table = {
  '/card/list': { holder: '测*', cards: [] },
  '/agreement/current': { texts: [{ ...text, title: '委托扣款授权书' }] },
  '/card/lookUp': { bankCode: 'ICBC', bankName: '工商银行', kind: 'debit', luhnHolds: true },
  '/bind/send': { bindId: 7, smsCodeDigits: 6, waitSeconds: 60, mobileMask: '138****0001' },
  '/bind/confirm': { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true },
}
const number = () => screen.findByLabelText<HTMLInputElement>('银行卡号')
const sentTo = (calls: readonly Call[], end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body)
const tap = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const open = (address?: string) => openScreen(AddBankCardScreen, ['card', 'blocks'], address)

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  window.sessionStorage.clear()
  window.localStorage.clear()
})
afterEach(cleanup)

async function fill({ card = '6222020000000009', mobile = '13800000001' } = {}) {
  fireEvent.change(await number(), { target: { value: card } })
  fireEvent.change(screen.getByLabelText('银行预留手机号'), { target: { value: mobile } })
}
async function fillAll() {
  await fill()
  tap('获取验证码')
  await screen.findByText(/已发送至 138\*{4}0001/)
  fireEvent.change(screen.getByLabelText(/短信验证码/), { target: { value: '123456' } })
  fireEvent.click(await screen.findByRole('checkbox'))
}

describe('binding a card', () => {
  test('CN-14 the number is sent without spaces, the code for it once, and the consent names its text', async () => {
    const calls = answer(table)
    const { here } = await open('/screen?next=/withdraw/5')
    await fillAll()
    tap('确认绑定')
    tap('确认绑定')
    await waitFor(() => expect(here()).toBe('/withdraw/5?cardId=1'))
    expect(sentTo(calls, '/bind/send')).toEqual([{ cardNumber: '6222020000000009', mobile: '13800000001' }])
    expect(sentTo(calls, '/bind/confirm')).toEqual([{ bindId: 7, authCode: '123456', agreed: [text] }])
  })

  test('R3.7 addBankInfo holds what is typed and the digits that the server names; afterwards it is empty', async () => {
    answer(table)
    await open('/screen?next=/withdraw/5')
    await fillAll()
    const typed = { bankCardNumber: '6222020000000009', mobile: '13800000001', authCode: '123456', agree: true, isGetedCode: true }
    expect(useUserStore.getState().addBankInfo).toMatchObject({ ...typed, bindSmsResMO: { smsCodeDigits: 6 } })
    tap('确认绑定')
    await waitFor(() => expect(useUserStore.getState().addBankInfo).toEqual(emptyUserState.addBankInfo))
  })

  test('R3.7 a code of fewer digits than the server named is not sent', async () => {
    const calls = answer(table)
    await open('/screen')
    await fillAll()
    fireEvent.change(screen.getByLabelText(/短信验证码/), { target: { value: '1234' } })
    tap('确认绑定')
    await screen.findByText('请输入完整的验证码')
    expect(sentTo(calls, '/bind/confirm')).toEqual([])
  })

  test('a foreign address in next leads home, never away', async () => {
    answer(table)
    const { here } = await open('/screen?next=//evil.example')
    await fillAll()
    tap('确认绑定')
    await waitFor(() => expect(here()).toBe('/'))
  })

  test('the number is in no storage of the browser', async () => {
    answer(table)
    await open()
    await fillAll()
    expect(JSON.stringify({ ...window.localStorage, ...window.sessionStorage })).not.toMatch(/6222020000000009|6222 0200/)
  })

  test('a reload finds the phone again and not the number; once bound, neither', async () => {
    answer(table)
    const { unmount } = await open()
    await fill()
    unmount()
    // What a new page starts with: nothing in memory.
    useUserStore.setState(emptyUserState, true)
    await open('/screen?next=/withdraw/5')
    expect((await number()).value).toBe('')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('银行预留手机号').value).toBe('13800000001'))
    await fillAll()
    tap('确认绑定')
    await waitFor(() => expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('13800000001'))
  })

  test('consent starts unticked and nothing is bound without it', async () => {
    const calls = answer(table)
    await open()
    await fillAll()
    const consent = screen.getByRole<HTMLInputElement>('checkbox')
    fireEvent.click(consent)
    tap('确认绑定')
    await waitFor(() => expect(consent.getAttribute('aria-invalid')).toBe('true'))
    expect(sentTo(calls, '/bind/confirm')).toEqual([])
  })

  test('a code sent for another number does not count', async () => {
    const calls = answer(table)
    await open()
    await fillAll()
    fireEvent.change(await number(), { target: { value: '6222020000000017' } })
    tap('确认绑定')
    await screen.findByText(/请重新获取验证码/)
    expect(sentTo(calls, '/bind/confirm')).toEqual([])
  })
})

describe('what goes wrong stands at its field', () => {
  test.each([
    ['BANK_NOT_SUPPORTED', '暂不支持该银行', '银行卡号'],
    ['MOBILE_INVALID', '手机号不正确', '银行预留手机号'],
  ])('%s', async (error, msg, field) => {
    answer({ ...table, '/bind/send': refusal(error, msg) })
    await open()
    await fill()
    tap('获取验证码')
    expect(await screen.findAllByText(msg)).toHaveLength(1)
    expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true')
  })

  test('a wrong code is told at the code, and the person may type another', async () => {
    answer({ ...table, '/bind/confirm': refusal('SMS_CODE_WRONG', '验证码不正确') })
    await open()
    await fillAll()
    tap('确认绑定')
    await screen.findByText('验证码不正确')
    fireEvent.change(screen.getByLabelText(/短信验证码/), { target: { value: '65432' } })
    expect(screen.queryByText('验证码不正确')).toBeNull()
  })

  test('a number that fails Luhn is doubted, not refused', async () => {
    const calls = answer({ ...table, '/card/lookUp': { ...table['/card/lookUp'], luhnHolds: false } })
    await open()
    await fill({ card: '6222020000000008' })
    await screen.findByText(/卡号可能有误/)
    tap('获取验证码')
    await waitFor(() => expect(sentTo(calls, '/bind/send')).toHaveLength(1))
  })

  test('without a verified name there is the way to it instead of the form', async () => {
    answer({ ...table, '/card/list': { holder: null, cards: [] } })
    const { here } = await open()
    fireEvent.click(await screen.findByRole('button', { name: '去实名认证' }))
    await waitFor(() => expect(here()).toBe('/applyNext'))
  })
})
