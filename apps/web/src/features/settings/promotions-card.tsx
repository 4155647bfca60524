import { useWords } from '#locales/i18n.ts'
import { useQuery } from '#platform/query.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { choicesLook, useChoose } from './settings.queries.ts'

/** Turns messages of the activity tab and banners off and on again. Messages about loans and money have no switch. */
export function PromotionsCard() {
  const t = useWords('settings')
  const choices = useQuery(choicesLook())
  const { mutateAsync, isPending } = useChoose()
  if (choices.data === undefined)
    return choices.isError ? <Failed onRetry={() => choices.refetch()} /> : <Loading figure={false} cards={1} />
  const choose = async (value: 'on' | 'off') => {
    if (isPending) return
    await mutateAsync({ promotions: value === 'on' })
    toast(t(`promotions.chosen.${value}`))
  }
  return (
    <Card title={t('promotions.title')}>
      <Stack gap={2}>
        <Segmented
          label={t('promotions.title')}
          value={choices.data.promotions ? 'on' : 'off'}
          onChange={choose}
          options={(['on', 'off'] as const).map((value) => ({ value, label: t(`promotions.${value}`) }))}
        />
        <Text size="quiet">{t('promotions.body')}</Text>
      </Stack>
    </Card>
  )
}
