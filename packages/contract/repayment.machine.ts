import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/**
 * A debit from request to known outcome. A late success after a failure is money that arrived, so it is recorded; nothing overwrites a
 * success but the channel taking the money back. Of a part it may turn out that the rest was taken, too.
 */
export const repaymentMachine = machine('repayment', 'requested', {
  requested: { send: 'processing', fail: 'failed' },
  processing: { succeed: 'succeeded', takePart: 'partly', fail: 'failed', loseTrack: 'unknown' },
  unknown: { succeed: 'succeeded', takePart: 'partly', fail: 'failed' },
  failed: { succeed: 'succeeded', takePart: 'partly' },
  partly: { takeRest: 'succeeded', takeBack: 'returned' },
  succeeded: { takeBack: 'returned' },
  returned: {},
})
export type RepaymentStatus = StateOf<typeof repaymentMachine>
/** The states in which the result is not known. A loan has at most one debit in them. */
export const repaymentUnderWay = ['requested', 'processing', 'unknown'] as const satisfies readonly RepaymentStatus[]
export type RepaymentEvent = EventOf<typeof repaymentMachine>
