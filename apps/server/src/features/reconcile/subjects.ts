import { type Account, accounts } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import type { Difference } from './difference.ts'
import { subjectsOnSide, unbalancedOfSubjects } from './subjects.sql.ts'

/** Reports postings about no loan that are out of balance, and accounts of red packet activities and benefit orders on the wrong side of zero. */
export async function compareSubjects(tx: Tx, report: (difference: Difference) => void): Promise<void> {
  for (const row of await unbalancedOfSubjects(tx)) report({ kind: 'subjectOutOfBalance', ...row })
  for (const side of ['debit', 'credit'] as const) {
    const oneSided = accountNames.filter((name) => accounts[name].side !== side && !accounts[name].mayCross)
    for (const row of await subjectsOnSide(tx, { accounts: oneSided, side })) report({ kind: 'subjectOnWrongSide', ...row })
  }
}

const accountNames = Object.keys(accounts).filter((name): name is Account => Object.hasOwn(accounts, name))
