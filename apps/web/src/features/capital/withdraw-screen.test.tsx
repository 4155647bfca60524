import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { application, product, shownText } from './test-partner.ts'
import { CapitalWithdrawScreen } from './withdraw-screen.tsx'

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  useUserStore.setState(({ confirmInfo }) => ({ confirmInfo: { ...confirmInfo, use: '02' } }))
})
afterEach(cleanup)

const approved = { ...application, status: 'approved', approvedFen: 800_000, validUntil: '2026-11-30T16:00:00.000Z' }
const terms = { application: approved, products: [{ ...product, maxFen: 800_000 }], validUntil: '2026-11-30T16:00:00.000Z' }
const open = async (table: Record<string, unknown> = {}) => {
  const calls = answer({ '/capital/terms': terms, '/capital/click': { recorded: true }, ...table })
  const shown = await openScreen(CapitalWithdrawScreen, ['capital', 'borrow', 'lending', 'option', 'blocks'], '/screen?applicationId=77')
  return { ...shown, sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body) }
}
const amount = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: '借多少' }), { target: { value } })
const next = () => fireEvent.click(screen.getByRole('button', { name: '下一步：查看费用与合同' }))

test('R2.47 what the partner approved and until when stands above the amount, which it bounds', async () => {
  const { sent } = await open()
  await waitFor(() => expect(shownText()).toContain('示例合作银行已批准，最多 8,000 元，2026-12-01 00:00 前有效。'))
  amount('9000')
  next()
  expect(await screen.findByText('最多 8,000 元')).not.toBeNull()
  expect(sent('/loan/quote')).toEqual([])
})

test('R2.47 plan and cost are in sight before anything is signed, and the one quote of a loan leads on', async () => {
  const { sent, here } = await open({ '/loan/quote': { quoteId: 12 } })
  await screen.findByRole('textbox', { name: '借多少' })
  amount('8000')
  await waitFor(() => expect(shownText()).toContain('14.40%'))
  expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual(['6期', '12期'])
  next()
  next()
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=12'))
  expect(sent('/loan/quote')).toEqual([{ productId: 401, amountFen: 800_000, periods: 12, use: '02' }])
})

test('R2.47 an approval that covers less by now is said at the amount', async () => {
  await open({ '/loan/quote': refusal('APPROVAL_NOT_ENOUGH', '超过了合作机构批准的金额，最多可借 5,000 元') })
  await screen.findByRole('textbox', { name: '借多少' })
  amount('8000')
  next()
  expect(await screen.findByText('超过了合作机构批准的金额，最多可借 5,000 元')).not.toBeNull()
})

test.each([
  ['CAPITAL_STEP_NOT_OPEN', '申请的状态已变化'],
  ['CAPITAL_APPLICATION_NOT_FOUND', '申请不存在'],
])('R2.47 without an approval in force the page says why and leads to the progress: %s', async (code, msg) => {
  const { here } = await open({ '/capital/terms': refusal(code, msg) })
  expect(await screen.findByText(msg)).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '查看办理进度' }))
  expect(here()).toBe('/capitalResult')
})
