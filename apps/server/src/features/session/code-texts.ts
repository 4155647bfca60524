import type { Fen } from '@fyh/base/money.ts'
import { fillPlaceholders } from '@fyh/base/placeholders.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { smsFigures, smsFrom } from '#platform/sms-words.ts'
import type { Addressing, CodePurpose } from './session.sql.ts'

/** The order that a code is for, as far as it is known when the code is sent. */
export type CodeOrder = { readonly amountFen?: Fen | undefined; readonly cardTail?: string | undefined }
export type CodeText = { readonly purpose: CodePurpose; readonly code: string; readonly minutes: number } & Addressing & CodeOrder

/**
 * The SMS of a code: its sender, the code, what it confirms with amount and card, and how long it is valid. The code is the first run of
 * digits, because phones offer that one for autofill.
 */
export function codeText({ language, brand, purpose, code, minutes, ...order }: CodeText): string {
  return smsFrom(brand, fillPlaceholders(frames[language], { code, minutes, act: actOf(language, purpose, order) }))
}

const frames = {
  'zh-cn': '验证码 {{code}}，用于{{act}}，{{minutes}} 分钟内有效。请勿告诉任何人，我们的工作人员也不会向您索要。',
  'en-us':
    '{{code}} is your code to {{act}}. It’s valid for {{minutes}} minutes. Don’t share it with anyone. Our staff will never ask for it.',
} as const satisfies Record<Language, string>

const acts = {
  'zh-cn': {
    login: '登录',
    withdraw: '确认借款{{amount}}',
    withdrawToCard: '确认借款{{amount}}，到账尾号 {{cardTail}} 的银行卡',
    repay: '确认还款{{amount}}',
    repayFromCard: '确认还款{{amount}}，从尾号 {{cardTail}} 的银行卡扣款',
  },
  'en-us': {
    login: 'log in',
    withdraw: 'confirm a loan{{amount}}',
    withdrawToCard: 'confirm a loan{{amount}}, paid to your card ending in {{cardTail}}',
    repay: 'confirm a repayment{{amount}}',
    repayFromCard: 'confirm a repayment{{amount}}, debited from your card ending in {{cardTail}}',
  },
} as const satisfies Record<Language, Record<string, string>>

const amountParts = { 'zh-cn': ' {{amount}}', 'en-us': ' of {{amount}}' } as const satisfies Record<Language, string>

function actOf(language: Language, purpose: CodePurpose, { amountFen, cardTail }: CodeOrder): string {
  const words = acts[language]
  const amount = amountFen === undefined ? '' : fillPlaceholders(amountParts[language], { amount: smsFigures[language].yuan(amountFen) })
  switch (purpose) {
    case 'login':
      return words.login
    case 'withdraw':
      if (cardTail === undefined) return fillPlaceholders(words.withdraw, { amount })
      return fillPlaceholders(words.withdrawToCard, { amount, cardTail })
    case 'repay':
      if (cardTail === undefined) return fillPlaceholders(words.repay, { amount })
      return fillPlaceholders(words.repayFromCard, { amount, cardTail })
  }
}
