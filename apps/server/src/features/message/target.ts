import type { MessageKind } from '@fyh/contract/message.ts'
import { type MessageTarget, messageTargets } from '@fyh/contract/message-targets.ts'
import { findLoan } from '#lending/loan/loan.ts'
import type { Db } from '#platform/deps.ts'

type About = { readonly userId: number; readonly kind: MessageKind; readonly loanId: number | null }
type Check = (db: Db, about: About) => Promise<boolean>

const isLoanGone: Check = async (db, { userId, loanId }) => loanId !== null && (await findLoan(db, { userId, loanId })) === undefined

/** Targets that can disappear while their message stays. */
const goneChecks: { readonly [Target in MessageTarget]?: Check } = { loan: isLoanGone, pay: isLoanGone }

/** Whether what a message leads to no longer exists. */
export async function isTargetGone(db: Db, about: About): Promise<boolean> {
  return (await goneChecks[messageTargets[about.kind]]?.(db, about)) ?? false
}
