import { type FieldFault, fieldFault } from '@fyh/base/form-fields.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage, useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import type { FormRules } from '#ui/form-rules.ts'
import type { Application, FormField, PartnerForm } from './capital.queries.ts'

export type Values = Readonly<Record<string, string>>

/** The words of a field: the partner's own label and reason, ours for what is wrong. */
export function useFieldWords() {
  const t = useWords('capital')
  const language = currentLanguage()
  return {
    label: ({ label }: FormField): string => label[language],
    why: ({ why }: FormField): string | undefined => why?.[language],
    unit: ({ unit }: FormField): string | undefined => unit?.[language],
    option: (option: NonNullable<FormField['options']>[number]): string => option.label[language],
    fault: (field: FormField, fault: FieldFault): string =>
      t(`fault.${fault}`, { label: field.label[language], min: field.min ?? field.lengthMin ?? 0, max: field.max ?? field.lengthMax ?? 0 }),
  }
}

const faults = [
  'tooShort',
  'tooLong',
  'pattern',
  'number',
  'tooSmall',
  'tooLarge',
  'mobile',
  'option',
] as const satisfies readonly FieldFault[]

/** R5.2: the partner's rules by the very function that the server checks them with. */
export function rulesOf(fields: readonly FormField[], words: ReturnType<typeof useFieldWords>): FormRules<Values> {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      [
        ...(field.required
          ? [{ kind: 'required' as const, message: words.fault(field, field.type === 'option' ? 'option' : 'required') }]
          : []),
        ...faults.map((fault) => ({
          kind: 'check' as const,
          check: (value: string) => fieldFault(field, value) !== fault,
          message: words.fault(field, fault),
        })),
      ],
    ]),
  )
}

export type Saved = { readonly step: 'idle' | 'saving' | 'failed' } | { readonly step: 'saved'; readonly at: string }
const quietMs = 800

/** The form as typed so far, kept by the server a moment after each change and when the page is left, so that a reload or another phone finds it. */
export function usePartnerDraft({ applicationId }: Pick<Application, 'applicationId'>, { values, savedAt }: PartnerForm) {
  const [typed, setTyped] = useState<Values>(values)
  const [saved, setSaved] = useState<Saved>(savedAt === null ? { step: 'idle' } : { step: 'saved', at: savedAt })
  const work = useRef<{ newest: Values; dirty: boolean; sending: boolean; mounted: boolean; timer?: ReturnType<typeof setTimeout> }>({
    ...{ newest: values, dirty: false, sending: false, mounted: true },
  })
  const save = useCallback(async (): Promise<void> => {
    const now = work.current
    clearTimeout(now.timer)
    if (!now.dirty || now.sending) return
    now.dirty = false
    now.sending = true
    if (now.mounted) setSaved({ step: 'saving' })
    const outcome = await send(applicationId, now.newest)
    now.sending = false
    if (now.mounted) setSaved(outcome)
    // What was typed while it was on its way is sent after it, so the newest text is the last to arrive.
    if (now.dirty) await save()
  }, [applicationId])
  useLeaving(save)
  useEffect(() => {
    const now = work.current
    now.mounted = true
    return () => {
      now.mounted = false
      void save()
    }
  }, [save])
  return {
    typed,
    saved,
    change: (name: string, value: string) => {
      const now = work.current
      now.newest = { ...now.newest, [name]: value }
      now.dirty = true
      setTyped(now.newest)
      clearTimeout(now.timer)
      now.timer = setTimeout(() => void save(), quietMs)
    },
    /** What was handed in needs no draft. */
    done: () => {
      clearTimeout(work.current.timer)
      work.current.dirty = false
    },
  }
}

async function send(applicationId: number, values: Values): Promise<Saved> {
  try {
    const { savedAt } = await api.capital.saveForm({ body: { applicationId, values } }, { quiet: true, keepalive: true })
    return { step: 'saved', at: savedAt }
  } catch (failure) {
    return { step: isRefusal(failure) ? 'idle' : 'failed' }
  }
}

/** The last moments a page is sure to get: hidden, or going away. */
function useLeaving(leave: () => Promise<void>): void {
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') void leave()
    }
    const onGo = () => void leave()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', onGo)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', onGo)
    }
  }, [leave])
}
