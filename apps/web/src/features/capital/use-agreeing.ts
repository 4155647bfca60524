import { useState } from 'react'
import type { Wish } from '#blocks/use-wish.ts'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { leaveFor, useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { useOnce } from '#ui/press.ts'
import { useForm } from '#ui/use-form.ts'
import { type Application, openRefusals, type Partner, useOpening } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { sendClick } from './clicks.ts'
import { useDuration } from './partner-words.ts'

type Given = { readonly partner: Partner; readonly wish: Wish; readonly page: string; readonly onWish: () => void }

/** The consent of one partner: nothing is sent before it is ticked and pressed; saying no is kept for attribution and sends nothing. */
export function useAgreeing({ partner, wish, page, onWish }: Given) {
  const t = useWords('capital')
  const client = useQueryClient()
  const opening = useOpening()
  const goOn = useGoingOn()
  const [agreed, setAgreed] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const { capitalId } = partner
  const form = useForm({
    values: { agreed: agreed ? 'yes' : '' },
    rules: { agreed: [{ kind: 'required', message: t('jsd.agreeFirst') }] },
    onChange: () => undefined,
  })
  const agree = useOnce(async () => {
    if (!(await form.submit()).valid) return
    const { amountFen, periods, use, problem } = wish
    if (amountFen === undefined || use === undefined || problem !== undefined) return onWish()
    try {
      const application = await opening.mutateAsync({ capitalId, amountFen, periods, use, text: partner.consentText })
      sendClick({ action: 'consent', capitalId, page, applicationId: application.applicationId })
      await goOn(application)
    } catch (failure) {
      if (!isRefusal(failure, ...openRefusals)) return
      const { applicationId } = failure.detail
      if (isRefusal(failure, 'CAPITAL_OTHER_OPEN') && typeof applicationId === 'number') return goOn.toResult(applicationId)
      setAgreed(false)
      form.refuse('agreed', failure.message)
      await client.invalidateQueries({ queryKey: ['capital', 'detail'] })
    }
  })
  return {
    form,
    agreed,
    agree,
    isRefused,
    duration: useDuration(),
    setAgreed: (next: boolean) => {
      setAgreed(next)
      form.forget('agreed')
    },
    refuse: () => {
      sendClick({ action: 'refuse', capitalId, page })
      setRefused(true)
    },
    takeBack: () => setRefused(false),
  }
}

/** Where an application goes on: its form, the partner's own page by a reference made for this one visit, or its result. */
export function useGoingOn() {
  const go = useGo()
  const toResult = (applicationId: number) => go.replace(to(capitalScreens.result, undefined, { applicationId }))
  const goOn = async ({ applicationId, capitalId, status, way }: Application) => {
    if (status !== 'filling') return toResult(applicationId)
    if (way === 'inApp') return go.to(to(capitalScreens.form, undefined, { capitalId }))
    const { url } = await api.capital.handOver({ body: { applicationId } })
    leaveFor(url)
  }
  return Object.assign(goOn, { toResult })
}
