import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/**
 * Money that moves to or from a card for something other than a loan, from request to known outcome. Of a debit a success may become known
 * after a failure: that money arrived. A transfer that the card's bank sent back, or a debit that the channel took back, is returned.
 */
export const transferMachine = machine('transfer', 'requested', {
  requested: { send: 'processing', fail: 'failed' },
  processing: { succeed: 'succeeded', fail: 'failed', loseTrack: 'unknown' },
  unknown: { succeed: 'succeeded', fail: 'failed' },
  failed: { succeed: 'succeeded' },
  succeeded: { takeBack: 'returned' },
  returned: {},
})
export type TransferStatus = StateOf<typeof transferMachine>
/** The states in which the result is not known. A subject has at most one transfer of a purpose in them. */
export const transferUnderWay = ['requested', 'processing', 'unknown'] as const satisfies readonly TransferStatus[]
export type TransferEvent = EventOf<typeof transferMachine>

/** What the money is for, and which way it moves: out to the card, or in from it. */
export const transferPurposes = { redPacket: 'out', benefit: 'in', benefitRefund: 'out' } as const
export type TransferPurpose = keyof typeof transferPurposes
