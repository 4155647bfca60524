import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { ContactScreen } from './contact-screen.tsx'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

const open = (facts: string) => {
  document.head.innerHTML = facts
  return openScreen(ContactScreen, ['service'])
}

test('customer service is dialled, and its hours stand beside the number', async () => {
  await open('<meta name="service-phone" content="400-000-0000"><meta name="service-hours" content="09:00-21:00">')
  const call = screen.getByRole('link', { name: /400-000-0000/ })
  expect([call.getAttribute('href'), call.textContent]).toEqual(['tel:400-000-0000', expect.stringContaining('09:00–21:00')])
})

test('without a number there is nothing to dial, and without hours none are named', async () => {
  await open('<meta name="service-hours" content="09:00-21:00">')
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  await open('<meta name="service-phone" content="400-000-0000"><meta name="service-hours" content="__SERVICE_HOURS__">')
  expect(screen.getByRole('link').textContent).toBe('400-000-0000')
})

test.each([
  [/^意见反馈/, '/feedback'],
  [/^投诉/, '/feedback?kind=complaint'],
  [/^我的反馈/, '/feedbackRecord'],
])('%s leads to %s', async (name, path) => {
  const { here } = await open('')
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(here()).toBe(path))
})
