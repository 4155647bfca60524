import type { ReactNode } from 'react'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { type Activity, activityLook } from './campaign.queries.ts'

/** An activity, its wait, and what stands in its place. */
export function ActivityGate({ id, children }: { id: number | undefined; children: (activity: Activity) => ReactNode }) {
  if (id === undefined) return <NotFound />
  return <Known id={id}>{children}</Known>
}

function Known({ id, children }: { id: number; children: (activity: Activity) => ReactNode }) {
  const activity = useQuery(activityLook(id))
  if (activity.data !== undefined) return children(activity.data)
  if (isRefusal(activity.error, 'ACTIVITY_NOT_FOUND')) return <NotFound />
  return <Page>{activity.isError ? <Failed onRetry={() => activity.refetch()} /> : <Loading cards={3} />}</Page>
}

function NotFound() {
  const t = useWords('campaign')
  const go = useGo()
  return (
    <Page>
      <Empty icon="box" title={t('notFound')} action={<Button onPress={go.home}>{t('toHome')}</Button>}>
        {t('notFoundBody')}
      </Empty>
    </Page>
  )
}
