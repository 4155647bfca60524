import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { holdPressesUntil } from './press.ts'

afterEach(() => {
  cleanup()
  holdPressesUntil(() => Promise.resolve())
})

test('ID-01 a press that leads to another screen lasts until that is there', async () => {
  const pressed = vi.fn(async () => undefined)
  let arrive: () => void = () => undefined
  holdPressesUntil(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve
      }),
  )
  render(<Button onPress={pressed}>go</Button>)
  const button = screen.getByRole('button')
  await act(async () => fireEvent.click(button))
  await act(async () => fireEvent.click(button))
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(async () => arrive())
  expect(button.getAttribute('aria-busy')).toBeNull()
})
