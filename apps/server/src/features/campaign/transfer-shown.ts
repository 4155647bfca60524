import type { campaign } from '@fyh/contract/campaign.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Transfer } from '#lending/transfers/transfers.ts'
import type { Db } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'

type Packet = NonNullable<NonNullable<DataOf<typeof campaign.activity>['mine']>['packet']>
type Shown = NonNullable<Packet['transfer']>

/** A transfer as its owner reads it. */
export async function transferShown(db: Db, transfer: Transfer): Promise<Shown> {
  const { userId, cardId, cardTail, orderedAt, knownAt, reason, status } = transfer
  const card = await cardOf(db, userId, cardId)
  return {
    status: statusShown(status),
    bankName: card?.bankName ?? null,
    cardTail,
    orderedAt: orderedAt.toISOString(),
    endedAt: knownAt?.toISOString() ?? null,
    reason,
  }
}

/** How far an order got is no matter of the borrower: it is under way until its outcome is known. */
export function statusShown(status: Transfer['status']): Shown['status'] {
  return status === 'requested' || status === 'unknown' ? 'processing' : status
}
