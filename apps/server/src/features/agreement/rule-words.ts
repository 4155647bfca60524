import { formatPercent, formatYuan, ppm } from '@fyh/base/money.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { LendingRules } from '@fyh/contract/lending-rules.ts'
import type { OptionOf } from '@fyh/contract/options.ts'
import { methodTraits } from '@fyh/loan-engine/methods.ts'
import { allocationWords } from './allocation-words.ts'
import { daysOffWords, methodRules } from './figure-words.ts'
import type { LoanFigures } from './filled-text.ts'

/** The lender's rules as the signed texts put them, by placeholder. They change only together with a new edition of the texts. */
export function ruleWords(figures: LoanFigures, language: Language): Readonly<Record<string, string>> {
  const { costSheet, method } = figures
  const { rules, contingent } = costSheet
  const { percentOfRate, graceDays, ceilingPpm } = rules.penalty
  const fee = {
    ratePpm: rules.earlySettlementFeePpm,
    freeDays: rules.earlySettlementFreeDays,
    most: formatYuan(contingent.earlySettlementFee),
  }
  return {
    methodRule: methodRules[language][method],
    interestRule: interestWords({ method, rules }, language),
    tailRule: tailWords[language][rules.tail],
    payOutDayRule: payOutDayWords[language][isByDays(rules) ? 'byDays' : 'byMonths'],
    daysOffRule: `${daysOffWords[language][rules.daysOff]}${rules.daysOff === 'stay' ? '' : movedWords(rules, language)}`,
    allocationRule: allocationWords(rules.allocationOrder, language),
    graceRule: graceWords(graceDays, language),
    penaltyPercent: String(percentOfRate),
    penaltyCeiling: ceilingWords(ceilingPpm, language),
    earlyFeeRule: earlyFeeWords(fee, language),
    interestAheadRule: aheadWords[language][rules.interestAhead],
    prepayRule: prepayWords({ method, rules }, language),
  }
}

type Ruled = { readonly method: OptionOf<'repayMethod'>; readonly rules: LendingRules }

const isByDays = ({ dayCount }: LendingRules): boolean => dayCount !== '30/360'

function interestWords({ method, rules }: Ruled, language: Language): string {
  const { interestOn, paysOnce } = methodTraits[method]
  const basis = rules.dayCount === 'actual/365' ? 365 : 360
  switch (language) {
    case 'zh-cn': {
      if (paysOnce) return `全部利息 = 借款本金 × 合同年利率 × ${isByDays(rules) ? `借款实际天数 ÷ ${basis}` : '期数 ÷ 12'}。`
      const base = interestOn === 'original' ? '借款本金' : '该期期初剩余本金'
      return `每期利息 = ${base} × 合同年利率${isByDays(rules) ? ` × 该期实际天数 ÷ ${basis}` : ' ÷ 12'}。`
    }
    case 'en-us': {
      const days = `days in the period ÷ ${basis}`
      if (paysOnce)
        return `Total interest = principal × contract rate × ${isByDays(rules) ? `days of the loan ÷ ${basis}` : 'number of periods ÷ 12'}.`
      const base = interestOn === 'original' ? 'principal of the loan' : 'principal outstanding at the start of the period'
      return `Interest of a period = ${base} × contract rate ${isByDays(rules) ? `× ${days}` : '÷ 12'}.`
    }
  }
}

const tailWords = {
  'zh-cn': {
    lastInstalment: '利息金额四舍五入到分，尾差计入最后一期，各期本金之和等于借款本金。',
    lastInterest: '利息金额四舍五入到分，各期应还金额相同，尾差计入最后一期的利息，各期本金之和等于借款本金。',
  },
  'en-us': {
    lastInstalment:
      'Interest is rounded half up to the fen. The last period absorbs the difference, so the principal of all periods adds up to the loan exactly.',
    lastInterest:
      'Interest is rounded half up to the fen. Every installment is the same, and the interest of the last period absorbs the difference, so the principal of all periods adds up to the loan exactly.',
  },
}

const payOutDayWords = {
  'zh-cn': {
    byMonths: '放款日不同于预计放款日的，各期还款日按实际放款日顺延，金额不变。',
    byDays: '放款日不同于预计放款日的，各期还款日按实际放款日顺延，利息按各期实际天数重新计算。',
  },
  'en-us': {
    byMonths: 'If the payout date differs from the expected one, the due dates move with it and the amounts stay the same.',
    byDays:
      'If the payout date differs from the expected one, the due dates move with it and interest is recalculated for the actual days of each period.',
  },
}

function movedWords(rules: LendingRules, language: Language): string {
  return {
    'zh-cn': isByDays(rules) ? '顺延的天数计入该期利息，下一期利息相应减少。' : '顺延不增加利息。',
    'en-us': isByDays(rules)
      ? ' The extra days bear interest in that period, and the next period is shorter by the same number of days.'
      : ' Moving a due date adds no interest.',
  }[language]
}

function graceWords(days: number, language: Language): string {
  if (days === 0)
    return {
      'zh-cn': '没有宽限期，自还款日次日起计收罚息：',
      'en-us': 'There is no grace period. The late fee is charged from the day after the due date:',
    }[language]
  return {
    'zh-cn': `还款日次日起有 ${days} 日宽限期，宽限期内还清不收罚息。超过宽限期仍未还清的，自还款日次日起计收罚息：`,
    'en-us': `There is a grace period of ${days} days after the due date. No late fee is charged if the overdue amount is paid within it. Otherwise, the late fee is charged from the day after the due date:`,
  }[language]
}

function ceilingWords(ceilingPpm: number, language: Language): string {
  const share = formatPercent(ppm(ceilingPpm))
  if (ceilingPpm === 1_000_000) return { 'zh-cn': '该期逾期本金', 'en-us': 'the overdue principal of the period' }[language]
  return { 'zh-cn': `该期逾期本金的 ${share}%`, 'en-us': `${share}% of the overdue principal of the period` }[language]
}

function earlyFeeWords({ ratePpm, freeDays, most }: { ratePpm: number; freeDays: number; most: string }, language: Language): string {
  const share = formatPercent(ppm(ratePpm))
  const free =
    freeDays === 0
      ? ''
      : {
          'zh-cn': `；自放款之日起 ${freeDays} 日内（含当日）结清的不收取`,
          'en-us': `; no fee within ${freeDays} days of the payout, including the payout date`,
        }[language]
  if (ratePpm === 0) return { 'zh-cn': '不收取', 'en-us': 'none' }[language]
  return {
    'zh-cn': `结清时未到期本金的 ${share}%，四舍五入到分，最高 ${most} 元${free}`,
    'en-us': `${share}% of the principal not yet due when settling, rounded half up to the fen, at most ${most} yuan${free}`,
  }[language]
}

const aheadWords = {
  'zh-cn': { counts: '已提前支付、尚未发生的利息抵扣应付款项。', kept: '已支付的利息不退还、不抵扣。' },
  'en-us': {
    counts: 'Interest already paid for days still to come is credited toward the amount due.',
    kept: 'Interest already paid is neither refunded nor credited toward the amount due.',
  },
}

function prepayWords({ method, rules: { interestAhead } }: Ruled, language: Language): string {
  const isFlat = methodTraits[method].interestOn === 'original'
  switch (language) {
    case 'zh-cn': {
      const from = isFlat ? '自当日起，计息本金随剩余本金同比例减少' : '自当日起按剩余本金计收利息'
      const paid = interestAhead === 'counts' ? '多付的利息计入当期本金' : '已支付的利息不退还、不抵扣'
      return `提前偿还部分本金的，不收取手续费；${from}，${paid}，以后各期的还款计划重新计算。`
    }
    case 'en-us': {
      const from = isFlat
        ? 'From that day the principal that bears interest falls in proportion to the principal outstanding'
        : 'From that day interest runs on the principal outstanding'
      const paid =
        interestAhead === 'counts'
          ? 'interest paid beyond that is credited to the principal of the current period'
          : 'interest already paid is neither refunded nor credited'
      return `Prepaying part of the principal costs no fee. ${from}; ${paid}. The plan of the later periods is then recalculated.`
    }
  }
}
