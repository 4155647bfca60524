import { type Fen, parseYuan } from '@fyh/base/money.ts'
import type { PromptRule } from '#ui/form-rules.ts'

/** R5.2: a demand on a sum as it is typed, in yuan; a text that is no sum meets none. */
export const sumRule = (meets: (amount: Fen) => boolean, message: string): PromptRule => ({
  kind: 'check',
  check: (text) => {
    const amount = parseYuan(text)
    return amount !== undefined && meets(amount)
  },
  message,
})
