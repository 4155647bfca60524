import { halfWidth } from '@fyh/base/money.ts'

/** Longer texts are no amounts; what shows that they were cut is none either. */
const textMax = 40

/** Digits and at most one point with at most two more behind it: nothing that a box would have to read in its own way. */
export const isAmountText = (text: string): boolean => /^\d+(\.\d{0,2})?$/.test(text)

/** '12345.6' → '12,345.6'; what was typed stays, only commas come between. A text that is no amount is shown as it is. */
export function withCommas(text: string): string {
  if (!isAmountText(text)) return text
  const [whole = '', ...rest] = text.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...rest].join('.')
}

/** An edit of the box: what stands there now, what was its value before, and what was put in, as far as the browser says so. */
export type AmountEdit = { readonly text: string; readonly before: string; readonly inserted?: string | undefined }

/**
 * The plain amount that an edit means: full-width digits, commas or spaces between thousands and a currency sign or word beside the digits
 * are understood, '.5' is '0.5'. Whatever else is there ('-3', '1e5', '12.345', '1,5') stays as it was typed, and is no amount: nothing
 * is left out that would make it another one.
 */
export function amountText({ text, before, inserted }: AmountEdit): string {
  const plain = halfWidth(text).replace(marks, '')
  const [, whole = '', decimals = ''] = written.exec(plain) ?? []
  if (whole + decimals === '') return plain.trim() === '' ? '' : cut(text)
  const ours = isAmountText(before) && separators((inserted ?? '').trim()) === 0 ? separators(withCommas(before)) : 0
  if (separators(whole) > ours && !/^\d{1,3}([\s,]\d{3})+$/.test(whole)) return cut(text)
  return `${whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'}${decimals}`
}

/** The marks of direction that come along when a number is copied. */
const marks = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

const written = /^\s*(?:¥|\uffe5|CNY|RMB)?\s*((?:\d(?:[\d,\s]*\d)?)?)(\.\d{0,2})?\s*(?:\u5143|yuan|CNY|RMB)?\s*$/i

const separators = (text: string): number => text.replace(/[^\s,\uff0c]/g, '').length

const cut = (text: string): string => (text.length <= textMax ? text : `${text.slice(0, textMax)}…`)

/** Where the caret belongs in the text with commas so that the same number of digits stands before it. */
export function caretAfter(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let place = 0; place < grouped.length; place++) {
    if (seen === digitsBefore) return place
    if (grouped[place] !== ',') seen++
  }
  return grouped.length
}
