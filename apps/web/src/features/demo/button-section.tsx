import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PickerField } from '#ui/picker-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Stack } from '#ui/text.tsx'

const kinds = ['action', 'quiet', 'danger'] as const
const values = ['one', 'two', 'three'] as const

export function ButtonSection() {
  const t = useWords('demo')
  const [chosen, setChosen] = useState<(typeof values)[number]>('one')
  const [picked, setPicked] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const options = values.map((value) => ({ value, label: t(`choice.${value}`) }))
  return (
    <Card title={t('section.button')}>
      <Stack>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} block>
            {t(`button.${kind}`)}
          </Button>
        ))}
        <Button block disabled>
          {t('state.disabled')}
        </Button>
        <Button block loading>
          {t('state.loading')}
        </Button>
        <Button block kind="quiet">
          {t('long')}
        </Button>
        <Button kind="text">{t('button.link')}</Button>
        <Tabs
          label={t('choice.label')}
          value={chosen}
          items={options.map((option, place) => ({ ...option, count: place * 60 }))}
          onChange={setChosen}
        />
        <Segmented label={t('choice.label')} value={chosen} options={options} onChange={setChosen} />
        <Segmented
          label={t('state.disabled')}
          value={undefined}
          options={options.map((option) => ({ ...option, disabled: true }))}
          onChange={setChosen}
        />
        <Checkbox checked={agreed} onChange={setAgreed}>
          {t('button.agree')}
        </Checkbox>
        <Checkbox checked={agreed} onChange={setAgreed} invalid>
          {t('long')}
        </Checkbox>
      </Stack>
      <PickerField label={t('choice.label')} value={picked} options={options} onChange={setPicked} />
      <PickerField label={t('state.error')} value={picked} options={options} onChange={setPicked} error={t('input.wrong')} />
      <PickerField label={t('state.disabled')} value="one" options={options} onChange={setPicked} disabled />
    </Card>
  )
}
