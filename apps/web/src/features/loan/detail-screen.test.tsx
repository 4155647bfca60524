import { api } from '@fyh/contract/api.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { DetailScreen } from './detail-screen.tsx'

beforeEach(() => useUserStore.setState(emptyUserState, true))
afterEach(cleanup)
const loan = api.loan.detail.data.parse(api.loan.detail.example.data)
const open = () => openScreen(DetailScreen, ['loan', 'blocks', 'repay', 'lending'], '/loan/detail/1', '/loan/detail/:id')

test('R3.4 loanItem is the loan that was opened last, kept for the other pages of the product', async () => {
  answer({ '/loan/detail/1': loan })
  await open()
  await waitFor(() => expect(useUserStore.getState().loanItem).toEqual({ loanId: 1, contractNo: loan.contractNo, status: loan.status }))
  expect(JSON.parse(window.localStorage.getItem('app-user') ?? '{}').loanItem).toMatchObject({ loanId: 1 })
})

test('R3.4 a loan that is not there is no loanItem', async () => {
  answer({ '/loan/detail/1': refusal('LOAN_NOT_FOUND', '借款不存在') })
  await open()
  await waitFor(() => expect(screen.getByText('没有找到这笔借款')).not.toBeNull())
  expect(useUserStore.getState().loanItem).toBeNull()
})
