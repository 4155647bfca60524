import { type EventOf, machine } from '@fyh/base/machine.ts'

/**
 * Spec 4 and R4.1: the six loan statuses and every move between them; no other move exists. From 3 to 2 when the lender reports late that it
 * did pay.
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
export type LoanStatus = 1 | 2 | 3 | 4 | 5 | 6

/** Meaning, end-status group and style of each status, as the specification tables them. */
export const loanStatuses = {
  1: { meaning: 'disbursing', group: 'loaning', style: 'pending' },
  2: { meaning: 'disbursed', group: 'success', style: 'success' },
  3: { meaning: 'failed', group: 'fail', style: 'overdue' },
  4: { meaning: 'repaying', group: 'loaning', style: 'pending' },
  5: { meaning: 'settled', group: 'success', style: 'success' },
  6: { meaning: 'overdue', group: 'fail', style: 'overdue' },
} as const satisfies Record<
  LoanStatus,
  { meaning: string; group: 'loaning' | 'success' | 'fail'; style: 'success' | 'pending' | 'overdue' }
>
