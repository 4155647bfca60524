/** Front door: coupons as records, what they take off a loan or a payment, and every move of one. */

export {
  type Coupon,
  countCoupon,
  countsOnLoan,
  couponFor,
  couponsFor,
  couponsShown,
  findCoupon,
  insertCoupon,
  issuedCount,
  type OnPayment,
  revokeCoupon,
  sweepCoupons,
  uncountCoupon,
  usableCount,
} from './coupon.sql.ts'
export { couponsOfLoan } from './coupons-of-loan.ts'
export { choicesOf, discountOf, obstacleOf, type ToBorrow } from './discount.ts'
export { couponToUse, isFull, reserveForLoan, reserveForPayment, reserveForQuote } from './holds.ts'
export { couponOfPayment, freeOfLoan, freeOfPayment, giveBack, lastDayOf, spendOnPayment, spendOnPayout } from './spend.ts'
