import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, formatYuan } from '@fyh/base/money.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { brandNames, type ProductType } from '@fyh/contract/options.ts'

/** An SMS with its sender in front, in the brackets and by the name that carriers have registered. The name is Chinese in both languages. */
export const smsFrom = (brand: ProductType, text: string): string => `【${brandNames[brand]}】${text}`

/** How amounts and days are written in an SMS. */
export const smsFigures = {
  'zh-cn': {
    yuan: (amount: Fen) => `${formatYuan(amount)} 元`,
    day: (date: CivilDate) => `${Number(date.slice(5, 7))} 月 ${Number(date.slice(8))} 日`,
  },
  'en-us': {
    yuan: (amount: Fen) => `¥${formatYuan(amount)}`,
    day: (date: CivilDate) => `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`,
  },
} as const satisfies Record<Language, { yuan: (amount: Fen) => string; day: (date: CivilDate) => string }>

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
