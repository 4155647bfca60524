import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { borrowScreens } from './borrow.screens.ts'

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  window.sessionStorage.clear()
  window.history.replaceState(null, '')
})
afterEach(cleanup)

/** The screen that the address of the table loads. */
async function open(table: Parameters<typeof answer>[0] = {}) {
  const { load, path } = borrowScreens.loanBorrowMoney
  if (load === 'later') throw new Error('not built')
  const calls = answer({
    '/loan/options': api.borrow.options.example.data,
    '/loan/coupons': { items: [], bestId: null },
    '/loan/benefits': { items: [] },
    '/loan/quote': { ...api.borrow.quote.example.data, quoteId: 9 },
    ...table,
  })
  const opened = await openScreen(await load(), ['borrow', 'blocks', 'option', 'lending', 'coupon'], path, path)
  return { ...opened, sent: () => calls.filter((call) => call.path.endsWith('/loan/quote')).map(({ body }) => body) }
}
const type = async (yuan: string) => fireEvent.change(await screen.findByLabelText('借多少'), { target: { value: yuan } })
async function next() {
  fireEvent.click(screen.getByRole('button', { name: /借款用途/ }))
  fireEvent.click(await screen.findByRole('button', { name: '电子产品' }))
  fireEvent.click(screen.getByRole('button', { name: '下一步：查看费用与合同' }))
}

test('R2.27 an amount, a term and a use become a quote, and lead to its costs and contract', async () => {
  const { here, sent } = await open()
  await type('10000')
  await next()
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=9'))
  expect(sent()).toMatchObject([{ amountFen: 1_000_000, use: '01' }])
})

test('R2.27 an amount below the least one asks for no quote and says why', async () => {
  const { sent } = await open()
  await type('100')
  await next()
  expect(await screen.findByText(/最少.500.元/)).not.toBeNull()
  expect(sent()).toEqual([])
})

test('R2.27 a limit that is not enough any more stands under the amount', async () => {
  const msg = '可用额度不足，目前最多可借 3,000 元'
  await open({ '/loan/quote': refusal('LIMIT_NOT_ENOUGH', msg) })
  await type('10000')
  await next()
  expect((await screen.findAllByText(msg)).length).toBeGreaterThan(0)
})

test('R2.27 while something is overdue nothing can be wished for', async () => {
  await open({ '/loan/options': { ...api.borrow.options.example.data, blocked: 'overdue' } })
  expect((await screen.findAllByText(/逾期/)).length).toBeGreaterThan(0)
  expect(screen.queryByLabelText('借多少')).toBeNull()
})
