/** The six statuses of the specification by name: number, end-status group and style. Inside is the name; answers and the database have the number. */
export const loanStatuses = {
  disbursing: { number: 1, group: 'loaning', style: 'pending' },
  disbursed: { number: 2, group: 'success', style: 'success' },
  failed: { number: 3, group: 'fail', style: 'overdue' },
  repaying: { number: 4, group: 'loaning', style: 'pending' },
  settled: { number: 5, group: 'success', style: 'success' },
  overdue: { number: 6, group: 'fail', style: 'overdue' },
} as const satisfies Record<string, { number: number; group: 'loaning' | 'success' | 'fail'; style: 'success' | 'pending' | 'overdue' }>
export type LoanStatus = keyof typeof loanStatuses
export type LoanStatusNumber = (typeof loanStatuses)[LoanStatus]['number']

// Object.keys is typed wider than the table it was given.
export const loanStatusNames = Object.keys(loanStatuses) as readonly LoanStatus[]

/** Undefined for a number outside the table. */
export const loanStatusOf = (number: number): LoanStatus | undefined => loanStatusNames.find((name) => loanStatuses[name].number === number)

/** The money has gone out and the loan is not settled. */
export const openStatuses = ['disbursed', 'repaying', 'overdue'] as const satisfies readonly LoanStatus[]

/** Whether the loan of an answer, which has the number, is in one of the statuses. */
export const isStatus = ({ status }: { readonly status: number }, ...names: readonly LoanStatus[]): boolean =>
  names.some((name) => loanStatuses[name].number === status)
