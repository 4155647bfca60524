import { togetherName } from './attempts.ts'
import { totalOf } from './bill-choice.ts'
import { type LoanBills, usePayTogether } from './repay.queries.ts'
import { useConfirming } from './use-confirming.ts'

/** What is looked at again when the server refuses. */
const billsKey = ['repay', 'bills'] as const

/** The state of paying bills of several loans by one confirmation. */
export function usePayingTogether(chosen: readonly LoanBills[], cardId: number | undefined, told: string | undefined) {
  const pay = usePayTogether()
  const bills = chosen.map(({ loanId, upToPeriod, amountFen }) => ({ loanId, upToPeriod, amountFen }))
  const loanIds = bills.map(({ loanId }) => loanId)
  const sum = totalOf(bills)
  return useConfirming({
    loanIds,
    told,
    busy: pay.isPending || pay.isSuccess,
    about: bills.map(({ loanId, upToPeriod }) => `${loanId}.${upToPeriod}`).join(' '),
    sum,
    typed: undefined,
    cardId,
    debit: { bills },
    order: (card, authCode) => ({
      about: togetherName(loanIds, ...bills.map(({ upToPeriod, amountFen }) => `${upToPeriod}:${amountFen}`), card),
      send: async (idempotencyKey, payPassword) => {
        const { repayments } = await pay.mutateAsync({ bills, cardId: card, authCode, idempotencyKey, payPassword })
        return repayments.map(({ repaymentId }) => repaymentId)
      },
    }),
    stale: [billsKey],
  })
}
