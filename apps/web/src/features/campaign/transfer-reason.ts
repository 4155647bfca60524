import { useWords } from '#locales/i18n.ts'

const known = ['cardFrozen', 'cardClosed', 'overCardLimit', 'notReceived'] as const

/** Why a transfer did not reach its card; a code of the bank that we have no words for is not shown raw. */
export function useTransferReason(): (reason: string | null) => string {
  const t = useWords('campaign')
  return (reason) => t(`reason.${known.find((code) => code === reason) ?? 'other'}`)
}
