import type { Language } from '@fyh/contract/errors.ts'
import type { LendingRules } from '@fyh/contract/lending-rules.ts'
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
  'zh-cn': {
    equalInstalment: '等额本息',
    equalPrincipal: '等额本金',
    flat: '等本等息',
    interestFirst: '先息后本',
    bullet: '到期还本付息',
  },
  'en-us': {
    equalInstalment: 'Equal installments',
    equalPrincipal: 'Equal principal',
    flat: 'Flat interest',
    interestFirst: 'Interest first, principal at the end',
    bullet: 'One payment at the end',
  },
}

/** What a repayment method means for the borrower. */
export const methodRules: Words<OptionOf<'repayMethod'>> = {
  'zh-cn': {
    equalInstalment: '每期归还的金额相同，其中利息逐期减少，本金逐期增加。',
    equalPrincipal: '每期归还相同的本金，利息随剩余本金逐期减少。',
    flat: '每期归还相同的本金；利息始终按借款本金计算，不随本金归还而减少，因此年化综合成本高于合同年利率。',
    interestFirst: '每期只还利息，本金在最后一期一次还清。',
    bullet: '期内不还款，到期一次还清全部本金和利息。',
  },
  'en-us': {
    equalInstalment: 'Every installment is the same. Its interest falls and its principal rises from period to period.',
    equalPrincipal: 'The principal of every installment is the same, and the interest falls with the principal outstanding.',
    flat: 'The principal of every installment is the same. Interest is always charged on the principal of the loan, however much of it has been repaid, so the all-in cost a year is higher than the contract rate.',
    interestFirst: 'Every installment is interest only. The whole principal is due with the last one.',
    bullet: 'Nothing is due before the end. The whole principal and all interest are due on one day.',
  },
}

export const daysOffWords: Words<LendingRules['daysOff']> = {
  'zh-cn': {
    stay: '还款日遇法定节假日、休息日的，不顺延。',
    nextWorkingDay: '按放款时已公布的放假安排，还款日为法定节假日或者休息日的，顺延至其后第一个工作日。',
    onlyPublicHolidays: '按放款时已公布的放假安排，还款日在法定节假日放假期间的，顺延至其后第一个工作日；普通周末不顺延。',
  },
  'en-us': {
    stay: 'A due date on a weekend or public holiday doesn’t move.',
    nextWorkingDay:
      'A due date on a weekend or public holiday, by the official arrangement published when the loan is paid out, moves to the next working day.',
    onlyPublicHolidays:
      'A due date in a public holiday, by the official arrangement published when the loan is paid out, moves to the next working day. Ordinary weekends don’t move it.',
  },
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
