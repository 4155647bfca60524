/**
 * What a borrower can do about a pay-out that failed. `card`: the bank does not take money on this card; `cardLimit`: the amount is over what
 * the bank allows for it; `lender`: the lender does not lend, and the same request will not change that; `later`: it can be tried again.
 */
export const payoutFailureCauses = ['card', 'cardLimit', 'lender', 'later'] as const
export type PayoutFailureCause = (typeof payoutFailureCauses)[number]

const causeOf: ReadonlyMap<string, PayoutFailureCause> = new Map([
  ['cardRefused', 'card'],
  ['cardFrozen', 'card'],
  ['agreementEnded', 'card'],
  ['overCardLimit', 'cardLimit'],
  ['noFunds', 'later'],
  ['notReceived', 'later'],
  ['withdrawn', 'later'],
])

/** A refusal without a reason, or with a word of the lender's own, is the lender's decision. */
export function payoutFailureCause(reason: string | null): PayoutFailureCause {
  return causeOf.get(reason ?? '') ?? 'lender'
}
