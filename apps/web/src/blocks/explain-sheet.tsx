import type { Fen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { dayRate, rate, yuan } from '#platform/format.ts'
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

type PenaltySpan = DataOf<Api['loan']['detail']>['plan'][number]['penaltySpans'][number]

/** The days of a penalty in words: the overdue principal of each span of days × the rate a day × the days. */
export function usePenaltyWords(): (spans: readonly PenaltySpan[], ppmDay: number) => string | undefined {
  const t = useWords('blocks')
  return (spans, ppmDay) => {
    const words = spans.map(({ principal, days }) => t('explain.penaltyDays', { principal: yuan(principal), rate: dayRate(ppmDay), days }))
    return words.length === 0 ? undefined : words.join(' + ')
  }
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
