import { type Fen, fen, parseYuan } from '@fyh/base/money.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { type RepayQuote, repayQuoteLook, usePay } from './repay.queries.ts'
import { useConfirming } from './use-confirming.ts'

/** At least one yuan is debited at a time, unless less than that is owed. */
const partMin = fen(100)

/** The state of one payment being made: whole or in part, and its confirmation. */
export function usePaying(quote: RepayQuote, cardId: number | undefined) {
  const t = useWords('repay')
  const pay = usePay()
  const [part, setPart] = useState<string>()
  const wanted = part === undefined ? quote.parts.total : parseYuan(part)
  const partProblem = part === undefined ? undefined : problemOf(wanted, quote.parts.total, t)
  const confirming = useConfirming({
    busy: pay.isPending,
    outdated: repayQuoteLook(quote.loanId, quote.mode).queryKey,
    order: (authCode) => {
      if (cardId === undefined) return t('detail.cardMissing')
      if (wanted === undefined || partProblem !== undefined) return partProblem ?? t('detail.partTooSmall', { min: yuan(partMin) })
      return {
        about: `pay ${quote.loanId} ${quote.mode} ${quote.onDate} ${wanted} ${quote.parts.total} ${cardId}`,
        send: (idempotencyKey: string) =>
          pay.mutateAsync({ loanId: quote.loanId, mode: quote.mode, amountFen: wanted, cardId, authCode, idempotencyKey }),
      }
    },
  })
  return { ...confirming, wanted, part, setPart, partProblem }
}

function problemOf(amount: Fen | undefined, max: Fen, t: ReturnType<typeof useWords<'repay'>>): string | undefined {
  if (amount === undefined || (amount < partMin && amount !== max)) return t('detail.partTooSmall', { min: yuan(partMin) })
  return amount > max ? t('detail.partTooLarge', { max: yuan(max) }) : undefined
}
