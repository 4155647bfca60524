import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CardNumberInput } from './card-number-input.tsx'
import { Field } from './field.tsx'
import { withWords } from './test-words.tsx'

afterEach(cleanup)

function Kept() {
  const [value, setValue] = useState('')
  return (
    <>
      <Field label="card" hint="as on the card">
        <CardNumberInput value={value} onChange={setValue} />
      </Field>
      <output>{value}</output>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('textbox')
const told = () => document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent

/** As a keyboard does it: the text changes and the caret stands behind what was typed. */
function type(text: string, place = box().selectionStart ?? 0) {
  for (const [offset, mark] of Array.from(text).entries()) {
    const input = box()
    const at = offset === 0 ? place : (input.selectionStart ?? 0)
    const typed = `${input.value.slice(0, at)}${mark}${input.value.slice(at)}`
    // The value is set as a browser does, past React's own setter, together with the caret.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.setSelectionRange(at + 1, at + 1)
    fireEvent.input(input)
  }
}

test('CN-14 all nineteen digits are taken, although the first sixteen look whole, and what is handed on has no spaces', () => {
  render(withWords(<Kept />))
  type('6228480000000015008')
  expect(box().value).toBe('6228 4800 0000 0015 008')
  expect(screen.getByRole('status').textContent).toBe('6228480000000015008')
})

test('CN-13 CN-14 a twentieth digit is not taken, wherever it is put in, and it is said that there is room for nineteen', async () => {
  render(withWords(<Kept />))
  type('6228480000000015008')
  expect(told()).toBe('as on the card')
  type('7', 7)
  expect(box().value).toBe('6228 4800 0000 0015 008')
  expect(told()).toBe('at most 19')
  await waitFor(() => expect(box().selectionStart).toBe(7))
  fireEvent.change(box(), { target: { value: '6228 4800 0000 0015 00' } })
  expect(told()).toBe('as on the card')
  fireEvent.change(box(), { target: { value: '62284800000000150081234' } })
  expect(box().value).toBe('6228 4800 0000 0015 008')
  expect(told()).toBe('at most 19')
})

test('CN-14 a digit put into the middle leaves the caret behind it', () => {
  render(withWords(<Kept />))
  type('622202000000009')
  type('7', 7)
  expect(box().value).toBe('6222 0270 0000 0009')
  expect(box().selectionStart).toBe(8)
  type('8')
  expect(box().value).toBe('6222 0278 0000 0000 9')
  expect(box().selectionStart).toBe(9)
})

test('CN-14 deleting backwards from behind a space takes the digit before it', () => {
  render(withWords(<Kept />))
  type('62220')
  box().setSelectionRange(5, 5)
  fireEvent.keyDown(box(), { key: 'Backspace' })
  expect(box().selectionStart).toBe(4)
})
