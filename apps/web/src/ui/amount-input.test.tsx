import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AmountInput } from './amount-input.tsx'

afterEach(cleanup)

test('an amount shows commas, gives plain digits, and keeps the caret after what was typed', () => {
  const change = vi.fn()
  const { rerender } = render(<AmountInput label="amount" value="1234" onChange={change} />)
  const input = screen.getByLabelText<HTMLInputElement>('amount')
  expect(input.value).toBe('1,234')
  fireEvent.change(input, { target: { value: '1,92934', selectionStart: 4, selectionEnd: 4 } })
  expect(change).toHaveBeenCalledWith('192934')
  rerender(<AmountInput label="amount" value="192934" onChange={change} />)
  expect(input.value).toBe('192,934')
})

function Kept({ tell }: { tell: (text: string) => void }) {
  const [value, setValue] = useState('5')
  const take = (text: string) => {
    tell(text)
    setValue(text)
  }
  return <AmountInput label="amount" value={value} onChange={take} />
}

test('what is no amount stays in the box as it was typed and is handed on as it is, never as another amount', () => {
  const tell = vi.fn()
  render(<Kept tell={tell} />)
  const input = screen.getByLabelText<HTMLInputElement>('amount')
  for (const text of ['-3', '1e5', '1000.555', '😀', '5000']) fireEvent.change(input, { target: { value: text } })
  expect(tell.mock.calls.flat()).toEqual(['-3', '1e5', '1000.555', '😀', '5000'])
  expect(input.value).toBe('5,000')
})

test('what is pasted over an amount keeps its own comma, also where the browser does not say what was put in', () => {
  const tell = vi.fn()
  render(<Kept tell={tell} />)
  const input = screen.getByLabelText<HTMLInputElement>('amount')
  for (const [text, read] of [
    ['10000', '10000'],
    ['88,5', '88,5'],
    ['20000', '20000'],
    ['1,234', '1234'],
  ] as const) {
    fireEvent.paste(input, { clipboardData: { getData: () => text } })
    fireEvent.change(input, { target: { value: text } })
    expect(tell).toHaveBeenLastCalledWith(read)
  }
})

test('CN-10 an input method composes in peace: nothing is read and no comma comes before it is done', () => {
  const tell = vi.fn()
  render(<Kept tell={tell} />)
  const input = screen.getByLabelText<HTMLInputElement>('amount')
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: '５１２３' } })
  expect(input.value).toBe('５１２３')
  expect(tell).not.toHaveBeenCalled()
  fireEvent.compositionEnd(input)
  expect(tell.mock.calls).toEqual([['5123']])
  expect(input.value).toBe('5,123')
})
