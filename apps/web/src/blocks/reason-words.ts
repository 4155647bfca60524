import { useWords } from '#locales/i18n.ts'

const known = [
  'balanceTooLow',
  'overCardLimit',
  'cardFrozen',
  'cardRefused',
  'riskRefused',
  'noFunds',
  'agreementEnded',
  'notReceived',
  'nothingTaken',
  'noResult',
] as const

/** Why a bank or a lender said no, in words a person can act on; a code of theirs that we have no words for is not shown raw. */
export function useReasonWords(): (reason: string | null) => string {
  const t = useWords('blocks')
  return (reason) => t(`reason.${known.find((code) => code === reason) ?? 'other'}`)
}
