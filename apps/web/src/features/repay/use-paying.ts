import { type Fen, fen } from '@fyh/base/money.ts'
import { isSum, sumOf, sumRule } from '#blocks/sum-rule.ts'
import { useWords } from '#locales/i18n.ts'
import { useEntryText } from '#platform/entry-text.ts'
import { yuan } from '#platform/format.ts'
import { type PromptRule, problemNow } from '#ui/form-rules.ts'
import { orderName } from './attempts.ts'
import { type RepayQuote, usePay } from './repay.queries.ts'
import { useConfirming } from './use-confirming.ts'

/** At least one yuan is debited at a time, unless less than that is owed. */
const partMin = fen(100)

/** The state of one payment being made: whole or in part, and its confirmation. */
export function usePaying(quote: RepayQuote, cardId: number | undefined, told: string | undefined) {
  const pay = usePay()
  const [kept, setPart] = useEntryText('part')
  const couponId = quote.coupon?.couponId
  // A coupon needs the whole amount.
  const part = couponId === undefined ? kept : undefined
  const wanted = part === undefined ? quote.parts.total : sumOf(part)
  const rules = usePartRules(quote.parts.total)
  const partProblem = part === undefined ? undefined : problemNow(part, rules)
  const confirming = useConfirming({
    loanIds: [quote.loanId],
    told,
    busy: pay.isPending || pay.isSuccess,
    about: part === undefined ? `whole ${couponId ?? ''}` : 'part',
    sum: part === undefined ? wanted : undefined,
    typed: part === undefined ? undefined : { value: part, rules, onChange: setPart },
    cardId,
    debit: wanted === undefined || partProblem !== undefined ? undefined : { loanId: quote.loanId, mode: quote.mode, amountFen: wanted },
    order:
      wanted === undefined || partProblem !== undefined
        ? undefined
        : (card, authCode) => {
            const { loanId, mode, onDate, parts } = quote
            const isPart = part !== undefined
            return {
              about: orderName('pay', loanId, mode, onDate, wanted, parts.total, isPart ? 'part' : 'whole', card, couponId ?? 'none'),
              send: async (idempotencyKey: string, payPassword?: string) => {
                const made = await pay.mutateAsync({
                  loanId,
                  mode,
                  amountFen: wanted,
                  part: isPart,
                  couponId,
                  cardId: card,
                  authCode,
                  idempotencyKey,
                  payPassword,
                })
                return [made.repaymentId]
              },
            }
          },
  })
  const shownProblem = part === '' ? confirming.form.errorOf('sum') : partProblem
  return { ...confirming, wanted, part, setPart, partProblem, shownProblem }
}

function usePartRules(max: Fen): readonly PromptRule[] {
  const t = useWords('repay')
  const words = useWords('blocks')
  const tooSmall = t('detail.partTooSmall', { min: yuan(partMin) })
  return [
    { kind: 'required', message: tooSmall },
    isSum(words('amount.fen')),
    sumRule((amount) => amount >= partMin || amount === max, tooSmall),
    sumRule((amount) => amount <= max, t('detail.partTooLarge', { max: yuan(max) })),
  ]
}
