import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { CouponApplied } from '@fyh/contract/coupon-shapes.ts'

type Lines = Pick<CouponApplied, 'lines'>
const offOf = (coupons: readonly Lines[], period: number): Fen =>
  addFen(zeroFen, ...coupons.flatMap(({ lines }) => lines).map((line) => (line.period === period ? line.amountFen : zeroFen)))

/** Rows of a running plan, which is less by its coupons already, each with what coupons took off it. */
export function withCoupons<Row extends { readonly period: number }>(rows: readonly Row[], coupons: readonly Lines[]) {
  return rows.map((row) => ({ ...row, couponFen: offOf(coupons, row.period) }))
}

type Quoted = { readonly period: number; readonly interest: Fen; readonly total: Fen }

/** Rows of a quoted plan as they are paid with the coupon: its discount is taken off the interest. */
export function lessCoupon<Row extends Quoted>(rows: readonly Row[], coupon: Lines | null) {
  return withCoupons(rows, coupon === null ? [] : [coupon]).map(({ couponFen, ...row }) => ({
    ...row,
    couponFen,
    interest: subFen(row.interest, couponFen),
    total: subFen(row.total, couponFen),
    waived: { principal: zeroFen, interest: couponFen, fee: zeroFen, penalty: zeroFen, total: couponFen },
  }))
}
