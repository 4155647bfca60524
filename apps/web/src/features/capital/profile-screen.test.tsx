import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { ProfileScreen } from './profile-screen.tsx'
import { consentText, shownText } from './test-partner.ts'

afterEach(cleanup)

const consent = {
  ...{ consentId: 3, capitalId: 4, purpose: 'partnerLoan', text: consentText, items: ['name'] },
  ...{ givenAt: '2026-11-27T02:00:00.000Z', withdrawnAt: null },
}
const sent = (item: string, purpose: string, sentAt = '2026-11-27T02:00:00.000Z') => ({ item, purpose, sentAt })
const holder = {
  ...{ capitalId: 4, name: '示例合作银行', licence: 'B0001', type: 'bank', runningLoans: 1, consents: [consent] },
  held: [sent('name', 'identity'), sent('income', 'creditDecision'), sent('name', 'identity', '2026-11-20T02:00:00.000Z')],
}
const effect = {
  ...{ stops: ['newData', 'newApplications'], stays: ['limit', 'runningLoans'], runningLoans: 1, openApplicationId: null },
  keeps: [{ what: 'consentRecord', years: 3 }],
}
const open = async (table: Record<string, unknown> = {}) => {
  const calls = answer({ '/capital/profile': { partners: [holder] }, '/consent/3/effect': { consent, effect }, ...table })
  const shown = await openScreen(ProfileScreen, ['capital', 'blocks', 'agreement'])
  return { ...shown, calls }
}

test('R2.46 each partner is shown with what it holds, for what and since when, each once', async () => {
  await open()
  const table = await screen.findByRole('table', { name: '提供给示例合作银行的信息' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['信息用途提供日期', '姓名核实身份2026-11-27', '收入审批借款2026-11-27'])
  expect(screen.getByText('1 笔借款在还')).not.toBeNull()
})

test('R2.46 withdrawing first says what stops, what stays and what is kept; keeping it changes nothing', async () => {
  const { calls } = await open()
  fireEvent.click(await screen.findByRole('button', { name: '撤回《合作机构个人信息共享授权书》' }))
  await waitFor(() => expect(shownText()).toContain('不再向它提供新的信息。'))
  for (const text of [
    '不能再向它申请，除非重新同意。',
    '您的额度不变。',
    '您同意和撤回的记录，用于核查。',
    '有 1 笔借款还款中，撤回后仍按合同还款。',
  ])
    expect(shownText()).toContain(text)
  const [keep, withdraw] = [screen.getByRole('button', { name: '保留授权' }), screen.getByRole('button', { name: '确认撤回' })]
  expect(keep.className).toBe(withdraw.className)
  fireEvent.click(keep)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.some(({ path }) => path.endsWith('/withdraw'))).toBe(false)
})

test('R2.46 a consent is withdrawn once, also on a double tap, and the list shows it', async () => {
  let isWithdrawn = false
  const { calls } = await open({
    '/capital/profile': () => ({
      partners: [{ ...holder, consents: [{ ...consent, withdrawnAt: isWithdrawn ? '2026-11-27T03:00:00.000Z' : null }] }],
    }),
    '/consent/3/withdraw': () => {
      isWithdrawn = true
      return { consent, effect }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: '撤回《合作机构个人信息共享授权书》' }))
  await waitFor(() => expect(shownText()).toContain('会停止'))
  const withdraw = screen.getByRole('button', { name: '确认撤回' })
  fireEvent.click(withdraw)
  fireEvent.click(withdraw)
  await waitFor(() => expect(shownText()).toContain('2026-11-27 11:00 已撤回'))
  expect(calls.filter(({ path }) => path.endsWith('/consent/3/withdraw'))).toHaveLength(1)
  expect(screen.queryByRole('button', { name: '撤回《合作机构个人信息共享授权书》' })).toBeNull()
})

test('R2.46 without any consent the page says what would be here; a failed load can be tried again', async () => {
  await open({ '/capital/profile': { partners: [] } })
  expect(await screen.findByText('还没有合作机构获得您的信息')).not.toBeNull()
  cleanup()
  let tries = 0
  await open({
    '/capital/profile': () => {
      tries += 1
      return tries === 1 ? refusal('INTERNAL', '') : { partners: [holder] }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByRole('table', { name: '提供给示例合作银行的信息' })).not.toBeNull()
})
