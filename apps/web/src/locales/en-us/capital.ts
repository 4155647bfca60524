import type { Same } from '../resources.ts'
import type { capital as zh } from '../zh-cn/capital.ts'

export const capital: Same<typeof zh> = {
  title: {
    product: 'About the loan',
    jsd: 'Loan of a partner lender',
    form: 'Partner application',
    profile: 'Details for the partner',
    withdraw: 'Partner withdrawal',
    result: 'Partner result',
  },
}
