import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { checkField, checkForm, type FormResult, type FormRules, type FormValues, fieldsOf } from './form-rules.ts'

export type FieldState = {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Asks the rules of this field, for when the person leaves it. Nothing is said of a field left empty before sending. */
  readonly onBlur: () => void
}

export type Form<V extends FormValues> = {
  /** For an input, whose `Field` gets `errorOf`. */
  readonly field: (name: keyof V & string) => FieldState
  /** What is wrong with the field, in words. */
  readonly errorOf: (name: keyof V & string) => string | undefined
  /** Takes away what is wrong with fields that are changed from elsewhere. */
  readonly forget: (...names: readonly (keyof V & string)[]) => void
  /**
   * Asks the rules of the named fields, or all of them, shows what is wrong and leads to the first wrong field. The answer is about the
   * values as they are then.
   */
  readonly submit: (...names: readonly (keyof V & string)[]) => Promise<FormResult<V>>
  /** Shows what somebody else found wrong, as a server's refusal, and leads there. */
  readonly refuse: (name: keyof V & string, message: string) => void
  /** Goes around the fields, so that the first wrong one can be found: `ref` of an element, `place` of a Page. */
  readonly place: RefCallback<HTMLElement>
}

type Given<V extends FormValues> = {
  readonly values: V
  readonly onChange: (name: keyof V & string, value: string) => void
  readonly rules: FormRules<V>
}

/**
 * A form by rules, of values that the caller holds: in a state, a store or a draft. Typing takes the error of a field away; an answer to an
 * older value of it is dropped, however late it comes. A rule that cannot be asked on leaving a field says nothing: it is asked again on
 * sending, and there it rejects.
 */
export function useForm<V extends FormValues>(given: Given<V>): Form<V> {
  const newest = useRef(given)
  newest.current = given
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({})
  const { place, lead } = useLead()
  const forget = (...names: readonly string[]) => setErrors((before) => without(before, names))
  const change = (name: keyof V & string, value: string) => {
    const now = newest.current
    newest.current = { ...now, values: { ...now.values, [name]: value } }
    now.onChange(name, value)
    forget(name)
  }
  const leave = async (name: keyof V & string) => {
    const { values, rules } = newest.current
    if (values[name]?.trim() === '') return
    const error = await checkField(name, values, rules).catch(() => undefined)
    if (newest.current.values[name] === values[name] && error !== undefined) setErrors((before) => ({ ...before, [name]: error.message }))
  }
  const submit = async (...names: readonly (keyof V & string)[]) => {
    const fields = names.length > 0 ? names : fieldsOf(given.rules)
    const result = await checkNewest(newest, fields)
    setErrors((before) => ({
      ...without(before, fields),
      ...Object.fromEntries(result.errors.map(({ field, message }) => [field, message])),
    }))
    if (!result.valid) lead()
    return result
  }
  return {
    errorOf: (name) => errors[name],
    field: (name) => ({
      value: given.values[name] ?? '',
      onChange: (value) => change(name, value),
      onBlur: () => void leave(name),
    }),
    forget,
    submit,
    refuse: (name, message) => {
      setErrors((before) => ({ ...before, [name]: message }))
      lead()
    },
    place,
  }
}

/** What was changed while the rules were asked is asked again. */
async function checkNewest<V extends FormValues>(newest: { readonly current: Given<V> }, fields: readonly (keyof V & string)[]) {
  let asked = newest.current
  let result = await checkForm(asked.values, asked.rules, fields)
  while (fields.some((field) => asked.values[field] !== newest.current.values[field])) {
    asked = newest.current
    result = await checkForm(asked.values, asked.rules, fields)
  }
  return result
}

/** Brings the first wrong field into view and puts the cursor into it; a group of choices takes it with its first. */
function useLead() {
  const box = useRef<HTMLElement>(null)
  const [times, setTimes] = useState(0)
  useLayoutEffect(() => {
    if (times === 0) return
    const wrong = box.current?.querySelector<HTMLElement>('[data-wrong], [aria-invalid="true"]')
    const input = wrong?.querySelector<HTMLElement>('input, textarea, button') ?? wrong
    input?.focus({ preventScroll: true })
    wrong?.scrollIntoView?.({ block: 'center' })
  }, [times])
  const place = useCallback((element: HTMLElement | null) => {
    box.current = element
  }, [])
  return { place, lead: () => setTimes((before) => before + 1) }
}

function without(errors: Readonly<Partial<Record<string, string>>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))
}
