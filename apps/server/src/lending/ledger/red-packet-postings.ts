import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { Account } from './accounts.ts'
import { moved, type Posting, posting } from './posting.ts'
import type { SubjectPostingKind } from './posting-kinds.ts'

type Packet = {
  readonly userId: number
  readonly activityId: number
  readonly packetId: number
  readonly amount: Fen
  readonly on: CivilDate
}

/** A borrower received it: the activity bears the cost, and the borrower has a claim. */
export function redPacketGranted(packet: Packet): Posting {
  return ofPacket(packet, 'redPacketGranted', { from: 'redPacketHeld', to: 'campaignCost' })
}

/** It was not transferred in time. */
export function redPacketExpired(packet: Packet): Posting {
  return ofPacket(packet, 'redPacketExpired', { from: 'campaignCost', to: 'redPacketHeld' })
}

/** Its conditions fell away before it was transferred. */
export function redPacketTakenBack(packet: Packet): Posting {
  return ofPacket(packet, 'redPacketTakenBack', { from: 'campaignCost', to: 'redPacketHeld' })
}

/** Its conditions fell away after the transfer: a loss, and no claim on the borrower. */
export function redPacketLost(packet: Packet): Posting {
  return ofPacket(packet, 'redPacketLost', { from: 'campaignCost', to: 'writtenOff' })
}

/** The bank sent back what was a loss already. */
export function redPacketRecovered(packet: Packet): Posting {
  return ofPacket(packet, 'redPacketRecovered', { from: 'writtenOff', to: 'redPacketHeld' })
}

type Way = { readonly from: Account; readonly to: Account }

function ofPacket({ userId, activityId, packetId, amount, on }: Packet, kind: SubjectPostingKind, way: Way): Posting {
  const subject = { kind: 'activity', id: activityId } as const
  return posting({ userId, subject, kind, key: `${kind}:${packetId}`, on }, moved(amount, way))
}
