import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { AboutFyhScreen } from './about-fyh-screen.tsx'
import { AboutUsScreen } from './about-us-screen.tsx'
import packages from './generated/open-source.json'

afterEach(cleanup)

const company = { name: '示例科技有限公司', creditCode: null, address: null, isExample: true }
const lenders = [{ lenderId: 2, name: '示例商业银行股份有限公司', type: 'bank', licence: 'B0000' }]

test('R2.30 the company is named, made-up facts are marked, and each lender stands with type and licence', async () => {
  answer({ '/service/about': { company, lenders } })
  await openScreen(AboutUsScreen, ['settings'])
  expect(await screen.findByText('示例科技有限公司')).not.toBeNull()
  expect(screen.getByText(/仅用于开发环境/)).not.toBeNull()
  expect(document.body.textContent).toContain('商业银行 · 许可证 B0000')
  expect(screen.queryByText('统一社会信用代码')).toBeNull()
})

test('R2.30 without company facts there is no card of them, and a day without lenders says so', async () => {
  answer({ '/service/about': { company: { name: null, creditCode: null, address: null, isExample: false }, lenders: [] } })
  await openScreen(AboutUsScreen, ['settings'])
  expect(await screen.findByText('目前没有放款机构开放借款。')).not.toBeNull()
  expect(screen.queryByText('运营主体')).toBeNull()
})

test.each([
  ['联系客服与投诉', '/customerService'],
  ['个人信息保护政策', '/protocol/userPrivacy'],
  ['注册服务协议', '/protocol/registration'],
  ['关于本产品', '/aboutFyh'],
])('R2.30 %s leads to %s, also when the facts could not be had', async (name, path) => {
  answer({ '/service/about': refusal('INTERNAL', '服务繁忙') })
  const { here } = await openScreen(AboutUsScreen, ['settings'])
  expect(await screen.findByText('重试')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(here()).toBe(path))
})

test('R2.31 every package of the application is listed with version and licence, and opens the text of its licence', async () => {
  await openScreen(AboutFyhScreen, ['settings'])
  expect(await screen.findByText('1.0.0')).not.toBeNull()
  const list = await screen.findByRole('list', { name: '开源软件' })
  expect(within(list).getAllByRole('button')).toHaveLength(packages.length)
  fireEvent.click(within(list).getByRole('button', { name: /^react\d/ }))
  const sheet = await screen.findByRole('dialog')
  expect(sheet.textContent).toContain('Permission is hereby granted')
})
