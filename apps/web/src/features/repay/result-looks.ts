import type { Repayment } from './repay.queries.ts'

/** How each state of a repayment looks; one still running is a wait, whichever way it runs. */
export const looks = {
  requested: { moment: 'waiting', words: 'processing' },
  processing: { moment: 'waiting', words: 'processing' },
  unknown: { moment: 'waiting', words: 'unknown' },
  succeeded: { moment: 'done', words: 'succeeded' },
  partly: { moment: 'part', words: 'partly' },
  failed: { moment: 'failed', words: 'failed' },
  returned: { moment: 'failed', words: 'returned' },
} as const satisfies Record<Repayment['status'], { moment: 'waiting' | 'done' | 'part' | 'failed'; words: string }>

/** Whether all or a part of the money counts for the loan. */
export const hasCounted = ({ status }: Repayment): boolean => status === 'succeeded' || status === 'partly'
