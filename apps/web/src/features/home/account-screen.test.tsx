import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { home } from '#locales/zh-cn/home.ts'
import { AccountScreen } from './account-screen.tsx'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

const open = (phone: string) => {
  document.head.innerHTML = `<meta name="service-phone" content="${phone}">`
  return openScreen(() => <AccountScreen />, ['home'])
}

test('R2.3 customer service is dialled from the account', async () => {
  await open('400-000-0000')
  const row = screen.getByRole('link', { name: new RegExp(home.account.service) })
  expect([row.getAttribute('href'), row.textContent]).toEqual(['tel:400-000-0000', expect.stringContaining('400-000-0000')])
})

test.each(['', '__SERVICE_PHONE__'])('without a number (%j) there is no row for customer service', async (phone) => {
  await open(phone)
  expect(screen.queryByText(home.account.service)).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
