import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { CodeInput } from './code-input.tsx'
import { ConfirmHost, confirm } from './confirm.tsx'
import { Field } from './field.tsx'
import { closeTopOverlay, hasOverlay } from './overlay-stack.ts'
import { PickerField } from './picker-field.tsx'
import { Sheet } from './sheet.tsx'
import { withWords } from './test-words.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'
import { closeToast, ToastHost, toast } from './toast.tsx'

afterEach(cleanup)

function Kept({ start = '', ...props }: Partial<TextInputProps> & { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <Field label="name">
      <TextInput {...props} value={value} onChange={setValue} />
      <output>{value}</output>
    </Field>
  )
}
function Code({ onComplete }: { onComplete: (digits: string) => void }) {
  const [value, setValue] = useState('')
  return withWords(<CodeInput length={6} value={value} onChange={setValue} onComplete={onComplete} />)
}

function CodeInField() {
  const [value, setValue] = useState('')
  return withWords(
    <Field label="code">
      <CodeInput length={4} value={value} onChange={setValue} />
    </Field>,
  )
}

function Opener() {
  const [open, setOpen] = useState(false)
  return withWords(
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Sheet open={open} title="terms" onClose={() => setOpen(false)}>
        <button type="button">inside</button>
      </Sheet>
    </>,
  )
}

const box = () => screen.getByLabelText<HTMLInputElement>('name')

describe('UI-08 an input method composes undisturbed', () => {
  const compose = (steps: readonly string[], result: string) => {
    fireEvent.compositionStart(box())
    for (const step of steps) fireEvent.change(box(), { target: { value: step } })
    fireEvent.change(box(), { target: { value: result } })
    fireEvent.compositionEnd(box())
  }
  test('UI-08 the result of the composition is what stays, no letters', () => {
    render(<Kept maxLength={20} />)
    compose(['z', 'zh', 'zha', 'zhang'], '张')
    expect(box().value).toBe('张')
    expect(screen.getByRole('status').textContent).toBe('张')
  })
  test('UI-08 with one place left the composition still ends in its character', () => {
    const start = '中'.repeat(19)
    render(<Kept start={start} maxLength={20} />)
    compose(
      ['z', 'zh', 'zhang'].map((letters) => start + letters),
      `${start}张`,
    )
    expect(box().value).toBe(`${start}张`)
  })
  test('UI-08 the value outside does not change while composing', () => {
    render(<Kept filter="digit" />)
    fireEvent.compositionStart(box())
    fireEvent.change(box(), { target: { value: '１２a' } })
    expect(screen.getByRole('status').textContent).toBe('')
    fireEvent.compositionEnd(box())
    expect(screen.getByRole('status').textContent).toBe('12')
  })
})

test('UI-10 what was pasted is tidied when the person leaves the field', () => {
  render(<Kept tidy={(text) => text.replace(/\D/g, '')} />)
  fireEvent.change(box(), { target: { value: '138-0000 0000' } })
  fireEvent.blur(box())
  expect(box().value).toBe('13800000000')
})

describe('UI-07 code', () => {
  test('UI-07 one input event with the whole code fills it and completes once', () => {
    const onComplete = vi.fn()
    render(<Code onComplete={onComplete} />)
    const input = screen.getByLabelText<HTMLInputElement>('6 digits')
    expect(input.autocomplete).toBe('one-time-code')
    expect(input.inputMode).toBe('numeric')
    fireEvent.change(input, { target: { value: '验证码 123456' } })
    fireEvent.change(input, { target: { value: '1234567' } })
    expect(input.value).toBe('123456')
    expect(onComplete.mock.calls).toEqual([['123456']])
  })
  const paste = (text: string) => fireEvent.paste(screen.getByLabelText('code'), { clipboardData: { getData: () => text } })
  test('NF-11 of a pasted message the code alone fills the boxes; without one they stay, and the field says so', () => {
    render(<CodeInField />)
    const input = screen.getByLabelText<HTMLInputElement>('code')
    paste('【95588】您尾号8888的卡验证码 0427')
    expect(input.value).toBe('0427')
    paste('【95588】您尾号8888的卡验证码 123456')
    expect(input.value).toBe('0427')
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('no code of 4')
    paste('９９９９')
    expect(input.value).toBe('9999')
    expect(screen.queryByText('no code of 4')).toBeNull()
  })
  test('NF-11 a letter typed beside the digits is left out in silence', () => {
    render(<CodeInField />)
    const input = screen.getByLabelText<HTMLInputElement>('code')
    fireEvent.change(input, { target: { value: '04' } })
    fireEvent.change(input, { target: { value: '04a' } })
    expect(input.value).toBe('04')
    expect(screen.queryByText('no code of 4')).toBeNull()
  })
})

describe('Button', () => {
  test('a press whose promise is pending cannot be pressed again, even twice at once', async () => {
    const pressed = vi.fn()
    let finish: () => void = () => undefined
    render(
      <Button
        onPress={() =>
          new Promise<void>((resolve) => {
            pressed()
            finish = resolve
          })
        }
      >
        go
      </Button>,
    )
    const button = screen.getByRole('button')
    fireEvent.click(button)
    fireEvent.click(button)
    expect(pressed).toHaveBeenCalledTimes(1)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await act(async () => finish())
    fireEvent.click(button)
    expect(pressed).toHaveBeenCalledTimes(2)
  })
  test('a failed press frees the button; what the person saw already is not reported again', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const seen = Object.assign(new Error('seen'), { shown: true })
    render(<Button onPress={() => Promise.reject(seen)}>go</Button>)
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull())
    expect(report).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })
  test('loading ignores taps', () => {
    const pressed = vi.fn()
    render(
      <Button loading onPress={pressed}>
        go
      </Button>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(pressed).not.toHaveBeenCalled()
  })
})

test('a tap on a link inside a consent does not tick it', () => {
  const change = vi.fn()
  render(
    <Checkbox checked={false} onChange={change}>
      agree to{' '}
      <button type="button" onClick={(event) => event.preventDefault()}>
        text
      </button>
    </Checkbox>,
  )
  fireEvent.click(screen.getByText('text'))
  expect(change).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('checkbox'))
  expect(change).toHaveBeenCalledWith(true)
})

describe('Sheet', () => {
  const open = () => {
    render(<Opener />)
    const opener = screen.getByText('open')
    opener.focus()
    fireEvent.click(opener)
    return opener
  }
  test('it is a named dialog that takes the focus and gives it back', () => {
    const opener = open()
    const dialog = screen.getByRole('dialog', { name: 'terms' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    fireEvent.click(screen.getByLabelText('close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })
  test('Escape closes it; UI-19 the page below is locked meanwhile', () => {
    open()
    expect(document.body.dataset.locked).toBe('')
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.dataset.locked).toBeUndefined()
  })
  test('UI-05 Back finds the open overlay and closes it', () => {
    open()
    expect(hasOverlay()).toBe(true)
    act(() => closeTopOverlay())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(hasOverlay()).toBe(false)
  })
})

test('confirm answers true on agreeing and false on closing', async () => {
  render(withWords(<ConfirmHost />))
  let first: Promise<boolean> | undefined
  act(() => {
    first = confirm({ title: 'sure?', yes: 'yes', no: 'no' })
  })
  expect(await screen.findByRole('alertdialog', { name: 'sure?' })).toBeTruthy()
  fireEvent.click(screen.getByText('yes'))
  expect(await first).toBe(true)
  let second: Promise<boolean> | undefined
  act(() => {
    second = confirm({ title: 'sure?' })
  })
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(await second).toBe(false)
})

describe('toast', () => {
  test('R9.1 it stays 2000 ms unless told otherwise, in a live region that is always there', () => {
    vi.useFakeTimers()
    render(<ToastHost />)
    const region = screen.getByRole('status')
    act(() => toast('saved'))
    expect(region.textContent).toBe('saved')
    act(() => vi.advanceTimersByTime(1999))
    expect(region.textContent).toBe('saved')
    act(() => vi.advanceTimersByTime(1))
    expect(region.textContent).toBe('')
    act(() => toast('again', 1500))
    act(() => vi.advanceTimersByTime(1500))
    expect(region.textContent).toBe('')
    vi.useRealTimers()
  })
  test('R2.81 it can be closed at once', () => {
    render(<ToastHost />)
    act(() => toast('saved'))
    act(() => closeToast())
    expect(screen.getByRole('status').textContent).toBe('')
  })
})

test('a picker opens its list on demand and hands over the choice', async () => {
  const change = vi.fn()
  render(
    withWords(
      <PickerField
        label="use"
        value="01"
        options={[
          { value: '01', label: 'one' },
          { value: '02', label: 'two' },
        ]}
        onChange={change}
      />,
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'use one' }))
  fireEvent.click(await screen.findByText('two'))
  expect(change).toHaveBeenCalledWith('02')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a field ties label, help and error to its input', () => {
  const { rerender } = render(
    <Field label="phone" hint="eleven digits">
      <TextInput value="" onChange={() => undefined} />
    </Field>,
  )
  const input = screen.getByLabelText('phone')
  const help = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  expect(help()).toBe('eleven digits')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  rerender(
    <Field label="phone" hint="eleven digits" error="too short">
      <TextInput value="" onChange={() => undefined} />
    </Field>,
  )
  expect(help()).toBe('too short')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})
