import { maskMobile } from '@fyh/base/chinese-data.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { session } from '@fyh/contract/session.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, Guest, User } from '#platform/deps.ts'
import { newPhoneText, oldPhoneText } from './change-mobile.ts'
import type { CodeOrder, Confirmed } from './code-texts.ts'
import { mobileOf } from './phones.ts'
import { usableMobile } from './sms-codes.ts'

type Asked = ParsedOf<typeof session.sendCode>['body']
export type OrderAsked = Extract<Asked, { purpose: 'withdraw' | 'repay' | 'repayTogether' | 'benefit' | 'redPacket' }>

type Orders = { codeOrder(asked: OrderAsked & { readonly userId: number }): Promise<CodeOrder> }

/** Where a code goes and what it confirms. Beside the login and a new phone, that is the borrower's own phone. */
export async function codeRequest(deps: Deps, orders: Orders, body: Asked, ctx: Guest): Promise<{ mobile: string; confirmed: Confirmed }> {
  if (body.purpose === 'login') return { mobile: await usableMobile(deps, body.mobile), confirmed: { purpose: 'login' } }
  const { userId } = await userOf(ctx)
  const own = await usableMobile(deps, await mobileOf(deps.db, deps, userId))
  switch (body.purpose) {
    case 'payPassword':
      return { mobile: own, confirmed: { purpose: 'payPassword' } }
    case 'oldPhone': {
      const wanted = await otherMobile(deps, body.mobile, own)
      const order = { text: oldPhoneText(deps, wanted), newMobileMask: maskMobile(wanted) }
      return { mobile: own, confirmed: { purpose: 'oldPhone', order } }
    }
    case 'newPhone': {
      const wanted = await otherMobile(deps, body.mobile, own)
      return { mobile: wanted, confirmed: { purpose: 'newPhone', order: { text: newPhoneText(userId) } } }
    }
    case 'repayTogether':
      // A code of the same kind: there is one for debits of loans, whether of one loan or of several.
      return { mobile: own, confirmed: { purpose: 'repay', order: await orders.codeOrder({ userId, ...body }) } }
    default:
      return { mobile: own, confirmed: { purpose: body.purpose, order: await orders.codeOrder({ userId, ...body }) } }
  }
}

async function otherMobile(deps: Deps, text: string, own: string): Promise<string> {
  const mobile = await usableMobile(deps, text)
  return mobile === own ? fail('MOBILE_SAME') : mobile
}

async function userOf(ctx: Guest): Promise<User> {
  return (await ctx.user?.()) ?? fail('LOGIN_EXPIRED')
}
