import { useWords } from '#locales/i18n.ts'
import { useQuery } from '#platform/query.ts'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { locationLook, useWithdrawLocation } from './settings.queries.ts'

/** Consents that are not part of an act: what was given can be withdrawn, and is asked for only where it is used. */
export function PrivacyCard() {
  const t = useWords('settings')
  const location = useQuery(locationLook())
  const withdrawal = useWithdrawLocation()
  if (location.data === undefined) return location.isError ? <Failed onRetry={() => location.refetch()} /> : <Loading figure={false} />
  const isGiven = location.data.givenAt !== null
  const withdraw = async () => {
    const question = { title: t('location.withdrawTitle'), body: t('location.withdrawBody') }
    if (!(await confirm({ ...question, yes: t('location.withdraw'), no: t('location.keep') }))) return
    await withdrawal.mutateAsync({})
    toast(t('location.withdrawn'))
  }
  return (
    <Card rows title={t('privacy')}>
      <List label={t('privacy')}>
        <ListRow
          title={t('location.title')}
          note={t(isGiven ? 'location.givenNote' : 'location.noneNote')}
          value={t(isGiven ? 'location.given' : 'location.none')}
          onPress={isGiven ? withdraw : undefined}
        />
      </List>
    </Card>
  )
}
