import type { CivilDate } from '@fyh/base/dates.ts'
import type { LenderParty } from '@fyh/base/lender-party.ts'
import type { Fen } from '@fyh/base/money.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import type { Answer } from './answer.ts'
import { answerSchema, anyReason, type VendorCall } from './vendor-call.ts'

/** `after` is the `next` of the page before; null asks for the first one. */
export type AskStatement = { readonly date: CivilDate; readonly after: string | null }

/** Money that an outside party moved under one of our orders. A `return` is a debit, or a part of one, given back to the payer's bank; a `transferReturn` is money to a card that came back. */
export type StatementEntry = {
  readonly orderKey: string
  readonly kind: 'debit' | 'return' | 'payOut' | 'transfer' | 'transferReturn'
  readonly amountFen: Fen
}

/**
 * One page of what a party did on a day, by order key in the order of its bytes, at most `statementPageMax` entries; an order with two
 * entries has them side by side. `next` is null on the last page. A party files an order under the day we ordered it on.
 */
export type StatementPage = Answer<{ readonly entries: readonly StatementEntry[]; readonly next: string | null }>

export const statementPageMax = 500

const page = answerSchema(
  {
    entries: z
      .array(
        z.object({
          orderKey: z.string().max(80),
          kind: z.enum(['debit', 'return', 'payOut', 'transfer', 'transferReturn']),
          amountFen: fenAmount,
          on: day,
        }),
      )
      .max(statementPageMax),
    next: z.string().max(120).nullable(),
  },
  anyReason,
)

/** The statement of a sandbox party. An entry of another day than was asked for makes the answer none. */
export function sandboxStatement(call: VendorCall, party: 'payment' | LenderParty): (asked: AskStatement) => Promise<StatementPage> {
  return async ({ date, after }) => {
    const key = `statement-${date}-${after ?? ''}`.slice(0, 80)
    const answer = await call(`/vendor/${party}/statement`, { key, date, after }, page)
    if (answer.answer !== 'ok') return answer
    if (answer.entries.some(({ on }) => on !== date)) return { answer: 'unknown' }
    return { ...answer, entries: answer.entries.map(({ orderKey, kind, amountFen }) => ({ orderKey, kind, amountFen })) }
  }
}
