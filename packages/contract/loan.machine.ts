import { type EventOf, machine } from '@fyh/base/machine.ts'

/**
 * Spec 4 and R4.1: the six loan statuses and every move between them, by the numbers that the specification draws them with; no other move
 * exists. From 3 to 2 when the lender reports late that it did pay.
 */
export const loanMachine = machine('loan', '1', {
  '1': { paidOut: '2', refused: '3' },
  '2': { firstDayEnds: '4', settle: '5' },
  '3': { reLoan: '1', paidOut: '2' },
  '4': { fallOverdue: '6', settle: '5' },
  '5': {},
  '6': { cure: '4', settle: '5' },
})
export type LoanEvent = EventOf<typeof loanMachine>
