import { useState } from 'react'
import { ConsentBox as Box } from '#blocks/consent-box.tsx'
import { useWords } from '#locales/i18n.ts'
import { useQuery } from '#platform/query.ts'
import { useForm } from '#ui/use-form.ts'
import { type Scene, textsLook } from './apply.queries.ts'

type Agreed = readonly { readonly key: string; readonly version: string; readonly sha256: string }[]

export type Consent = ReturnType<typeof useConsent>

/** Consent to the texts of a scene. It starts unticked, and what is sent names each text by its exact bytes. */
export function useConsent(scene: Scene) {
  const t = useWords('apply')
  const texts = useQuery(textsLook(scene))
  const [checked, setChecked] = useState(false)
  const agreed: Agreed | undefined =
    checked && texts.data !== undefined ? texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 })) : undefined
  const form = useForm({
    values: { agreed: agreed === undefined ? '' : 'yes' },
    rules: { agreed: [{ kind: 'required', message: t('agreeFirst') }] },
    onChange: () => undefined,
  })
  return {
    texts,
    checked,
    error: form.errorOf('agreed'),
    /** Goes around the box. */
    place: form.place,
    /** Undefined until it is given. */
    agreed: agreed === undefined ? undefined : [...agreed],
    tick: (next: boolean) => {
      setChecked(next)
      form.forget('agreed')
    },
    /** The person tried to go on without it. */
    askFor: () => void form.submit(),
    /** The texts have changed meanwhile: they must be read and ticked again. */
    renew: async (why: string) => {
      setChecked(false)
      form.refuse('agreed', why)
      await texts.refetch()
    },
  }
}

export function ConsentBox({ consent, lead }: { consent: Consent; lead?: string | undefined }) {
  const { texts, checked, tick, error } = consent
  return <Box texts={texts} checked={checked} onChange={tick} error={error} lead={lead} />
}
