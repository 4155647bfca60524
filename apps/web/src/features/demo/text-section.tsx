import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { MiniBar } from '#ui/mini-bar.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'

const amount = '28,000.00'

export function TextSection() {
  const t = useWords('demo')
  const sign = t('base:yuanSign')
  return (
    <Card title={t('section.text')}>
      <Stack>
        <Text size="lead" as="h2">
          {t('text.lead')}
        </Text>
        <Text>{t('text.body')}</Text>
        <Text size="quiet">{t('text.quiet')}</Text>
        <Text size="small">{t('text.small')}</Text>
        <Text tone="negative">{t('state.error')}</Text>
        <Text>{t('long')}</Text>
        <Figure amount={amount} sign={sign} />
        <Spread baseline>
          <Figure amount={amount} sign={sign} size="large" />
          <Figure amount={amount} sign={sign} size="medium" tone="quiet" struck />
        </Spread>
        <MiniBar first={20} second={8} label={t('text.part')} />
      </Stack>
      <KeyValueList>
        <KeyValue name={t('text.name')} value={t('text.value')} />
        <KeyValue name={t('text.amount')} value={amount} note={t('text.quiet')} strong short />
        <KeyValue name={t('state.long')} value={t('long')} />
        <KeyValue name={t('text.name')} value={t('states.more')} onPress={() => undefined} />
      </KeyValueList>
    </Card>
  )
}
