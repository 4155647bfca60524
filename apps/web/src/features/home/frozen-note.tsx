import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'

/** The phone of the account is blocked: what that means, and whom to ask. */
export function FrozenNote() {
  const t = useWords('borrower')
  const go = useGo()
  return (
    <Note
      tone="negative"
      action={
        <Button kind="text" onPress={() => go.to(to(serviceScreens.contact))}>
          {t('account.service')}
        </Button>
      }
    >
      {t('frozen')}
    </Note>
  )
}
