import { useRef, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { toast } from '#ui/toast.tsx'
import type { Area, Draft } from './apply.queries.ts'
import { useMovedOn, useNextStep } from './apply-flow.ts'
import { checkProfile, fieldOfRefusal, firstWrong, type ProfileField } from './profile-rules.ts'
import { useDraft } from './use-draft.ts'

export type ProfileForm = ReturnType<typeof useProfileForm>
type Errors = Partial<Record<ProfileField, string>>

/** The draft with what is wrong beside each field; handing in shows everything wrong at once and leads to the first. */
export function useProfileForm(known: Parameters<typeof useDraft>[0]) {
  const t = useWords('apply')
  const nextStep = useNextStep()
  const movedOn = useMovedOn()
  const draft = useDraft(known)
  const [errors, setErrors] = useState<Errors>({})
  const box = useRef<HTMLDivElement>(null)
  const show = (found: Errors) => {
    setErrors(found)
    const first = firstWrong(found)
    if (first !== undefined) focusField(box.current, first)
  }
  const forget = (...fields: readonly ProfileField[]) =>
    setErrors((former) => Object.fromEntries(Object.entries(former).filter(([field]) => !fields.some((gone) => gone === field))))
  const set = (next: Partial<Draft>, ...fields: readonly ProfileField[]) => {
    draft.change(next)
    forget(...fields)
  }
  const submit = async () => {
    const checked = checkProfile(draft.draft)
    if ('wrongs' in checked) {
      const found = Object.entries(checked.wrongs)
      toast(t('profile.wrongCount', { count: found.length }))
      return show(Object.fromEntries(found.map(([field, wrong]) => [field, t(`wrong.${wrong}`)])))
    }
    try {
      await api.apply.submitProfile({ body: checked.profile }, { handles: 'all' })
    } catch (failure) {
      if (await movedOn(failure)) return
      if (!isRefusal(failure)) throw failure
      const field = fieldOfRefusal(failure)
      if (field === undefined) return toast(failure.message)
      return show({ [field]: failure.message })
    }
    draft.done()
    await nextStep()
  }
  const setArea = (path: readonly Area[]) => {
    draft.change({ areaCode: path[path.length - 1]?.code ?? '' }, path)
    forget('areaCode')
  }
  return { draft: draft.draft, areaPath: draft.areaPath, saved: draft.saved, errors, set, setArea, submit, box }
}

/** Scrolls to the field and puts the cursor into it; a group of choices takes it with its first. */
function focusField(box: HTMLElement | null, field: ProfileField): void {
  const place = box?.querySelector<HTMLElement>(`[data-field="${field}"]`)
  const input = place?.querySelector<HTMLElement>('input, textarea, button')
  input?.focus({ preventScroll: true })
  place?.scrollIntoView?.({ block: 'center' })
}
