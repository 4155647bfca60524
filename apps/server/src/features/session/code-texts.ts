import { type Fen, formatYuan } from '@fyh/base/money.ts'
import { brandNames, type ProductType } from '@fyh/contract/options.ts'
import type { CodePurpose } from './session.sql.ts'

/** The order that a code is for, as far as it is known when the code is sent. */
export type CodeOrder = { readonly amountFen?: Fen | undefined; readonly cardTail?: string | undefined }
export type CodeText = {
  readonly brand: ProductType
  readonly purpose: CodePurpose
  readonly code: string
  readonly minutes: number
} & CodeOrder

/**
 * The text message of a code: who sends it, the code, what it is for with amount and card, and how long it holds. The code is the first run
 * of digits, because phones offer that one to fill in.
 */
export function codeText({ brand, purpose, code, minutes, ...order }: CodeText): string {
  return `【${brandNames[brand]}】验证码 ${code}，用于${actOf[purpose](order)}，${minutes} 分钟内有效。请勿告诉任何人，我们的工作人员也不会向您索要。`
}

const actOf = {
  login: () => '登录',
  withdraw: ({ amountFen, cardTail }) => `确认借款${yuan(amountFen)}${cardTail === undefined ? '' : `，到账尾号 ${cardTail} 的银行卡`}`,
  repay: ({ amountFen, cardTail }) => `确认还款${yuan(amountFen)}${cardTail === undefined ? '' : `，从尾号 ${cardTail} 的银行卡扣款`}`,
} as const satisfies Record<CodePurpose, (order: CodeOrder) => string>

const yuan = (amountFen: Fen | undefined): string => (amountFen === undefined ? '' : ` ${formatYuan(amountFen)} 元`)
