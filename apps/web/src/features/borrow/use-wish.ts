import { type Fen, fen, minFen, mulDiv } from '@fyh/base/money.ts'
import { options as lists, type OptionOf } from '@fyh/contract/options.ts'
import { useState } from 'react'
import { isSum, sumOf, sumRule } from '#blocks/sum-rule.ts'
import { useWords } from '#locales/i18n.ts'
import { useEntryText } from '#platform/entry-text.ts'
import { wholeYuan } from '#platform/format.ts'
import { useUserStore } from '#platform/store.ts'
import { type PromptRule, problemNow } from '#ui/form-rules.ts'
import type { BorrowOptions } from './borrow.queries.ts'
import { type Preview, previewOf } from './preview.ts'

export type Wish = {
  readonly amount: string
  readonly amountFen: Fen | undefined
  readonly periods: OptionOf<'period'>
  readonly method: OptionOf<'repayMethod'>
  readonly use: OptionOf<'loanUse'>
  /** Why the amount cannot be borrowed, in words; undefined when it can. */
  readonly problem: string | undefined
  readonly preview: Preview | undefined
  readonly set: (part: { preMoney?: string; period?: number; use?: string }) => void
  readonly setMethod: (method: string) => void
}

const modestFen = fen(1_000_000)

/** Fen as plain text of whole yuan, as one would type it. */
export const typed = (amount: Fen): string => String(mulDiv({ value: amount, times: 1, over: 100, rounding: 'down' }))

/** What the borrower wishes: kept in the user store, so that coming back finds it as it was left. */
export function useWish(offer: BorrowOptions): Wish {
  const rules = useAmountRules(offer)
  const kept = useUserStore((state) => state.confirmInfo)
  const [chosen, setMethod] = useEntryText('method')
  const method = offer.methods.find((value) => value === chosen) ?? 'equalInstalment'
  // A modest sum, until the person types: nobody is pushed to the most there is; a field they emptied stays empty for what they type next.
  const [emptied, setEmptied] = useState(false)
  const amount = kept.preMoney === '' && !emptied ? typed(minFen(modestFen, offer.maxFen)) : kept.preMoney
  const amountFen = sumOf(amount)
  const periods = lists.period.find((period) => period === kept.period) ?? lists.period[0]
  const use = lists.loanUse.find((value) => value === kept.use) ?? lists.loanUse[0]
  const problem = problemNow(amount, rules)
  const preview = amountFen === undefined || problem !== undefined ? undefined : previewOf({ amountFen, periods, method }, offer)
  return {
    amount,
    amountFen,
    periods,
    method,
    use,
    problem,
    preview,
    set: (part) => {
      if (part.preMoney !== undefined) setEmptied(part.preMoney === '')
      useUserStore.setState((state) => ({ confirmInfo: { ...state.confirmInfo, ...part } }))
    },
    setMethod,
  }
}

function useAmountRules({ minFen, maxFen, stepFen }: BorrowOptions): readonly PromptRule[] {
  const t = useWords('borrow')
  const words = useWords('blocks')
  return [
    { kind: 'required', message: t('amount.missing') },
    isSum(words('amount.whole')),
    sumRule((amount) => amount > 0, t('amount.missing')),
    sumRule((amount) => amount >= minFen, t('amount.tooSmall', { min: wholeYuan(minFen) })),
    sumRule((amount) => amount <= maxFen, t('amount.tooLarge', { max: wholeYuan(maxFen) })),
    sumRule((amount) => amount % stepFen === 0, t('amount.step', { step: wholeYuan(stepFen) })),
  ]
}
