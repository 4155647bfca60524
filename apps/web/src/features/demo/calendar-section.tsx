import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { currentLanguage, htmlLanguage, useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import type { CalendarMark } from '#ui/calendar.tsx'
import type { DayRange } from '#ui/calendar-days.ts'
import { Card } from '#ui/card.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Stack, Text } from '#ui/text.tsx'

const Calendar = lazy(async () => ({ default: (await import('#ui/calendar.tsx')).Calendar }))

export function CalendarSection() {
  const t = useWords('demo')
  const [open, setOpen] = useState<'day' | 'range'>()
  const [day, setDay] = useState<CivilDate>()
  const [range, setRange] = useState<DayRange>()
  const around = useSurroundings()
  const close = () => setOpen(undefined)
  return (
    <Card title={t('section.calendar')}>
      <Stack>
        <Button kind="quiet" block onPress={() => setOpen('day')}>
          {t('calendar.day')}
        </Button>
        <Text size="quiet" figures>
          {day ?? t('calendar.none')}
        </Text>
        <Button kind="quiet" block onPress={() => setOpen('range')}>
          {t('calendar.range')}
        </Button>
        <Text size="quiet" figures>
          {range === undefined ? t('calendar.none') : t('base:range', { from: range.from, to: range.to ?? '' })}
        </Text>
      </Stack>
      {open === 'day' && (
        <Framed title={t('calendar.day')} onClose={close}>
          <Calendar {...around} choice={{ kind: 'day', value: day, onChange: setDay }} />
        </Framed>
      )}
      {open === 'range' && (
        <Framed title={t('calendar.range')} onClose={close}>
          <Calendar {...around} choice={{ kind: 'range', value: range, onChange: setRange }} />
        </Framed>
      )}
    </Card>
  )
}

function Framed({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useWords('demo')
  return (
    <Sheet
      open
      title={title}
      onClose={onClose}
      footer={
        <Button block onPress={onClose}>
          {t('calendar.confirm')}
        </Button>
      }
    >
      <Suspense fallback={<SkeletonCard lines={8} />}>{children}</Suspense>
    </Sheet>
  )
}

function useSurroundings() {
  const t = useWords('demo')
  const today = useToday()
  const marks = new Map<string, CalendarMark>([[addDays(today, 30), { tone: 'plain', label: t('calendar.marked') }]])
  return {
    today,
    marks,
    language: htmlLanguage[currentLanguage()],
    words: { previousMonth: t('calendar.previousMonth'), nextMonth: t('calendar.nextMonth'), today: t('calendar.today') },
  }
}
