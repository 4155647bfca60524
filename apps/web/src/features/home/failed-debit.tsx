import { useReasonWords } from '#blocks/reason-words.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import type { Due } from './due-rows.tsx'

/** The last debit took nothing or only a part, and something is due: why, and the way to another card. */
export function FailedDebit({ due }: { due: Due }) {
  const t = useWords('borrower')
  const go = useGo()
  const reason = useReasonWords()
  if (due.failedDebit === null || due.daysLeft > 0) return null
  const { cardTail, askedFen, takenFen, reason: code } = due.failedDebit
  const known = { tail: cardTail, asked: yuan(askedFen), taken: yuan(takenFen), reason: reason(code) }
  return (
    <Note
      tone="negative"
      action={
        <Button kind="text" onPress={() => go.to(to(cardScreens.selectBank))}>
          {t('debit.changeCard')}
        </Button>
      }
    >
      {takenFen > 0 ? t('debit.partly', known) : t('debit.failed', known)}
    </Note>
  )
}
