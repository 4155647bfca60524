import { loanStatuses, loanStatusOf } from '@fyh/contract/loan-status.ts'
import { useWords } from '#locales/i18n.ts'
import { Tag, type Tone } from '#ui/tag.tsx'

const tones = { success: 'positive', pending: 'warning', overdue: 'negative' } as const satisfies Record<string, Tone>

/**
 * A status in its style of the specification: success, pending or overdue. A loan that was written off has ended, but not repaid, and
 * one that was given up waits for nothing. A number outside the table is a bug of the server and shows nothing.
 */
export function StatusTag({ status: number, isLost, isGivenUp }: { status: number; isLost: boolean; isGivenUp: boolean }) {
  const t = useWords('loan')
  const status = loanStatusOf(number)
  if (status === undefined) return null
  if (isGivenUp) return <Tag>{t('givenUp.status')}</Tag>
  if (isLost) return <Tag tone="negative">{t('lost.status')}</Tag>
  return <Tag tone={tones[loanStatuses[status].style]}>{t(`status.${status}`)}</Tag>
}
