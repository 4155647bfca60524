import { useEffect } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { resultLook } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { useSeen } from './clicks.ts'
import { Outcome } from './result-outcome.tsx'

/** Where an application stands. A return from the partner's own page brings its signed word, which the server checks before it asks the partner. */
export function ResultScreen() {
  const search = useAddressQuery()
  const reference = search.get('reference')
  return reference === null ? <Standing applicationId={idOf(search.get('applicationId'))} /> : <Returned reference={reference} />
}

function Returned({ reference }: { reference: string }) {
  const go = useGo()
  const t = useWords('capital')
  const search = useAddressQuery()
  const client = useQueryClient()
  const [outcome, at, signature] = [search.get('outcome') ?? '', search.get('at') ?? '', search.get('signature') ?? '']
  useEffect(() => {
    let isOver = false
    const tell = async () => {
      try {
        const { applicationId } = await api.capital.returned({ body: { reference, outcome, at, signature } }, { handles: 'all' })
        // What the partner put into the address is used up and leaves it.
        if (!isOver) go.replace(to(capitalScreens.result, undefined, { applicationId }))
      } catch (failure) {
        if (isOver) return
        if (isRefusal(failure)) toast(failure.message)
        go.replace(to(capitalScreens.result))
      }
      await client.invalidateQueries({ queryKey: ['capital'] })
    }
    void tell()
    return () => {
      isOver = true
    }
  }, [reference, outcome, at, signature, go, client])
  return (
    <Page>
      <Loading figure={false} />
      <span role="status">{t('result.returning')}</span>
    </Page>
  )
}

function Standing({ applicationId }: { applicationId: number | undefined }) {
  const t = useWords('capital')
  const go = useGo()
  const result = useQuery(resultLook(applicationId))
  const application = result.data?.application
  useSeen(application?.capitalId, '/capitalResult')
  const none = (
    <Page>
      <Empty
        icon="paper"
        title={t('result.none')}
        action={<Button onPress={() => go.replace(to(capitalScreens.jsd))}>{t('form.begin')}</Button>}
      >
        {t('result.noneBody')}
      </Empty>
    </Page>
  )
  if (isRefusal(result.error, 'CAPITAL_APPLICATION_NOT_FOUND')) return none
  if (result.data === undefined)
    return <Page>{result.isError ? <Failed onRetry={() => result.refetch()} /> : <Loading figure={false} />}</Page>
  return application == null ? none : <Outcome application={application} result={result.data} />
}
