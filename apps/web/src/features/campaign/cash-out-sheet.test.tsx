import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { local, session } from '#platform/storage.ts'
import type { Activity } from './campaign.queries.ts'
import { CashOutSheet } from './cash-out-sheet.tsx'

const card = { cardId: 9, bankCode: 'ICBC', bankName: '工商银行', tail: '0019', isDefault: true }
const activity = {
  activityId: 7,
  rewardFen: 1_800,
  mine: { conditions: [], refusal: 'ACTIVITY_TAKEN', card, packet: { state: 'held', amountFen: 1_800, transfer: null } },
  // Only what the sheet reads.
} as unknown as Activity

afterEach(() => {
  cleanup()
  session.remove('moneyKeys')
  local.remove('smsWait')
})

const codeSent = { smsCodeDigits: 4, waitSeconds: 60, expiresInSeconds: 300, mobileMask: '138****4100' }

async function open(cashOut: unknown, cards: readonly object[] = [card], sent: unknown = codeSent) {
  const onClose = vi.fn()
  const calls = answer({
    '/card/list': { holder: '测*', cards },
    '/authCode/send': sent,
    '/campaign/cashOut/7': cashOut,
  })
  const shown = await openScreen(() => <CashOutSheet activity={activity} onClose={onClose} />, ['campaign', 'blocks'])
  await screen.findByText('输入验证码后立即提交转账，不收手续费。')
  return { ...shown, calls, onClose }
}

const type = (code: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: code } })

test('R2.42 the code names activity and card; typed whole it orders the transfer at once, and the sheet closes', async () => {
  const { calls, onClose } = await open({ activityId: 7, amountFen: 1_800 })
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/authCode/send'))).toBe(true))
  expect(calls.find(({ path }) => path.endsWith('/authCode/send'))?.body).toMatchObject({ purpose: 'redPacket', activityId: 7, cardId: 9 })
  type('1234')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls.find(({ path }) => path.endsWith('/cashOut/7'))?.body).toEqual({ cardId: 9, authCode: '1234' })
})

test('R2.42 a wrong code stands beside the box, which is empty again', async () => {
  const { onClose } = await open(refusal('SMS_CODE_WRONG', '验证码不正确，还可尝试 4 次', { left: 4 }))
  type('1234')
  expect(await screen.findByText('验证码不正确，还可尝试 4 次')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
  expect(onClose).not.toHaveBeenCalled()
})

test('R2.42 a red packet that can’t be transferred any more closes the sheet', async () => {
  const { onClose } = await open(refusal('RED_PACKET_EXPIRED', '红包已过期'))
  type('1234')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('R2.42 asking for a code of a red packet that was transferred already closes the sheet with the reason', async () => {
  const { onClose, calls } = await open(refusal('RED_PACKET_CASHED_OUT', ''), [card], refusal('RED_PACKET_CASHED_OUT', '这个红包已经转账'))
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(calls.some(({ path }) => path.endsWith('/cashOut/7'))).toBe(false)
})

test('R2.42 an answer that is lost is said, and trying again sends the same key', async () => {
  const keys: (string | null)[] = []
  const { onClose } = await open({ activityId: 7, amountFen: 1_800 })
  const fetched = globalThis.fetch
  let isLost = true
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.includes('/cashOut/')) return fetched(address, init)
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (isLost) throw new TypeError('the connection broke')
    return fetched(address, init)
  })
  type('1234')
  expect(await screen.findByText('未收到结果。重试不会重复转账。')).toBeTruthy()
  isLost = false
  fireEvent.click(screen.getByRole('button', { name: '确认转账' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(new Set(keys).size).toBe(1)
})

test('R2.42 without a card the sheet asks for one and sends nothing', async () => {
  const { calls, here } = await open({}, [])
  fireEvent.click(screen.getByRole('button', { name: '确认转账' }))
  expect(await screen.findByText('请选择收款银行卡')).toBeTruthy()
  expect(calls.some(({ path }) => path.includes('/cashOut/'))).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: /收款银行卡/ }))
  await waitFor(() => expect(here()).toBe('/addBankCard?next=%2Ffunders%2Fcash%2F7'))
})
