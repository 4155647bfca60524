import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { TransferPurpose } from '@fyh/contract/transfer.machine.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { Subject } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import { insertTransfer, type TransferKey } from './transfers.sql.ts'

export type WantedTransfer = {
  readonly userId: number
  readonly purpose: TransferPurpose
  readonly subject: Subject
  readonly amountFen: Fen
  /** A card of the borrower; to find and refuse one that is not is the caller's part. */
  readonly cardId: number
}

/**
 * Orders money to or from a card, by the purpose, with the caller's transaction. The owning slice learns of the end by `transferEnded`.
 * A second order of the same purpose and subject while one is under way is an error of the caller.
 */
export async function orderTransfer(tx: Tx, deps: LendingDeps, { userId, cardId, ...wanted }: WantedTransfer): Promise<TransferKey> {
  const card = await deps.cards.cardOf(tx, userId, cardId)
  assert(card !== undefined, `a transfer names card ${cardId}, which borrower ${userId} does not have`)
  const key = { userId, transferId: deps.ids() }
  const times = { orderedOn: today(deps.clock), orderedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  await insertTransfer(tx, { ...key, ...wanted, card, ...times })
  await deps.jobs.send(tx, 'transfer.ask', key)
  return key
}
