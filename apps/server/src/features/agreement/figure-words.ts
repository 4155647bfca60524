import type { Language } from '@fyh/contract/errors.ts'
import type { OptionOf } from '@fyh/contract/options.ts'

/** Words that signed texts use for coded figures. They are part of the text signed, so they change only together with a new edition of it. */
type Words<Code extends string> = Record<Language, Record<Code, string>>

export const useNames: Words<OptionOf<'loanUse'>> = {
  'zh-cn': {
    '01': '电子产品',
    '02': '家用电器',
    '03': '租房',
    '04': '旅游',
    '05': '医疗美容',
    '06': '娱乐',
    '07': '教育',
    '08': '其他生活消费',
  },
  'en-us': {
    '01': 'Electronics',
    '02': 'Home appliances',
    '03': 'Renting',
    '04': 'Travel',
    '05': 'Medical beauty',
    '06': 'Entertainment',
    '07': 'Education',
    '08': 'Other living',
  },
}

export const methodNames: Words<OptionOf<'repayMethod'>> = {
  'zh-cn': { equalInstalment: '等额本息', equalPrincipal: '等额本金' },
  'en-us': { equalInstalment: 'Equal instalments', equalPrincipal: 'Equal principal' },
}

export const costItemNames: Words<'interest' | 'serviceFee' | 'guaranteeFee'> = {
  'zh-cn': { interest: '利息', serviceFee: '服务费', guaranteeFee: '担保费' },
  'en-us': { interest: 'Interest', serviceFee: 'Service fee', guaranteeFee: 'Guarantee fee' },
}

export const dayCountRules: Words<'30/360' | 'actual/365' | 'actual/360'> = {
  'zh-cn': {
    '30/360': '每期利息 = 该期期初剩余本金 × 合同年利率 ÷ 12。',
    'actual/365': '每期利息 = 该期期初剩余本金 × 合同年利率 × 实际天数 ÷ 365。',
    'actual/360': '每期利息 = 该期期初剩余本金 × 合同年利率 × 实际天数 ÷ 360。',
  },
  'en-us': {
    '30/360': 'Interest of a period is the principal left at its start × contract rate ÷ 12.',
    'actual/365': 'Interest of a period is the principal left at its start × contract rate × actual days ÷ 365.',
    'actual/360': 'Interest of a period is the principal left at its start × contract rate × actual days ÷ 360.',
  },
}
