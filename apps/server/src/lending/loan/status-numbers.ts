import { type LoanStatus, type LoanStatusNumber, loanStatuses } from '@fyh/contract/loan-status.ts'
import { type RawBuilder, sql } from 'kysely'

/** The number that answers and the database have for a status. */
export const numberOf = (status: LoanStatus): LoanStatusNumber => loanStatuses[status].number

/** Statuses as a list for SQL. Written out, because PostgreSQL takes an index over some statuses only when it sees which are asked for. */
export const statusNumbers = (...statuses: readonly LoanStatus[]): RawBuilder<unknown> =>
  sql.join(statuses.map((status) => sql.lit(numberOf(status))))
