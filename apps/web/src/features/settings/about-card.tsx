import { constants } from '@fyh/contract/options.ts'
import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'

export function AboutCard() {
  const t = useWords('settings')
  return (
    <Card rows>
      <KeyValueList>
        <KeyValue name={t('about')} value={constants.appVersion} />
      </KeyValueList>
    </Card>
  )
}
