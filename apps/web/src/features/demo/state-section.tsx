import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { PhotoSlot, type PhotoSlotProps } from '#ui/photo-slot.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Stack } from '#ui/text.tsx'

const tones = ['positive', 'warning', 'negative', 'quiet'] as const
const results = [
  { state: 'done', word: 'done' },
  { state: 'waiting', word: 'waiting' },
  { state: 'failed', word: 'error' },
] as const
const slots = [
  { state: 'empty', word: 'empty' },
  { state: 'sending', word: 'loading' },
  { state: 'done', word: 'done' },
  { state: 'failed', word: 'error' },
] as const

export function StateSection() {
  const t = useWords('demo')
  return (
    <>
      <Card title={t('section.state')}>
        <Loading cards={1} />
        <Empty title={t('states.emptyTitle')} action={<Button kind="quiet">{t('states.more')}</Button>}>
          {t('long')}
        </Empty>
        <Failed onRetry={() => undefined} />
      </Card>
      <Card title={t('states.result')}>
        {results.map(({ state, word }) => (
          <ResultMoment key={state} state={state} title={t(`state.${word}`)} amount="10,000.00" sign={t('base:yuanSign')}>
            {t('long')}
          </ResultMoment>
        ))}
      </Card>
      <Card title={t('states.photo')}>
        <Stack>
          {slots.map(({ state, word }) => (
            <Photo key={state} state={state} word={t(`state.${word}`)} />
          ))}
          {tones.map((tone) => (
            <Note key={tone} tone={tone}>
              {t('long')}
            </Note>
          ))}
        </Stack>
      </Card>
    </>
  )
}

/** The picture chosen here goes nowhere: the slot only turns to its finished state. */
function Photo({ state: start, word }: Pick<PhotoSlotProps, 'state'> & { word: string }) {
  const t = useWords('demo')
  const [state, setState] = useState(start)
  return (
    <PhotoSlot label={`${t('states.photo')} ${word}`} state={state} onFile={() => setState('done')}>
      {word}
    </PhotoSlot>
  )
}
