import { filterText } from './text-filter.ts'

/** Longest card number there is. */
export const cardDigitsMax = 19

/** '6222020000000009' → '6222 0200 0000 0009' */
export function grouped(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Digits of whatever was typed or pasted: full-width ones become plain, spaces, dashes and invisible marks vanish. */
export const digitsOf = (text: string): string => filterText(text, 'digit', Number.POSITIVE_INFINITY)

/** Where the caret belongs in the grouped text so that the same number of digits stands before it. */
export function caretIn(text: string, digitsBefore: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === digitsBefore) return place
    if (text[place] !== ' ') seen++
  }
  return text.length
}
