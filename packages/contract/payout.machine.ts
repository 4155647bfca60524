import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/**
 * One attempt of a lender to pay a loan out. `unknown` is asked after until known. A late success after a refusal is money that moved, so
 * it is recorded; nothing overwrites a success.
 */
export const payoutMachine = machine('payout', 'requested', {
  requested: { accept: 'accepted', refuse: 'refused', loseTrack: 'unknown', pay: 'paid' },
  accepted: { pay: 'paid', refuse: 'refused', loseTrack: 'unknown' },
  unknown: { accept: 'accepted', pay: 'paid', refuse: 'refused' },
  refused: { pay: 'paid' },
  paid: {},
})
export type PayoutStatus = StateOf<typeof payoutMachine>
/** The states in which the outcome is not known. A loan has at most one attempt in them. */
export const payoutUnderWay = ['requested', 'accepted', 'unknown'] as const satisfies readonly PayoutStatus[]
export type PayoutEvent = EventOf<typeof payoutMachine>
