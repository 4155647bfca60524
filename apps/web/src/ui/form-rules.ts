/** What a form holds: texts by the names of its fields. */
export type FormValues = Readonly<Record<string, string>>

/** R5.2: one demand on a field, and what to say when it is not met. `check` may ask somebody and answer later. */
export type Rule<V extends FormValues> =
  | { readonly kind: 'required'; readonly message: string }
  | { readonly kind: 'pattern'; readonly pattern: RegExp; readonly message: string }
  | { readonly kind: 'check'; readonly check: (value: string, values: V) => boolean | Promise<boolean>; readonly message: string }

/** The rules of each field in the order they are asked; the fields in the order they stand on the screen. */
export type FormRules<V extends FormValues> = { readonly [F in keyof V & string]?: readonly Rule<V>[] }

/** A rule that answers at once, by the value alone. */
export type PromptRule =
  | Exclude<Rule<FormValues>, { readonly kind: 'check' }>
  | { readonly kind: 'check'; readonly check: (value: string) => boolean; readonly message: string }

export type FormError<V extends FormValues> = { readonly field: keyof V & string; readonly message: string }
export type FormResult<V extends FormValues> = { readonly valid: boolean; readonly errors: readonly FormError<V>[] }

/** The named fields, or every one that has rules: the fields side by side, the rules of one field one after the other. */
export async function checkForm<V extends FormValues>(
  values: V,
  rules: FormRules<V>,
  fields: readonly (keyof V & string)[] = fieldsOf(rules),
): Promise<FormResult<V>> {
  const found = await Promise.all(fields.map((field) => checkField(field, values, rules)))
  const errors = found.flatMap((error) => (error === undefined ? [] : [error]))
  return { valid: errors.length === 0, errors }
}

/**
 * The first rule of a field that is not met; those behind it are not asked. An empty field is only asked whether it may be empty, so that
 * a pattern does not turn away what nobody has to give. A check that rejects rejects this, too: whether it is met is not known then.
 */
export async function checkField<V extends FormValues>(
  field: keyof V & string,
  values: V,
  rules: FormRules<V>,
): Promise<FormError<V> | undefined> {
  const value = values[field] ?? ''
  for (const rule of rules[field] ?? []) if (!(await isMet(rule, value, values))) return { field, message: rule.message }
  return undefined
}

/** What the first rule that is not met says, at once: for a value whose worth is shown while it is typed. */
export function problemNow(value: string, rules: readonly PromptRule[]): string | undefined {
  return rules.find((rule) => isMet(rule, value, {}) !== true)?.message
}

export function fieldsOf<V extends FormValues>(rules: FormRules<V>): readonly (keyof V & string)[] {
  return Object.keys(rules)
}

function isMet<V extends FormValues>(rule: Rule<V>, value: string, values: V): boolean | Promise<boolean> {
  const isEmpty = value.trim() === ''
  switch (rule.kind) {
    case 'required':
      return !isEmpty
    case 'pattern':
      // search starts at the beginning each time, whatever flags the pattern has.
      return isEmpty || value.search(rule.pattern) >= 0
    case 'check':
      return isEmpty || rule.check(value, values)
    default:
      return rule satisfies never
  }
}
