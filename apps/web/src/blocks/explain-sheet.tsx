import type { Fen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { rate, yuan } from '#platform/format.ts'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Text } from '#ui/text.tsx'

export type InterestExplained = DataOf<Api['borrow']['quoted']>['plan'][number]['explain']

export type ExplainLine = {
  readonly name: string
  readonly amount: Fen
  /** Days × rate × balance, and the rule that rounded it. */
  readonly how?: string | undefined
}

/** The rule behind an interest amount, in words. */
export function useInterestWords(): (explained: InterestExplained) => string {
  const t = useWords('blocks')
  return ({ rule, balance, ratePpm, days, basisDays }) =>
    t(`explain.rule.${rule}`, { balance: yuan(balance), rate: rate(ratePpm), days, basis: basisDays })
}

/** How an amount came about: its parts, each with its rule, and their sum. */
export function ExplainSheet(props: {
  title: string
  lines: readonly ExplainLine[]
  total?: Fen | undefined
  /** More lines under the sum, e.g. what was paid and what is left. */
  after?: readonly ExplainLine[] | undefined
  onClose: () => void
}) {
  const { title, lines, total, after = [], onClose } = props
  const t = useWords('blocks')
  return (
    <Sheet open title={title} onClose={onClose}>
      <KeyValueList>
        {lines.map((line) => (
          <KeyValue key={line.name} name={line.name} value={yuan(line.amount)} note={line.how} />
        ))}
        {total !== undefined && <KeyValue name={t('explain.total')} value={yuan(total)} strong />}
        {after.map((line) => (
          <KeyValue key={line.name} name={line.name} value={yuan(line.amount)} note={line.how} />
        ))}
      </KeyValueList>
      <Text size="small">{t('explain.promise')}</Text>
    </Sheet>
  )
}
