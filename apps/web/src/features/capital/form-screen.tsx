import { lazy, Suspense } from 'react'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { type Application, formLook } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { useSeen } from './clicks.ts'
import { keptCapitalId } from './hit.ts'
import { PartnerFields } from './partner-fields.tsx'
import { useGoingOn } from './use-agreeing.ts'

const GuestForm = lazy(async () => ({ default: (await import('./guest-form.tsx')).GuestForm }))

/** The form of a partner, and the way into it for whose login ended: a guest sees what will be asked and logs in on this page. */
export function FormScreen() {
  const capitalId = idOf(useAddressQuery().get('capitalId')) ?? keptCapitalId()
  // What was known before may lack what was typed since: each visit begins with what the server has.
  const form = useQuery({ ...formLook(capitalId), refetchOnWindowFocus: false, gcTime: 0 })
  useSeen(form.data?.partner?.capitalId, '/capitalForm')
  if (isRefusal(form.error)) return <NoForm why={form.error.message} />
  if (form.data === undefined) return <Page>{form.isError ? <Failed onRetry={() => form.refetch()} /> : <Loading figure={false} />}</Page>
  const { application, isGuest } = form.data
  if (isGuest)
    return (
      <Suspense
        fallback={
          <Page>
            <Loading figure={false} />
          </Page>
        }
      >
        <GuestForm form={form.data} onLogin={() => form.refetch()} />
      </Suspense>
    )
  if (application === null) return <NoForm />
  if (application.status !== 'filling' && application.status !== 'incomplete') return <Sent application={application} />
  if (application.way === 'ownPage') return <OnTheirPage application={application} />
  return <PartnerFields key={application.applicationId} form={form.data} application={application} />
}

function NoForm({ why }: { why?: string }) {
  const t = useWords('capital')
  const go = useGo()
  const begin = <Button onPress={() => go.replace(to(capitalScreens.jsd))}>{t('form.begin')}</Button>
  return (
    <Page>
      <Empty icon="paper" title={t('form.none')} action={begin}>
        {why ?? t('form.noneBody')}
      </Empty>
    </Page>
  )
}

function Sent({ application }: { application: Application }) {
  const t = useWords('capital')
  const go = useGo()
  const { applicationId } = application
  return (
    <Page>
      <Empty
        icon="check"
        title={t('form.sent')}
        action={<Button onPress={() => go.replace(to(capitalScreens.result, undefined, { applicationId }))}>{t('form.toResult')}</Button>}
      >
        {t('form.sentBody', { lender: application.name })}
      </Empty>
    </Page>
  )
}

/** A partner with a page of its own asks there; each visit gets a new reference. */
function OnTheirPage({ application }: { application: Application }) {
  const t = useWords('capital')
  const go = useGo()
  const goOn = useGoingOn()
  return (
    <Page
      footer={
        <>
          <Button
            kind="quiet"
            block
            onPress={() => go.replace(to(capitalScreens.result, undefined, { applicationId: application.applicationId }))}
          >
            {t('form.toResult')}
          </Button>
          <Button block onPress={() => goOn({ ...application, status: 'filling' })}>
            {t('form.toTheirPage')}
          </Button>
        </>
      }
    >
      <Empty icon="bank" title={t('form.onTheirPage', { lender: application.name })}>
        {t('form.onTheirPageBody')}
      </Empty>
    </Page>
  )
}
