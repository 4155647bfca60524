import { describe, expect, test, vi } from 'vitest'
import { checkField, checkForm, type FormRules, type PromptRule, problemNow } from './form-rules.ts'

type Values = { phone: string; name: string; note: string }
const values: Values = { phone: '', name: '', note: '' }
const rules: FormRules<Values> = {
  phone: [
    { kind: 'required', message: 'phone missing' },
    { kind: 'pattern', pattern: /^1\d{10}$/, message: 'phone wrong' },
    { kind: 'check', check: async (phone) => phone !== '13800000001', message: 'phone taken' },
  ],
  name: [{ kind: 'required', message: 'name missing' }],
  note: [{ kind: 'check', check: (note, { name }) => note !== name, message: 'note is the name' }],
}

describe('R5.2 form rules', () => {
  test('R5.2 a form without faults is valid and has no errors', async () => {
    expect(await checkForm({ phone: '13800000000', name: 'n', note: '' }, rules)).toEqual({ valid: true, errors: [] })
  })
  test('R5.2 each wrong field gives one error, its first, with the message of that rule, in the order of the fields', async () => {
    expect(await checkForm({ ...values, phone: '138', note: 'x' }, rules)).toEqual({
      valid: false,
      errors: [
        { field: 'phone', message: 'phone wrong' },
        { field: 'name', message: 'name missing' },
      ],
    })
  })
  test('R5.2 a custom rule may answer at once or later, and sees the other fields', async () => {
    expect(await checkForm({ phone: '13800000001', name: 'same', note: 'same' }, rules)).toEqual({
      valid: false,
      errors: [
        { field: 'phone', message: 'phone taken' },
        { field: 'note', message: 'note is the name' },
      ],
    })
  })
  test('R5.2 the first failing rule stops the field: those behind it are never asked', async () => {
    const check = vi.fn(() => true)
    const stopped: FormRules<{ code: string }> = {
      code: [
        { kind: 'pattern', pattern: /^\d+$/, message: 'digits' },
        { kind: 'check', check, message: 'never' },
      ],
    }
    expect(await checkField('code', { code: 'a' }, stopped)).toEqual({ field: 'code', message: 'digits' })
    expect(check).not.toHaveBeenCalled()
  })
  test('R5.2 blanks are not an answer, an empty field that is not required is right, and a pattern with a memory judges alike twice', async () => {
    expect(await checkField('name', { ...values, name: ' \u3000' }, rules)).toEqual({ field: 'name', message: 'name missing' })
    const optional: FormRules<{ code: string }> = { code: [{ kind: 'pattern', pattern: /\d/g, message: 'digits' }] }
    expect(await checkField('code', { code: '' }, optional)).toBeUndefined()
    expect(await checkField('code', { code: '1' }, optional)).toBeUndefined()
    expect(await checkField('code', { code: '1' }, optional)).toBeUndefined()
  })
  test('R5.2 a rule that cannot be asked makes the field neither right nor wrong', async () => {
    const broken: FormRules<{ code: string }> = {
      code: [{ kind: 'check', check: () => Promise.reject(new Error('offline')), message: 'taken' }],
    }
    await expect(checkForm({ code: '1' }, broken)).rejects.toThrow('offline')
  })
  test('R5.2 only the fields that are named are asked', async () => {
    expect(await checkForm(values, rules, ['name'])).toEqual({ valid: false, errors: [{ field: 'name', message: 'name missing' }] })
  })
  test('R5.2 where the worth of a value is shown while it is typed, its first failing rule stops, too', () => {
    const asked = vi.fn(() => true)
    const sum: readonly PromptRule[] = [
      { kind: 'required', message: 'sum missing' },
      { kind: 'pattern', pattern: /^\d+$/, message: 'no sum' },
      { kind: 'check', check: asked, message: 'too much' },
    ]
    expect([problemNow('', sum), problemNow('x', sum)]).toEqual(['sum missing', 'no sum'])
    expect(asked).not.toHaveBeenCalled()
    expect(problemNow('7', sum)).toBeUndefined()
    asked.mockReturnValue(false)
    expect(problemNow('7', sum)).toBe('too much')
  })
})
