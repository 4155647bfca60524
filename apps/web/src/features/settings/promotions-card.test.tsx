import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { PromotionsCard } from './promotions-card.tsx'

afterEach(cleanup)

test('R2.28 promotions are turned off by one tap, and the switch shows what the server keeps', async () => {
  let promotions = true
  const calls = answer({
    '/message/choices': () => ({ promotions }),
    '/message/choose': () => {
      promotions = false
      return { promotions }
    },
  })
  await openScreen(PromotionsCard, ['settings'])
  const off = await screen.findByRole<HTMLInputElement>('radio', { name: '不接收' })
  expect(off.checked).toBe(false)
  fireEvent.click(off)
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: '不接收' }).checked).toBe(true))
  expect(calls.filter(({ path }) => path.endsWith('/choose')).map(({ body }) => body)).toEqual([{ promotions: false }])
})

test('R2.28 a choice that could not be read can be asked for again', async () => {
  answer({ '/message/choices': refusal('INTERNAL', '服务繁忙') })
  await openScreen(PromotionsCard, ['settings'])
  expect(await screen.findByText('重试')).not.toBeNull()
})
