import { isSum, sumOf, sumRule } from '#blocks/sum-rule.ts'
import { useWords } from '#locales/i18n.ts'
import { useEntryText } from '#platform/entry-text.ts'
import { wholeYuan } from '#platform/format.ts'
import { useQuery } from '#platform/query.ts'
import { type PromptRule, problemNow } from '#ui/form-rules.ts'
import { orderName } from './attempts.ts'
import { type PrepayQuote, prepayQuoteLook, usePrepay } from './repay.queries.ts'
import { useConfirming } from './use-confirming.ts'

export type Effect = PrepayQuote['outcomes'][number]['effect']

/** The state of one prepayment: the principal typed, its quote, what it is to do to the plan, and its confirmation. */
export function usePrepaying(limits: PrepayQuote, cardId: number | undefined, told: string | undefined) {
  const prepay = usePrepay()
  const [typed = '', setTyped] = useEntryText('principal')
  const [kept, setEffect] = useEntryText('effect')
  const effect: Effect = kept === 'lower' ? kept : 'shorten'
  const principal = sumOf(typed)
  const rules = usePrincipalRules(limits)
  const problem = problemNow(typed, rules)
  const asked = useQuery({ ...prepayQuoteLook(limits.loanId, principal ?? limits.minFen), enabled: problem === undefined })
  const quote = problem === undefined ? asked.data : undefined
  const confirming = useConfirming({
    loanIds: [limits.loanId],
    told,
    busy: prepay.isPending || prepay.isSuccess,
    about: String(principal),
    sum: quote?.parts.total,
    typed: { value: typed, rules, onChange: setTyped },
    cardId,
    debit: quote && { loanId: quote.loanId, mode: 'prepay', amountFen: quote.parts.total },
    order:
      quote === undefined
        ? undefined
        : (card, authCode) => {
            const { loanId, principalFen, onDate, parts } = quote
            return {
              about: orderName('prepay', loanId, principalFen, parts.total, effect, onDate, card),
              send: async (idempotencyKey, payPassword) => {
                const made = await prepay.mutateAsync({
                  loanId,
                  principalFen,
                  totalFen: parts.total,
                  effect,
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
  const shownProblem = typed === '' ? confirming.form.errorOf('sum') : problem
  return { ...confirming, problem: shownProblem, asked, quote, effect, setEffect }
}

export type Prepaying = ReturnType<typeof usePrepaying>

function usePrincipalRules({ minFen, maxFen, stepFen }: PrepayQuote): readonly PromptRule[] {
  const t = useWords('repay')
  const words = useWords('blocks')
  return [
    { kind: 'required', message: t('prepay.missing') },
    isSum(words('amount.whole')),
    sumRule((amount) => amount > 0, t('prepay.missing')),
    sumRule((amount) => amount >= minFen, t('prepay.tooSmall', { min: wholeYuan(minFen) })),
    sumRule((amount) => amount <= maxFen, t('prepay.tooLarge', { max: wholeYuan(maxFen) })),
    sumRule((amount) => amount % stepFen === 0, t('prepay.stepWrong', { step: wholeYuan(stepFen) })),
  ]
}
