import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import { useWords } from '#locales/i18n.ts'
import type { Tone } from '#ui/tag.tsx'
import type { Order } from './equity.queries.ts'

const names = ['activating', 'activationFailed', 'inUse', 'expired', 'refunding', 'refunded'] as const
const tones: Readonly<Record<number, Tone>> = {
  [equityStatuses.activating]: 'warning',
  [equityStatuses.activationFailed]: 'negative',
  [equityStatuses.inUse]: 'positive',
  [equityStatuses.expired]: 'quiet',
  [equityStatuses.refunding]: 'warning',
  [equityStatuses.refunded]: 'positive',
}

/** R4.2: the name of a status and its style. */
export function useStatus(): (order: Pick<Order, 'status'>) => { readonly word: string; readonly tone: Tone } {
  const t = useWords('equity')
  return ({ status }) => ({ word: t(`status.${names[status - 1] ?? 'activating'}`), tone: tones[status] ?? 'quiet' })
}

const reasons = [
  'balanceTooLow',
  'overCardLimit',
  'cardFrozen',
  'cardClosed',
  'agreementEnded',
  'notReceived',
  'soldOut',
  'noResult',
  'paidPart',
] as const

/** Why a payment, an activation or a refund failed; a code that we have no words for is not shown raw. */
export function useReason(): (reason: string | null) => string {
  const t = useWords('equity')
  return (reason) => t(`reason.${reasons.find((code) => code === reason) ?? 'other'}`)
}

/** The card of a payment or a refund: with its bank as long as it is bound. */
export function useCardOf(): (moved: { readonly bankName: string | null; readonly cardTail: string }) => string {
  const t = useWords('equity')
  return ({ bankName, cardTail: tail }) => (bankName === null ? t('cardTail', { tail }) : t('cardNamed', { bank: bankName, tail }))
}
