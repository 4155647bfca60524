import { type Fen, zeroFen } from '@fyh/base/money.ts'
import type { LendingRules } from '@fyh/contract/lending-rules.ts'
import type { OptionOf } from '@fyh/contract/options.ts'
import { useWords } from '#locales/i18n.ts'
import { dayRate } from '#platform/format.ts'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { useRuleWords } from './rule-words.ts'

type ContingentProps = {
  readonly rules: LendingRules
  readonly penaltyPpmDay: number
  /** The most that settling early can cost beside interest; left out where it is not known any more. */
  readonly settleMost?: Fen
}

/** What arises only if something happens: paying late, settling early, prepaying. */
export function ContingentRows({ rules, penaltyPpmDay, settleMost = zeroFen }: ContingentProps) {
  const t = useWords('lending')
  const words = useRuleWords()
  return (
    <KeyValueList>
      <KeyValue name={t('late')} value={t('lateValue', { rate: dayRate(penaltyPpmDay) })} below={words.penalty(rules)} />
      <KeyValue name={t('early')} value={words.settleFee(rules)} below={[...words.settleMost(rules, settleMost), words.ahead(rules)]} />
      <KeyValue name={t('prepay')} value={t('prepayFree')} />
    </KeyValueList>
  )
}

/** By which rules the plan was drawn and payments count. */
export function RuleRows({ method, rules }: { method: OptionOf<'repayMethod'>; rules: LendingRules }) {
  const t = useWords('lending')
  const option = useWords('option')
  const words = useRuleWords()
  return (
    <KeyValueList>
      <KeyValue name={t('method')} value={option(`repayMethod.${method}`)} below={[t(`methodNote.${method}`)]} />
      <KeyValue name={t('dueDay')} value={null} below={[t(`daysOff.${rules.daysOff}`)]} />
      <KeyValue name={t('rounding')} value={null} below={[t(`tail.${rules.tail}`)]} />
      <KeyValue name={t('order')} value={null} below={[words.order(rules)]} />
    </KeyValueList>
  )
}
