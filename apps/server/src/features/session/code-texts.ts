import type { Fen } from '@fyh/base/money.ts'
import { fillPlaceholders } from '@fyh/base/placeholders.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { smsFigures, smsFrom } from '#platform/sms-words.ts'
import type { Addressing } from './session.sql.ts'

/** The order that a code confirms: what its SMS names, and all of it in a text by which the code is bound to it. */
export type CodeOrder = {
  readonly text: string
  readonly amountFen: Fen
  readonly cardTail: string
  /** What a package is called and costs that is bought with a loan. */
  readonly benefit?: { readonly name: string; readonly priceFen: Fen } | undefined
}
/** What a code of our own is for. */
export type Confirmed =
  | { readonly purpose: 'login' | 'payPassword'; readonly order?: undefined }
  | { readonly purpose: 'oldPhone'; readonly order: PhoneOrder }
  | { readonly purpose: 'newPhone'; readonly order: { readonly text: string } }
  | { readonly purpose: 'withdraw' | 'repay' | 'benefit' | 'redPacket'; readonly order: CodeOrder }
/** The phone that a borrower wants to log in with from now on. */
export type PhoneOrder = { readonly text: string; readonly newMobileMask: string }
export type CodeText = { readonly code: string; readonly minutes: number } & Addressing & Confirmed

/**
 * The SMS of a code: its sender, the code, what it confirms with amount and card, and how long it is valid. The code is the first run of
 * digits, because phones offer that one for autofill.
 */
export function codeText({ language, brand, code, minutes, ...confirmed }: CodeText): string {
  return smsFrom(brand, fillPlaceholders(frames[language], { code, minutes, act: actOf(language, confirmed) }))
}

const frames = {
  'zh-cn': '验证码 {{code}}，用于{{act}}，{{minutes}} 分钟内有效。请勿告诉任何人，我们的工作人员也不会向您索要。',
  'en-us':
    '{{code}} is your code to {{act}}. It’s valid for {{minutes}} minutes. Don’t share it with anyone. Our staff will never ask for it.',
} as const satisfies Record<Language, string>

const acts = {
  'zh-cn': {
    login: '登录',
    payPassword: '设置支付密码',
    oldPhone: '将登录手机号更换为 {{mobile}}',
    newPhone: '将本号码设为登录手机号',
    withdraw: '确认借款 {{amount}}，到账尾号 {{cardTail}} 的银行卡',
    withdrawWithBenefit: '确认借款 {{amount}}，到账尾号 {{cardTail}} 的银行卡，放款后从该卡扣款 {{price}}购买{{name}}',
    repay: '确认还款 {{amount}}，从尾号 {{cardTail}} 的银行卡扣款',
    benefit: '确认购买权益 {{amount}}，从尾号 {{cardTail}} 的银行卡扣款',
    redPacket: '确认将红包 {{amount}}转入尾号 {{cardTail}} 的银行卡',
  },
  'en-us': {
    login: 'log in',
    payPassword: 'set your payment password',
    oldPhone: 'change your login phone to {{mobile}}',
    newPhone: 'make this your login phone',
    withdraw: 'confirm a loan of {{amount}}, paid to your card ending in {{cardTail}}',
    withdrawWithBenefit:
      'confirm a loan of {{amount}}, paid to your card ending in {{cardTail}}, and {{name}} for {{price}}, debited from that card afterwards',
    repay: 'confirm a repayment of {{amount}}, debited from your card ending in {{cardTail}}',
    benefit: 'confirm a purchase of benefits for {{amount}}, debited from your card ending in {{cardTail}}',
    redPacket: 'confirm a transfer of your red packet of {{amount}} to your card ending in {{cardTail}}',
  },
} as const satisfies Record<Language, Record<Confirmed['purpose'] | 'withdrawWithBenefit', string>>

function actOf(language: Language, confirmed: Confirmed): string {
  const words = acts[language]
  switch (confirmed.purpose) {
    case 'login':
    case 'payPassword':
    case 'newPhone':
      return words[confirmed.purpose]
    case 'oldPhone':
      return fillPlaceholders(words.oldPhone, { mobile: confirmed.order.newMobileMask })
    default: {
      const { amountFen, cardTail, benefit } = confirmed.order
      const figures = { amount: smsFigures[language].yuan(amountFen), cardTail }
      if (benefit === undefined) return fillPlaceholders(words[confirmed.purpose], figures)
      const price = smsFigures[language].yuan(benefit.priceFen)
      return fillPlaceholders(words.withdrawWithBenefit, { ...figures, name: benefit.name, price })
    }
  }
}
