import { type LoanStatus, loanStatuses } from '@fyh/contract/loan.machine.ts'
import { useWords } from '#locales/i18n.ts'
import { Tag, type Tone } from '#ui/tag.tsx'

const tones = { success: 'positive', pending: 'warning', overdue: 'negative' } as const satisfies Record<string, Tone>

/** The status of a loan out of an answer; a number outside the table is a bug of the server and shows nothing. */
export const isLoanStatus = (status: number): status is LoanStatus => status in loanStatuses

/**
 * A status in its style of the specification: success, pending or overdue. A loan that was written off has ended, but not repaid, and
 * one that was given up waits for nothing.
 */
export function StatusTag({ status, isLost, isGivenUp }: { status: number; isLost: boolean; isGivenUp: boolean }) {
  const t = useWords('loan')
  if (!isLoanStatus(status)) return null
  if (isGivenUp) return <Tag>{t('givenUp.status')}</Tag>
  if (isLost) return <Tag tone="negative">{t('lost.status')}</Tag>
  return <Tag tone={tones[loanStatuses[status].style]}>{t(`status.${status}`)}</Tag>
}
