import { type Fen, parseYuan } from '@fyh/base/money.ts'
import type { PromptRule } from '#ui/form-rules.ts'

/** The sum of a box, in fen; a point with nothing behind it is one on its way. Undefined for a text that is none. */
export const sumOf = (text: string): Fen | undefined => parseYuan(text.replace(/\.$/, ''))

/** More digits than any sum has. It is judged as the largest one, so that its box says the limit. */
const tooLong = /^\d{14}[\d.]*$/
const largest = '9'.repeat(13)

/** R5.2: a demand on a sum as it is typed, in yuan; a text that is no sum meets none. */
export const sumRule = (meets: (amount: Fen) => boolean, message: string): PromptRule => ({
  kind: 'check',
  check: (text) => {
    const amount = sumOf(text.replace(tooLong, largest))
    return amount !== undefined && meets(amount)
  },
  message,
})

/** What each sum is asked first: whether it is one. `message` says how sums are written. */
export const isSum = (message: string): PromptRule => sumRule(() => true, message)
