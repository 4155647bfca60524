import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { chooseTextSize, type TextSize, textSize } from '#platform/text-size.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'

const sizes: readonly TextSize[] = ['standard', 'large']

/** The larger, simpler look for older people, for guests as for borrowers. It shows at once, so that one sees what one chose. */
export function TextSizeCard() {
  const t = useWords('settings')
  const [chosen, setChosen] = useState(textSize)
  const choose = (size: TextSize) => {
    chooseTextSize(size)
    setChosen(size)
    toast(t(`textSize.chosen.${size}`))
  }
  return (
    <Card title={t('textSize.title')}>
      <Stack gap={2}>
        <Segmented
          label={t('textSize.title')}
          value={chosen}
          onChange={choose}
          options={sizes.map((size) => ({ value: size, label: t(`textSize.${size}`) }))}
        />
        <Text>{t('textSize.body')}</Text>
        <Text size="quiet">{t('textSize.kept')}</Text>
      </Stack>
    </Card>
  )
}
