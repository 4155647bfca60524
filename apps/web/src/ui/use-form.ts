import { type RefObject, useEffect, useRef, useState } from 'react'
import { checkField, checkForm, type FormResult, type FormRules, type FormValues, fieldsOf } from './form-rules.ts'

export type FieldState = {
  readonly value: string
  /** For `Field`, which ties it to the input. */
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  /** Asks the rules of this field, for when the person leaves it. */
  readonly onBlur: () => void
}

export type Form<V extends FormValues> = {
  readonly values: V
  readonly field: (name: keyof V & string) => FieldState
  /** Asks every rule, shows what is wrong and leads to the first wrong field. The answer is about the values as they are then. */
  readonly submit: () => Promise<FormResult<V>>
  /** Goes around the fields, so that the first wrong one can be found. */
  readonly place: RefObject<HTMLDivElement | null>
}

/**
 * A form by rules. Typing takes the error of a field away; an answer to an older value of it is dropped, however late it comes. A rule that
 * cannot be asked on leaving a field says nothing: it is asked again on sending, and there it rejects.
 */
export function useForm<V extends FormValues>({ start, rules }: { start: V; rules: FormRules<V> }): Form<V> {
  const place = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(start)
  const newest = useRef(start)
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({})
  const [leadTo, setLeadTo] = useState(0)
  useEffect(() => {
    if (leadTo > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [leadTo])
  const change = (name: keyof V & string, value: string) => {
    newest.current = { ...newest.current, [name]: value }
    setValues(newest.current)
    setErrors((before) => ({ ...before, [name]: undefined }))
  }
  const leave = async (name: keyof V & string) => {
    const asked = newest.current
    const error = await checkField(name, asked, rules).catch(() => undefined)
    if (newest.current[name] === asked[name] && error !== undefined) setErrors((before) => ({ ...before, [name]: error.message }))
  }
  const submit = async () => {
    let asked = newest.current
    let result = await checkForm(asked, rules)
    while (asked !== newest.current) {
      asked = newest.current
      result = await checkForm(asked, rules)
    }
    setErrors(Object.fromEntries(result.errors.map(({ field, message }) => [field, message])))
    if (!result.valid) setLeadTo((times) => times + 1)
    return result
  }
  const field = (name: keyof V & string): FieldState => ({
    value: values[name] ?? '',
    error: errors[name],
    onChange: (value) => change(name, value),
    onBlur: () => {
      if (fieldsOf(rules).includes(name)) void leave(name)
    },
  })
  return { values, field, submit, place }
}
