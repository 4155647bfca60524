import type { Fen } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Text } from '#ui/text.tsx'

export type ExplainLine = {
  readonly name: string
  readonly amount: Fen
  /** How it was counted, a sentence a step: balance × rate × days, and the rule that rounded it. */
  readonly how?: readonly string[] | undefined
  /** The amount opens further. */
  readonly onPress?: (() => void) | undefined
}

/** How an amount came about: its parts, each with its rule, and their sum. */
export function ExplainSheet(props: {
  title: string
  lines: readonly ExplainLine[]
  total?: Fen | undefined
  /** More lines under the sum, e.g. what was paid and what is left. */
  after?: readonly ExplainLine[] | undefined
  /** The rule behind it all. */
  note?: string | undefined
  onClose: () => void
}) {
  const { title, lines, total, after = [], note, onClose } = props
  const t = useWords('blocks')
  return (
    <Sheet open title={title} onClose={onClose}>
      <KeyValueList>
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
        {total !== undefined && <KeyValue name={t('explain.total')} value={yuan(total)} strong />}
        {after.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </KeyValueList>
      {note !== undefined && <Text size="small">{note}</Text>}
      <Text size="small">{t('explain.promise')}</Text>
    </Sheet>
  )
}

function Line({ line: { name, amount, how, onPress } }: { line: ExplainLine }) {
  return <KeyValue name={name} value={yuan(amount)} below={how} onPress={onPress} short />
}
