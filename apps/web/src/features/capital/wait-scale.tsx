import { useEffect, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { clock } from '#platform/clock.ts'
import type { Application } from './capital.queries.ts'
import { useDuration } from './partner-words.ts'
import styles from './wait-scale.module.css'

/** The usual time takes this share of the scale, the rest up to the longest the remainder: minutes stay visible beside hours. */
const usualShare = 0.35

/** How long an answer has taken beside how long it usually and at most takes: a scale, because the end is unknown. */
export function WaitScale({ application }: { application: Application }) {
  const t = useWords('capital')
  const duration = useDuration()
  const minutes = useMinutesSince(application.submittedAt)
  if (minutes === undefined) return null
  const { usual, most } = application.answerMinutes
  const share =
    minutes <= usual ? (minutes / usual) * usualShare : usualShare + Math.min(1, (minutes - usual) / (most - usual)) * (1 - usualShare)
  const words = { usual: duration(usual), most: duration(most), waited: duration(minutes) }
  return (
    <div className={styles.scale}>
      <div className={styles.track} role="img" aria-label={t('wait.label', words)}>
        <i className={styles.usual} style={{ width: percent(usualShare) }} />
        <i className={styles.past} style={{ width: percent(share) }} />
        <b className={styles.ring} style={{ left: percent(share) }} />
      </div>
      <div className={styles.labels}>
        <span>{t('wait.usual', words)}</span>
        <b>{t('wait.waited', words)}</b>
        <span>{t('wait.most', words)}</span>
      </div>
    </div>
  )
}

/** Whole minutes since a moment of business time; looked at again each half minute. */
function useMinutesSince(moment: string | null): number | undefined {
  const [now, setNow] = useState(() => clock.now().getTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now().getTime()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return moment === null ? undefined : Math.max(0, Math.floor((now - Date.parse(moment)) / 60_000))
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`
