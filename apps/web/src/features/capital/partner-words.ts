import { fen } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf, wholeYuan } from '#platform/format.ts'
import type { MatchReason } from './capital.queries.ts'

/** Why a partner does or does not take a borrower, in words. */
export function useReasonWords(): (reason: MatchReason) => string {
  const t = useWords('capital')
  return ({ code, values }) => {
    const shown = (name: string) => shownValue(name, values[name])
    const [minFen, maxFen, opensAt, againOn] = [shown('minFen'), shown('maxFen'), shown('opensAt'), shown('againOn')]
    return t(`reason.${code}`, { minFen, maxFen, opensAt, againOn, min: shown('min'), max: shown('max') })
  }
}

/** A figure of a reason as it is shown: names that end in Fen are amounts, in At moments. */
function shownValue(name: string, value: string | number | undefined): string {
  if (value === undefined) return ''
  if (name.endsWith('Fen') && typeof value === 'number') return wholeYuan(fen(value))
  return name.endsWith('At') && typeof value === 'string' && value !== '' ? dateTimeOf(value) : String(value)
}

const knownRefusals = ['riskRefused', 'notServed', 'closed'] as const

/** A partner's reason for refusing; one without known words says only that none was given. */
export function useRefusalWords(): (reason: string | null) => string {
  const t = useWords('capital')
  return (reason) => t(`refusal.${knownRefusals.find((one) => one === reason) ?? 'other'}`)
}

/** '5 分钟' of minutes; hours from two hours on. */
export function useDuration(): (minutes: number) => string {
  const t = useWords('capital')
  return (minutes) => (minutes >= 120 ? t('hours', { count: Math.round(minutes / 60) }) : t('minutes', { count: minutes }))
}
