import { applyScreens } from '#features/apply/apply.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/states.tsx'
import type { BorrowOptions } from './borrow.queries.ts'

const wayOut = {
  writtenOff: to(loanScreens.records),
  overdue: to(repayScreens.bills),
  used: to(repayScreens.bills),
  expired: to(applyScreens.next),
  noLimit: to(applyScreens.next),
  reviewing: to(applyScreens.result),
  humanReview: to(applyScreens.result),
  refused: to(applyScreens.result),
  refusedFinally: to(applyScreens.result),
} as const satisfies Record<NonNullable<BorrowOptions['blocked']>, string>

type BlockedProps = { why: NonNullable<BorrowOptions['blocked']>; applyAgainOn: BorrowOptions['applyAgainOn'] }

/** Why nothing can be borrowed now, and what to do about it. */
export function BorrowBlocked({ why, applyAgainOn }: BlockedProps) {
  const t = useWords('borrow')
  const go = useGo()
  return (
    <Empty
      icon="money"
      title={t(`blocked.${why}`, { date: applyAgainOn ?? t('base:dash') })}
      action={<Button onPress={() => go.to(wayOut[why])}>{t(`blockedAct.${why}`)}</Button>}
    />
  )
}
