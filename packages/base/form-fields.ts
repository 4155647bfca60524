import { plainNumber } from './chinese-data.ts'

type BothLanguages = { readonly 'zh-cn': string; readonly 'en-us': string }

/** One field of a form that is data: the server and the screen check it by the same function. Values are texts. */
export type FormField = {
  readonly name: string
  readonly type: 'text' | 'number' | 'mobile' | 'option'
  readonly label: BothLanguages
  /** Why it is asked, in the words of the one who asks. */
  readonly why?: BothLanguages | undefined
  readonly required: boolean
  /** Of a text: all of it matches. */
  readonly pattern?: string | undefined
  /** Of a text: characters. */
  readonly lengthMin?: number | undefined
  readonly lengthMax?: number | undefined
  /** Of a whole number. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly unit?: BothLanguages | undefined
  readonly options?: readonly { readonly value: string; readonly label: BothLanguages }[] | undefined
}

export type FieldFault = 'required' | 'tooShort' | 'tooLong' | 'pattern' | 'number' | 'tooSmall' | 'tooLarge' | 'mobile' | 'option'

/** No field of a form takes more. */
export const fieldLengthMax = 200

/** R5.2: the first rule that a value breaks; undefined when it holds. */
export function fieldFault(field: FormField, value: string | undefined): FieldFault | undefined {
  const text = normalField(field, value ?? '')
  if (text === '') return field.required ? 'required' : undefined
  switch (field.type) {
    case 'text':
      return textFault(field, text)
    case 'number':
      return numberFault(field, text)
    case 'mobile':
      return /^1[3-9]\d{9}$/.test(text) ? undefined : 'mobile'
    case 'option':
      return field.options?.some((option) => option.value === text) ? undefined : 'option'
  }
}

/** The first fault of each field that has one, in the order of the fields. */
export function formFaults(
  fields: readonly FormField[],
  values: Readonly<Record<string, string>>,
): { readonly field: string; readonly fault: FieldFault }[] {
  return fields.flatMap((field) => {
    const fault = fieldFault(field, own(values, field.name))
    return fault === undefined ? [] : [{ field: field.name, fault }]
  })
}

/** A form from outside may lack a field that is called like a method of every object. */
const own = (values: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.keys(values).includes(name) ? values[name] : undefined

/** A value as it is checked, kept and sent: without spaces around it, and of numbers without separators. */
export function normalField({ type }: Pick<FormField, 'type'>, value: string): string {
  return type === 'number' || type === 'mobile' ? plainNumber(value) : value.trim()
}

function textFault({ lengthMin = 0, lengthMax = fieldLengthMax, pattern }: FormField, text: string): FieldFault | undefined {
  const length = Array.from(text).length
  if (length < lengthMin) return 'tooShort'
  if (length > Math.min(lengthMax, fieldLengthMax)) return 'tooLong'
  return pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(text) ? undefined : 'pattern'
}

function numberFault({ min, max }: FormField, text: string): FieldFault | undefined {
  if (!/^\d{1,12}$/.test(text)) return 'number'
  if (min !== undefined && Number(text) < min) return 'tooSmall'
  return max !== undefined && Number(text) > max ? 'tooLarge' : undefined
}
