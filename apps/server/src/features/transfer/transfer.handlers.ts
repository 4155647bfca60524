import { transferPurposes } from '@fyh/contract/transfer.machine.ts'
import type { transfer } from '@fyh/contract/transfer.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { takeNotice } from '#lending/orders/orders.ts'
import { findTransfer, learnTransfer, outcomeOfDebit, outcomeOfTransfer, type TransferNews } from '#lending/transfers/transfers.ts'
import type { SliceHandlers } from '#platform/deps.ts'

export function transferHandlers(deps: LendingDeps): SliceHandlers<typeof transfer> {
  const take = (notice: { readonly noticeId: string; readonly key: string }, way: 'in' | 'out', news: TransferNews) =>
    takeNotice(deps, notice, {
      kind: 'transfer',
      isTheirs: async ({ userId, orderId: transferId }) => {
        const found = await findTransfer(deps.db, { userId, transferId })
        return found !== undefined && transferPurposes[found.purpose] === way
      },
      learn: (tx, { userId, orderId: transferId }) => learnTransfer(tx, deps, { userId, transferId }, { news, from: 'notice' }),
    })
  return {
    transferNotice: ({ body }) => take(body, 'out', outcomeOfTransfer(body)),
    chargeNotice: ({ body }) => take(body, 'in', outcomeOfDebit(body)),
  }
}
