import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/**
 * Spec 4 and R4.2: the six benefit statuses and every move between them, by the numbers of the specification; no other move exists.
 * 1 activating, 2 activation failed, 3 in use, 4 expired, 5 refunding, 6 refunded. From 6 to 5 when the card's bank sends a refund back.
 */
export const equityMachine = machine('equity', '1', {
  '1': { activate: '3', fail: '2', refund: '5' },
  '2': {},
  '3': { expire: '4', refund: '5', fail: '2' },
  '4': {},
  '5': { refunded: '6' },
  '6': { takeBack: '5' },
})
export type EquityEvent = EventOf<typeof equityMachine>
export type EquityNumber = StateOf<typeof equityMachine>

/** The statuses by name, with the numbers that answers and the database have. */
export const equityStatuses = { activating: 1, activationFailed: 2, inUse: 3, expired: 4, refunding: 5, refunded: 6 } as const
export type EquityStatus = keyof typeof equityStatuses
// Object.keys is typed wider than the table it was given.
export const equityStatusNames = Object.keys(equityStatuses) as readonly EquityStatus[]

/** An order by which the supplier of benefits does something, from request to known outcome. */
export const supplierOrderMachine = machine('supplierOrder', 'requested', {
  requested: { send: 'processing', fail: 'failed' },
  processing: { succeed: 'succeeded', fail: 'failed', loseTrack: 'unknown' },
  unknown: { succeed: 'succeeded', fail: 'failed' },
  succeeded: {},
  failed: {},
})
export type SupplierOrderStatus = StateOf<typeof supplierOrderMachine>
export type SupplierOrderEvent = EventOf<typeof supplierOrderMachine>
export const supplierOrderUnderWay = ['requested', 'processing', 'unknown'] as const satisfies readonly SupplierOrderStatus[]
