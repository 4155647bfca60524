import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Field } from './field.tsx'
import type { FormResult, FormRules } from './form-rules.ts'
import { TextInput } from './text-input.tsx'
import { useForm } from './use-form.ts'

afterEach(cleanup)

type Values = { name: string; code: string }

function CodeForm({
  check,
  onResult,
}: {
  check: (code: string) => boolean | Promise<boolean>
  onResult?: (result: FormResult<Values>) => void
}) {
  const rules: FormRules<Values> = {
    name: [{ kind: 'required', message: 'name missing' }],
    code: [
      { kind: 'required', message: 'code missing' },
      { kind: 'check', check, message: 'code taken' },
    ],
  }
  const [values, setValues] = useState<Values>({ name: '', code: '' })
  const form = useForm({ values, rules, onChange: (name, value) => setValues((before) => ({ ...before, [name]: value })) })
  return (
    <div ref={form.place}>
      {(['name', 'code'] as const).map((name) => {
        return (
          <Field key={name} label={name} error={form.errorOf(name)}>
            <TextInput {...form.field(name)} />
          </Field>
        )
      })}
      <button type="button" onClick={async () => onResult?.(await form.submit())}>
        send
      </button>
      <button type="button" onClick={() => void form.submit('name')}>
        ask for the name
      </button>
      <button type="button" onClick={() => form.refuse('code', 'code worn out')}>
        refuse the code
      </button>
    </div>
  )
}
const box = (name: 'name' | 'code') => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: 'name' | 'code', text: string) => fireEvent.change(box(name), { target: { value: text } })
const errorOf = (name: 'name' | 'code') => document.getElementById(box(name).getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const send = () => act(async () => fireEvent.click(screen.getByText('send')))

/** Each code is judged when the test says so. */
function judge() {
  const waiting = new Map<string, (met: boolean) => void>()
  const check = vi.fn((code: string) => new Promise<boolean>((resolve) => waiting.set(code, resolve)))
  return { check, answer: (code: string, met: boolean) => act(async () => waiting.get(code)?.(met)) }
}

describe('R5.2 forms by rules', () => {
  test('R5.2 on sending, each error is tied to its field and the first wrong field has the focus', async () => {
    const onResult = vi.fn()
    render(<CodeForm check={() => true} onResult={onResult} />)
    await send()
    expect([errorOf('name'), errorOf('code')]).toEqual(['name missing', 'code missing'])
    expect([box('name'), box('code')].map((one) => one.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
    expect(document.activeElement).toBe(box('name'))
    expect(onResult).toHaveBeenLastCalledWith({
      valid: false,
      errors: [
        { field: 'name', message: 'name missing' },
        { field: 'code', message: 'code missing' },
      ],
    })
    type('name', 'n')
    expect(box('name').getAttribute('aria-invalid')).toBeNull()
    await send()
    expect(document.activeElement).toBe(box('code'))
    type('code', '1')
    await send()
    expect(onResult).toHaveBeenLastCalledWith({ valid: true, errors: [] })
  })
  test('R5.2 leaving a field asks its rules alone', async () => {
    render(<CodeForm check={async () => false} />)
    type('code', '1')
    fireEvent.blur(box('code'))
    await waitFor(() => expect(errorOf('code')).toBe('code taken'))
    expect(errorOf('name')).toBe('')
  })
  test('R5.2 an answer about an older value that comes late is dropped', async () => {
    const { check, answer } = judge()
    render(<CodeForm check={check} />)
    type('code', 'old')
    fireEvent.blur(box('code'))
    type('code', 'new')
    fireEvent.blur(box('code'))
    await answer('new', true)
    await answer('old', false)
    expect(check.mock.calls.map(([code]) => code)).toEqual(['old', 'new'])
    expect(errorOf('code')).toBe('')
  })
  test('R5.2 what is typed while sending is asked again, and the result is about that', async () => {
    const { check, answer } = judge()
    const onResult = vi.fn()
    render(<CodeForm check={check} onResult={onResult} />)
    type('name', 'n')
    type('code', 'old')
    await send()
    type('code', 'new')
    await answer('old', true)
    expect(onResult).not.toHaveBeenCalled()
    await answer('new', false)
    expect(onResult.mock.calls).toEqual([[{ valid: false, errors: [{ field: 'code', message: 'code taken' }] }]])
    expect(errorOf('code')).toBe('code taken')
  })
  test('R5.2 nothing is said of a field left empty before sending', async () => {
    render(<CodeForm check={() => true} onResult={() => undefined} />)
    await act(async () => fireEvent.blur(box('name')))
    expect(errorOf('name')).toBe('')
    await send()
    expect(errorOf('name')).toBe('name missing')
  })
  test('R5.2 one field may be asked for alone, as before a code is sent to it', async () => {
    render(<CodeForm check={() => true} />)
    await act(async () => fireEvent.click(screen.getByText('ask for the name')))
    expect([errorOf('name'), errorOf('code')]).toEqual(['name missing', ''])
    expect(document.activeElement).toBe(box('name'))
  })
  test('a refusal of the server stands at its field, which gets the focus, and goes when the field is changed', async () => {
    render(<CodeForm check={() => true} />)
    type('code', '1')
    await act(async () => fireEvent.click(screen.getByText('refuse the code')))
    expect(errorOf('code')).toBe('code worn out')
    expect(document.activeElement).toBe(box('code'))
    type('code', '2')
    expect(errorOf('code')).toBe('')
  })
})
