import { home } from '@fyh/contract/home.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { TouristHome } from './tourist-home.tsx'

const offer = home.tourist.data.parse(home.tourist.example.data)

afterEach(cleanup)

test.each([
  ['查看我的额度', '/login'],
  ['支持的银行', '/supportedBankList'],
  ['产品说明', '/product'],
  ['帮助', '/help'],
  ['客服', '/customerService'],
])('R2.2 a guest’s home leads to %s', async (name, path) => {
  const { here } = await openScreen(() => <TouristHome offer={offer} />, ['home'])
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(here()).toBe(path))
})

test('R2.2 a guest sees nothing that belongs to a borrower, and cannot apply on a day without an offer', async () => {
  await openScreen(() => <TouristHome offer={{ ...offer, price: null, example: null, serviceOpen: false }} />, ['home'])
  expect(screen.queryByRole('button', { name: /优惠券|权益|红包|投诉/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '查看我的额度' })).toBeNull()
  expect(screen.getByText('服务暂停，暂时不能申请')).not.toBeNull()
})
