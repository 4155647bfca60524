import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import { awardCoupon, definitionKeys, takeBackCoupon } from '../coupon/coupon.ts'
import { borrowerOfPhone } from '../session/session.ts'
import { couponsListed } from './servicing.sql.ts'

type Line = {
  readonly command: string
  readonly values: { readonly [name in 'phone' | 'coupon' | 'by' | 'reason']?: string | undefined }
  readonly usage: string
}

/** Coupons by customer service: `coupon-issue`, `coupon-revoke`, and `coupons` for what a borrower has and who issued it. */
export async function serviceCoupons(deps: LendingDeps, { command, values, usage }: Line, say: (line: string) => void): Promise<void> {
  const { phone = '', coupon = '', by = '', reason = '' } = values
  switch (command) {
    case 'coupons':
      return list(deps, phone, say)
    case 'coupon-issue': {
      requireNamed(by, reason)
      const couponId = await onBorrower(deps, phone, (tx, userId) => issue(tx, deps, { userId, definition: coupon, by, reason }))
      return say(`issued coupon ${couponId} (${coupon})`)
    }
    case 'coupon-revoke': {
      requireNamed(by, reason)
      const couponId = Number(coupon)
      if (!Number.isSafeInteger(couponId)) throw new Error('--coupon takes a coupon number from `coupons`')
      const outcome = await onBorrower(deps, phone, (tx, userId) => takeBackCoupon(tx, deps, { userId, couponId, by, reason }))
      if (outcome === undefined) throw new Error(`this borrower has no coupon ${couponId}`)
      if (outcome !== 'done') throw new Error(`coupon ${couponId} is ${outcome} and cannot be revoked`)
      return say(`revoked coupon ${couponId}`)
    }
    default:
      throw new Error(usage)
  }
}

type Issue = { readonly userId: number; readonly definition: string; readonly by: string; readonly reason: string }

/** Each order of an operator is an occasion of its own. */
async function issue(tx: Tx, deps: LendingDeps, order: Issue): Promise<number> {
  const awarded = await awardCoupon(tx, deps, { ...order, once: `service:${deps.ids()}` })
  if (awarded === undefined)
    throw new Error(`no such coupon is issued today, or all of them were; there are ${definitionKeys().join(', ')}`)
  return awarded.couponId
}

async function list(deps: LendingDeps, phone: string, say: (line: string) => void): Promise<void> {
  const rows = await onBorrower(deps, phone, couponsListed)
  if (rows.length === 0) return say('this borrower has no coupons')
  for (const { couponId, definition, status, issuedBy, reason, issuedAt, expiresAt, revokedBy, revokedReason } of rows) {
    const revoked = revokedBy === null ? '' : `, revoked by ${revokedBy}: ${revokedReason}`
    say(
      `${couponId} ${definition} ${status}, issued ${issuedAt.toISOString()} by ${issuedBy}: ${reason}, until ${expiresAt.toISOString()}${revoked}`,
    )
  }
}

function onBorrower<Result>(deps: LendingDeps, phone: string, work: (tx: Tx, userId: number) => Promise<Result>): Promise<Result> {
  return transaction(deps.db, async (tx) => {
    const userId = await borrowerOfPhone(tx, deps, phone)
    if (userId === undefined) throw new Error('--phone names the borrower: no account has this phone')
    return work(tx, userId)
  })
}

function requireNamed(by: string, reason: string): void {
  if (by.trim() === '' || reason.trim() === '') throw new Error('a decision needs --by and --reason')
}
