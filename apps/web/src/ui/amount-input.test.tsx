import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AmountInput } from './amount-input.tsx'
import { isAmountText } from './amount-text.ts'
import { closeToast, ToastHost } from './toast.tsx'
import { type UiWords, UiWordsProvider } from './words.tsx'

afterEach(cleanup)

const words: UiWords = {
  back: '',
  close: '',
  cancel: '',
  confirm: '',
  clear: '',
  choose: '',
  retry: '',
  loading: '',
  slow: '',
  failedTitle: '',
  failedBody: '',
  codeDigits: () => '',
  explain: '',
  notAnAmount: 'not an amount',
}

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

test.each(['-100', '−100', '1e3', '0x10', '100.5', '1-2', '100.5元', 'a hundred', '', '.', '1234567890123'])(
  '%j is no whole amount',
  (text) => {
    expect(isAmountText(text, 0)).toBe(false)
  },
)

test.each(['100', ' 1,000 ', '¥1,000.00', '１０００', '12 000', '5000元', 'CNY 800', '100.', '000100'])('%j is a whole amount', (text) => {
  expect(isAmountText(text, 0)).toBe(true)
})

test('decimals that a box does not take make no amount, but zeros behind them lose nothing', () => {
  expect(['12.34', '12.3', '12.340', '12.345', '0.005'].map((text) => isAmountText(text, 2))).toEqual([true, true, true, false, false])
})

test('what is pasted and is no amount is refused in words and changes nothing; an amount is taken', () => {
  const change = vi.fn()
  render(
    <UiWordsProvider words={words}>
      <AmountInput label="amount" value="5" onChange={change} />
      <ToastHost />
    </UiWordsProvider>,
  )
  const paste = (text: string) => {
    const event = createEvent.paste(screen.getByLabelText('amount'), { clipboardData: { getData: () => text } })
    fireEvent(screen.getByLabelText('amount'), event)
    return event.defaultPrevented
  }
  expect(paste('-100')).toBe(true)
  expect(screen.getByText('not an amount')).not.toBeNull()
  expect(change).not.toHaveBeenCalled()
  closeToast()
  expect(paste('1,000')).toBe(false)
})
