import type { Language } from '@fyh/contract/errors.ts'
import type { LendingRules } from '@fyh/contract/lending-rules.ts'
import { dueClasses } from '@fyh/loan-engine/allocation-order.ts'
import { partNames } from '@fyh/loan-engine/parts.ts'

type Step = LendingRules['allocationOrder'][number]

/** What a payment covers first, as the signed texts put it: four parts inside each period, or parts by class of period. */
export function allocationWords(order: readonly Step[], language: Language): string {
  const listed = order.map((step) => stepName(step, language))
  const isInsidePeriods = order.every((step) => !step.includes(':'))
  switch (language) {
    case 'zh-cn':
      return isInsidePeriods
        ? `还款先归还最早一期，每期内依次为${listed.join('、')}。`
        : `还款依次归还${listed.join('、')}，同一项先归还最早一期。`
    case 'en-us':
      return isInsidePeriods
        ? `Payments go to the oldest period first, and within a period to ${listed.join(', then ')}.`
        : `Payments go to ${listed.join(', then ')}; of the same kind to the oldest period first.`
  }
}

function stepName(step: Step, language: Language): string {
  const part = partNames.find((name) => step.endsWith(name)) ?? 'principal'
  const due = dueClasses.find((name) => step.startsWith(name))
  if (due === undefined) return partWords[language][part]
  return `${classWords[language][due]}${language === 'zh-cn' ? '' : ' '}${partWords[language][part]}`
}

const partWords = {
  'zh-cn': { fee: '费用', penalty: '罚息', interest: '利息', principal: '本金' },
  'en-us': { fee: 'fees', penalty: 'late fees', interest: 'interest', principal: 'principal' },
}

const classWords = {
  'zh-cn': { overdue: '逾期', due: '当日到期', advance: '未到期' },
  'en-us': { overdue: 'overdue', due: 'due', advance: 'future' },
}
