import { useEffect, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { clock } from '#platform/clock.ts'
import { dateTimeOf } from '#platform/format.ts'
import { Text } from '#ui/text.tsx'

/** When the result of a debit is there at the latest, and how long that is from now; counts down while one looks at it. */
export function UntilResult({ resultBy }: { resultBy: string | null }) {
  const t = useWords('repay')
  const minutes = useMinutesUntil(resultBy)
  if (resultBy === null || minutes === undefined) return null
  const left = minutes >= 60 ? t('result.hours', { count: Math.floor(minutes / 60) }) : t('result.minutes', { count: Math.max(1, minutes) })
  return (
    <Text size="quiet" figures>
      {t('result.latest', { time: dateTimeOf(resultBy), left })}
    </Text>
  )
}

/** Whole minutes until a moment of business time; looked at again every ten seconds. */
function useMinutesUntil(moment: string | null): number | undefined {
  const [now, setNow] = useState(() => clock.now().getTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now().getTime()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return moment === null ? undefined : Math.max(0, Math.ceil((Date.parse(moment) - now) / 60_000))
}
