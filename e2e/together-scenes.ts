import { z } from 'zod'
import type { Data, Scene } from './scenes.ts'

const bill = z.looseObject({ loanId: z.int(), contractNo: z.string() })

/** The bills of another loan beside those of the first. */
function ofTwoLoans(data: Data): Data {
  const bills = z.array(bill).parse(data.bills)
  return {
    ...data,
    bills: bills.flatMap((one) => [one, { ...one, loanId: one.loanId + 1, contractNo: `${one.contractNo.slice(0, -1)}9` }]),
  }
}

/** Results of another debit each time: one that succeeded, one that failed, and so on. */
function apart(): (data: Data) => Data {
  let number = 0
  return (data) => {
    number += 1
    return number % 2 === 1
      ? { ...data, repaymentId: number }
      : { ...data, repaymentId: number, status: 'failed', takenFen: 0, reason: 'balanceTooLow' }
  }
}

/** Choosing bills of several loans, paying them together, and what came of each. */
export const togetherScenes: readonly Scene[] = [
  {
    name: 'bills-chosen',
    screen: '/loan/record',
    path: '/loan/record',
    as: 'active',
    answers: { '/repay/bills**': ofTwoLoans },
    act: async ({ page, words }) => page.getByRole('button', { name: words.repay.bills.chooseAll, exact: true }).click(),
  },
  {
    name: 'bills-running',
    screen: '/loan/record',
    path: '/loan/record',
    as: 'overdue',
    answers: {
      '/repay/bills**': (data) => ({
        ...data,
        bills: z
          .array(bill)
          .parse(data.bills)
          .map((one) => ({ ...one, runningRepaymentId: 1 })),
      }),
    },
  },
  {
    name: 'together',
    screen: '/repayTogether',
    path: '/repayTogether',
    as: 'active',
    of: ({ loanId = 0 }) => `/repayTogether?bills=${loanId}.12_${loanId + 1}.12`,
    answers: { '/repay/bills**': ofTwoLoans },
  },
  { name: 'together-none', screen: '/repayTogether', path: '/repayTogether', as: 'approved' },
  {
    name: 'repaid-several',
    screen: '/repaymentResult',
    path: '/repaymentResult',
    as: 'settled',
    of: ({ repaymentId = 0 }) => `/repaymentResult?ids=${repaymentId}.${repaymentId}`,
    answers: { '/repay/result/*': apart() },
  },
]
