import { lazy, Suspense, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useQuery } from '#platform/query.ts'
import { currentUser } from '#platform/store.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Failed } from '#ui/states.tsx'
import { type PayPasswordState, payPasswordLook } from './settings.queries.ts'

const ChangePhoneSheet = lazy(async () => ({ default: (await import('./change-phone-sheet.tsx')).ChangePhoneSheet }))
const PayPasswordSheet = lazy(async () => ({ default: (await import('./pay-password-sheet.tsx')).PayPasswordSheet }))

/** What a borrower logs in and pays with. */
export function AccountCard() {
  const t = useWords('settings')
  const [opened, setOpened] = useState<'phone' | 'password'>()
  const password = useQuery(payPasswordLook())
  const state = password.data
  const shown = usePasswordSummary(state)
  const close = () => setOpened(undefined)
  return (
    <Card rows title={t('account.title')}>
      <List label={t('account.title')}>
        <ListRow title={t('mobile')} value={currentUser()?.mobile} onPress={() => setOpened('phone')} />
        <ListRow title={t('payPassword.title')} value={shown} onPress={state && (() => setOpened('password'))} />
      </List>
      {password.isError && <Failed onRetry={() => password.refetch()} />}
      <Suspense>
        {opened === 'phone' && <ChangePhoneSheet onClose={close} />}
        {opened === 'password' && state !== undefined && <PayPasswordSheet state={state} onClose={close} />}
      </Suspense>
    </Card>
  )
}

/** Nothing until the state is known: the row keeps its place. */
function usePasswordSummary(state: PayPasswordState | undefined): string | undefined {
  const t = useWords('settings')
  if (state === undefined) return undefined
  if (!state.isSet) return t('payPassword.notSet')
  if (state.isLocked) return t('payPassword.locked')
  if (state.askAboveFen === null) return t('payPassword.off')
  return state.askAboveFen === 0 ? t('payPassword.always') : t('payPassword.above', { amount: yuan(state.askAboveFen) })
}
