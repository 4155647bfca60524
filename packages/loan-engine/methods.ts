import type { PrincipalRule } from './schedule.ts'

/** What distinguishes the repayment methods. */
type MethodTraits = {
  /** What stays the same from period to period: the instalment, the principal in it, or nothing because principal comes at the end. */
  readonly share: 'instalment' | 'principal' | 'none'
  /** Interest runs on what is open, or on the sum paid out however much was repaid by the plan. */
  readonly interestOn: 'balance' | 'original'
  /** Whether the only instalment comes after all periods. */
  readonly paysOnce: boolean
}

/**
 * The repayment methods: 等额本息, 等额本金, 等本等息, 先息后本, 到期还本付息. The engine reads a method here and nowhere else, so another one
 * is another row.
 */
export const methodTraits = {
  equalInstalment: { share: 'instalment', interestOn: 'balance', paysOnce: false },
  equalPrincipal: { share: 'principal', interestOn: 'balance', paysOnce: false },
  flat: { share: 'principal', interestOn: 'original', paysOnce: false },
  interestFirst: { share: 'none', interestOn: 'balance', paysOnce: false },
  bullet: { share: 'none', interestOn: 'balance', paysOnce: true },
} as const satisfies { readonly [method: string]: MethodTraits }

/** How the principal of a usual period came about. */
export const principalRules = {
  instalment: 'instalmentMinusInterest',
  principal: 'equalShare',
  none: 'none',
} as const satisfies { readonly [share in MethodTraits['share']]: PrincipalRule }
