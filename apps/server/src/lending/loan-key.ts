/** What a loan is found by: its borrower comes first in every key, so that tables can be spread over machines. */
export type LoanKey = { readonly userId: number; readonly loanId: number }
