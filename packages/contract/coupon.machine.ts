import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/**
 * A coupon from issue to its end. `reserved`: a signed quote, a loan on its way or a debit under way holds it. A payment that the bank takes
 * back gives its coupon back.
 */
export const couponMachine = machine('coupon', 'usable', {
  usable: { reserve: 'reserved', spend: 'used', expire: 'expired', revoke: 'revoked' },
  reserved: { spend: 'used', free: 'usable' },
  used: { giveBack: 'usable' },
  expired: { spend: 'used' },
  revoked: {},
})
export type CouponStatus = StateOf<typeof couponMachine>
export type CouponEvent = EventOf<typeof couponMachine>
