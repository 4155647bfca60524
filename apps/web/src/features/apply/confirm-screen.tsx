import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { summaryLook } from './apply.queries.ts'
import { applyScreens } from './apply.screens.ts'
import { isConsentRefusal, useMovedOn, useNextStep } from './apply-flow.ts'
import { ConsentBox, useConsent } from './consent.tsx'
import { StepGate } from './step-gate.tsx'
import { StepHead } from './step-head.tsx'
import { SummaryCards } from './summary-cards.tsx'

/** Everything handed in, masked; agreeing and handing in the application for a decision. */
export function ConfirmScreen() {
  const t = useWords('apply')
  const nextStep = useNextStep()
  const summary = useQuery(summaryLook())
  const consent = useConsent('apply')
  const submit = useSubmit(consent)
  if (summary.data === undefined)
    return (
      <Page>
        {!summary.isError && <Loading figure={false} />}
        {isRefusal(summary.error) && (
          <Failed title={summary.error.message} action={<Button onPress={nextStep}>{t('result.noneAction')}</Button>}>
            {t('next.lead')}
          </Failed>
        )}
        {summary.isError && !isRefusal(summary.error) && <Failed onRetry={() => summary.refetch()} />}
      </Page>
    )
  return (
    <Page
      place={consent.place}
      footer={
        <Button block type="submit" onPress={submit}>
          {t('confirm.submit')}
        </Button>
      }
    >
      <StepHead step="confirm" heading={t('confirm.heading')} lead={t('confirm.lead')} />
      <SummaryCards summary={summary.data} />
      <ConsentBox consent={consent} />
    </Page>
  )
}

function useSubmit(consent: ReturnType<typeof useConsent>) {
  const go = useGo()
  const client = useQueryClient()
  const movedOn = useMovedOn()
  return async () => {
    if (consent.agreed === undefined) return consent.askFor()
    try {
      await api.apply.submit({ body: { agreed: consent.agreed } }, { handles: 'all' })
    } catch (failure) {
      if (isConsentRefusal(failure)) return consent.renew(failure.message)
      if (await movedOn(failure)) return
      if (!isRefusal(failure)) throw failure
      toast(failure.message)
      if (failure.error !== 'APPLY_COOLING_DOWN') return
    }
    await client.invalidateQueries({ refetchType: 'none' })
    go.replace(to(applyScreens.result))
  }
}

export const ConfirmStep = () => (
  <StepGate openAt={['confirm']}>
    <ConfirmScreen />
  </StepGate>
)
