import { type Fen, parseYuan } from '@fyh/base/money.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { wholeYuan } from '#platform/format.ts'
import { useQuery } from '#platform/query.ts'
import { type PrepayQuote, prepayQuoteLook, usePrepay } from './repay.queries.ts'
import { useConfirming } from './use-confirming.ts'

export type Effect = PrepayQuote['outcomes'][number]['effect']

/** The state of one prepayment: the principal typed, its quote, what it is to do to the plan, and its confirmation. */
export function usePrepaying(limits: PrepayQuote, cardId: number | undefined) {
  const t = useWords('repay')
  const prepay = usePrepay()
  const [typed, setTyped] = useState('')
  const [effect, setEffect] = useState<Effect>('shorten')
  const principal = parseYuan(typed)
  const problem = problemOf(principal, limits, t)
  const asked = useQuery({ ...prepayQuoteLook(limits.loanId, principal ?? limits.minFen), enabled: problem === undefined })
  const quote = problem === undefined ? asked.data : undefined
  const confirming = useConfirming({
    busy: prepay.isPending,
    outdated: ['repay', 'prepayQuote', limits.loanId],
    order: (authCode) => {
      if (quote === undefined) return problem ?? t('prepay.missing')
      if (cardId === undefined) return t('detail.cardMissing')
      const { loanId, principalFen, onDate, parts } = quote
      return {
        about: `prepay ${loanId} ${principalFen} ${parts.total} ${effect} ${onDate} ${cardId}`,
        send: (idempotencyKey) =>
          prepay.mutateAsync({ loanId, principalFen, totalFen: parts.total, effect, cardId, authCode, idempotencyKey }),
      }
    },
  })
  return { ...confirming, typed, setTyped, problem: typed === '' ? undefined : problem, asked, quote, effect, setEffect }
}

export type Prepaying = ReturnType<typeof usePrepaying>

function problemOf(
  amount: Fen | undefined,
  { minFen, maxFen, stepFen }: PrepayQuote,
  t: ReturnType<typeof useWords<'repay'>>,
): string | undefined {
  if (amount === undefined || amount === 0) return t('prepay.missing')
  if (amount < minFen) return t('prepay.tooSmall', { min: wholeYuan(minFen) })
  if (amount > maxFen) return t('prepay.tooLarge', { max: wholeYuan(maxFen) })
  return amount % stepFen === 0 ? undefined : t('prepay.stepWrong', { step: wholeYuan(stepFen) })
}
