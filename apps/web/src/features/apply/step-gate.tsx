import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { type ApplyStep, reFlowLook } from './apply.queries.ts'
import { applyScreens } from './apply.screens.ts'

/** A step that an old link or the address bar leads to before it is open, or after the application is in, says so and leads on. */
export function StepGate({ openAt, children }: { openAt: readonly ApplyStep[]; children: ReactNode }) {
  const t = useWords('apply')
  const go = useGo()
  const flow = useQuery({ ...reFlowLook(), refetchOnWindowFocus: false })
  const isOpen = flow.data !== undefined && openAt.includes(flow.data.next)
  // Finishing the step makes another one the next; the screen stays until it has led there itself.
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (isOpen) setWasOpen(true)
  }, [isOpen])
  if (isOpen || wasOpen) return children
  if (flow.isError)
    return (
      <Page>
        <Failed onRetry={() => flow.refetch()} />
      </Page>
    )
  if (flow.data === undefined || flow.isFetching)
    return (
      <Page>
        <Loading figure={false} />
      </Page>
    )
  const onward = <Button onPress={() => go.replace(to(applyScreens.next))}>{t('goOn')}</Button>
  return (
    <Page>
      <Empty icon="paper" title={t('notOpen')} action={onward} />
    </Page>
  )
}
