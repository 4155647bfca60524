import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { LendingRules } from '@fyh/contract/lending-rules.ts'
import { options } from '@fyh/contract/options.ts'
import { describe, expect, test } from 'vitest'
import { fillText, type LoanFigures } from './filled-text.ts'
import { readLibrary } from './library.ts'
import { exampleFigures } from './loan-figures.example.ts'

const library = readLibrary(new URL('./texts/', import.meta.url))
const languages = ['zh-cn', 'en-us'] as const
const { costSheet } = exampleFigures

function figuresOf(method: LoanFigures['method'], rules: Partial<LendingRules>, earlySettlementFee = 0): LoanFigures {
  const contingent = { ...costSheet.contingent, earlySettlementFee: fen(earlySettlementFee) }
  return { ...exampleFigures, method, costSheet: { ...costSheet, contingent, rules: { ...costSheet.rules, ...rules } } }
}

function wordsOf(key: 'loanContract' | 'costSheet', language: (typeof languages)[number], figures: LoanFigures): string {
  const filled = fillText(library.current(key, language, civilDate('2026-12-01')), figures)
  return filled.paragraphs.map(({ text }) => text).join('\n')
}

/** Everything a rule can say, each other than in the example. */
const others: Partial<LendingRules> = {
  dayCount: 'actual/360',
  tail: 'lastInterest',
  daysOff: 'nextWorkingDay',
  allocationOrder: ['penalty', 'fee', 'interest', 'principal'],
  penalty: { percentOfRate: 130, graceDays: 0, ceilingPpm: ppm(240_000) },
  earlySettlementFeePpm: ppm(5_000),
  earlySettlementFreeDays: 7,
  interestAhead: 'kept',
}

describe('contract and cost sheet state the rules of the lender', () => {
  test.each(options.repayMethod)('of a loan by %s every placeholder is filled, and both state how it is repaid', (method) => {
    const said = (['loanContract', 'costSheet'] as const).flatMap((key) =>
      languages.map((language) => wordsOf(key, language, figuresOf(method, {}))),
    )
    for (const words of said) expect(words).not.toContain('{{')
    const rules = options.repayMethod.map((other) => wordsOf('costSheet', 'zh-cn', figuresOf(other, {})))
    expect(new Set(rules).size).toBe(options.repayMethod.length)
  })

  test.each([
    ['equalInstalment', '30/360', '每期利息 = 该期期初剩余本金 × 合同年利率 ÷ 12。'],
    ['interestFirst', 'actual/365', '每期利息 = 该期期初剩余本金 × 合同年利率 × 该期实际天数 ÷ 365。'],
    ['flat', 'actual/360', '每期利息 = 借款本金 × 合同年利率 × 该期实际天数 ÷ 360。'],
    ['bullet', '30/360', '全部利息 = 借款本金 × 合同年利率 × 期数 ÷ 12。'],
    ['bullet', 'actual/365', '全部利息 = 借款本金 × 合同年利率 × 借款实际天数 ÷ 365。'],
  ] as const)('interest of %s by %s', (method, dayCount, sentence) => {
    expect(wordsOf('loanContract', 'zh-cn', figuresOf(method, { dayCount }))).toContain(sentence)
  })

  test('the early settlement fee is a rate and the most it can be, and free days', () => {
    const figures = figuresOf('flat', others, 5_000)
    for (const key of ['loanContract', 'costSheet'] as const) {
      expect(wordsOf(key, 'zh-cn', figures)).toContain(
        '未到期本金的 0.50%，四舍五入到分，最高 50.00 元；自放款之日起 7 日内（含当日）结清的不收取',
      )
      expect(wordsOf(key, 'en-us', figures)).toContain('0.50% of the principal not yet due when settling')
      expect(wordsOf(key, 'zh-cn', figuresOf('flat', {}))).toMatch(/提前结清手续费[（：]不收取/)
    }
  })

  test('penalty, grace, ceiling, order, rounding, days off and interest paid ahead are those of the lender', () => {
    const words = wordsOf('loanContract', 'zh-cn', figuresOf('equalInstalment', others))
    for (const sentence of [
      '没有宽限期，自还款日次日起计收罚息',
      '合同年利率 × 130% ÷ 360',
      '不超过该期逾期本金的 24.00%',
      '每期内依次为罚息、费用、利息、本金',
      '尾差计入最后一期的利息',
      '顺延至其后第一个工作日。顺延的天数计入该期利息',
      '利息按各期实际天数重新计算',
      '已支付的利息不退还、不抵扣',
    ])
      expect(words).toContain(sentence)
    const usual = wordsOf('loanContract', 'zh-cn', exampleFigures)
    for (const sentence of [
      '有 3 日宽限期',
      '× 150% ÷ 360',
      '不超过该期逾期本金；',
      '依次为费用、罚息、利息、本金',
      '抵扣应付款项',
      '金额不变',
    ])
      expect(usual).toContain(sentence)
  })

  test('an order by classes of periods names the classes', () => {
    const allocationOrder = ['overdue:interest', 'overdue:principal', 'due:fee'] as const
    const figures = figuresOf('equalInstalment', { allocationOrder: [...allocationOrder] })
    expect(wordsOf('loanContract', 'zh-cn', figures)).toContain('还款依次归还逾期利息、逾期本金、当日到期费用')
    expect(wordsOf('loanContract', 'en-us', figures)).toContain('overdue interest, then overdue principal, then due fees')
  })

  test('nothing is promised that the product does not do', () => {
    for (const key of ['loanContract', 'costSheet'] as const) {
      expect(wordsOf(key, 'zh-cn', exampleFigures)).not.toMatch(/电子邮箱|随时退还|征信|信用记录|金融信用信息|客服/)
      expect(wordsOf(key, 'en-us', exampleFigures)).not.toMatch(
        /e-?mail|refundable at any time|credit (record|database|bureau)|customer service/i,
      )
    }
  })
})
