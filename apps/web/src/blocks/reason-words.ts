import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'

const known = ['balanceTooLow', 'overCardLimit', 'cardFrozen', 'agreementEnded', 'notReceived', 'nothingTaken', 'noResult'] as const

/** Why a bank refused a debit, in words a person can act on; a code of theirs that we have no words for is not shown raw. */
export function useReasonWords(): (reason: string | null) => string {
  const t = useWords('blocks')
  return (reason) => t(`reason.${known.find((code) => code === reason) ?? 'other'}`)
}

type Failure = DataOf<Api['loan']['detail']>['failure']

/** Why a pay-out failed and what can be done, by what the borrower can do about it. */
export function useFailureWords(): (failure: Failure) => string | undefined {
  const t = useWords('blocks')
  return (failure) => {
    if (failure === null || failure.givenUpAt !== null) return undefined
    return t(failure.cause !== 'lender' && !failure.canResubmit ? 'payoutFailure.checking' : `payoutFailure.${failure.cause}`)
  }
}
