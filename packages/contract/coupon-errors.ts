/** Refusals about coupons, in both languages; see errors.ts. */
export const couponErrors = {
  COUPON_NOT_FOUND: { 'zh-cn': '优惠券不存在', 'en-us': 'We couldn’t find this coupon' },
  COUPON_EXPIRED: { 'zh-cn': '优惠券已过期，请重新选择', 'en-us': 'This coupon has expired. Please choose again' },
  COUPON_USED: { 'zh-cn': '优惠券已使用，请重新选择', 'en-us': 'This coupon was already used. Please choose again' },
  COUPON_REVOKED: { 'zh-cn': '优惠券已作废，请重新选择', 'en-us': 'This coupon was revoked. Please choose again' },
  COUPON_IN_USE: {
    'zh-cn': '优惠券正用于另一笔业务，请重新选择或不使用优惠券',
    'en-us': 'Another order is using this coupon. Please choose again or continue without a coupon',
  },
  COUPON_NOT_APPLICABLE: {
    'zh-cn': '该优惠券不能用于本次操作，请重新选择或不使用优惠券',
    'en-us': 'This coupon can’t be used here. Please choose again or continue without a coupon',
  },
  COUPON_NEEDS_WHOLE: {
    'zh-cn': '使用优惠券须一次还清本次应还金额，如需部分还款请不使用优惠券',
    'en-us': 'To use a coupon, pay the full amount due. To pay a part, continue without a coupon',
  },
} as const
