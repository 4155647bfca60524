import { useState } from 'react'
import { AgreementBox } from '#blocks/agreement-box.tsx'
import { useWords } from '#locales/i18n.ts'
import { useQuery } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { type Scene, textsLook } from './apply.queries.ts'

type Agreed = readonly { readonly key: string; readonly version: string; readonly sha256: string }[]

export type Consent = ReturnType<typeof useConsent>

/** Consent to the texts of a scene. It starts unticked, and what is sent names each text by its exact bytes. */
export function useConsent(scene: Scene) {
  const t = useWords('apply')
  const texts = useQuery(textsLook(scene))
  const [checked, setChecked] = useState(false)
  const [missed, setMissed] = useState(false)
  const agreed: Agreed | undefined =
    checked && texts.data !== undefined ? texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 })) : undefined
  return {
    texts,
    checked,
    missed,
    /** Undefined until it is given. */
    agreed: agreed === undefined ? undefined : [...agreed],
    tick: (next: boolean) => {
      setChecked(next)
      setMissed(false)
    },
    /** The person tried to go on without it. */
    askFor: () => {
      setMissed(true)
      toast(t('agreeFirst'))
    },
    /** The texts have changed meanwhile: they must be read and ticked anew. */
    renew: async (why: string) => {
      setChecked(false)
      setMissed(true)
      toast(why)
      await texts.refetch()
    },
  }
}

export function ConsentBox({ consent, lead }: { consent: Consent; lead?: string | undefined }) {
  const t = useWords('apply')
  const { texts } = consent
  if (texts.data !== undefined)
    return <AgreementBox texts={texts.data.texts} checked={consent.checked} onChange={consent.tick} invalid={consent.missed} lead={lead} />
  if (!texts.isError) return null
  return (
    <Button kind="text" onPress={() => texts.refetch()}>
      {t('textsFailed')}
    </Button>
  )
}
