import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { reached } from '#platform/reached.ts'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import type { Area } from './apply.queries.ts'
import { useMovedOn, useNextStep } from './apply-flow.ts'
import { draftWith, fieldOfRefusal, type ProfileField, profileOf, profileRules, valuesOf } from './profile-rules.ts'
import { useDraft } from './use-draft.ts'

export type ProfileForm = ReturnType<typeof useProfileForm>

/** The draft with what is wrong beside each field; handing in shows everything wrong at once and leads to the first. */
export function useProfileForm(known: Parameters<typeof useDraft>[0]) {
  const t = useWords('apply')
  const nextStep = useNextStep()
  const movedOn = useMovedOn()
  const { draft, areaPath, saved, change, done } = useDraft(known)
  const form = useForm({
    values: valuesOf(draft),
    rules: profileRules(draft.occupation, (wrong) => t(`wrong.${wrong}`)),
    onChange: (field, value) => {
      change((newest) => draftWith(newest, field, value))
      form.forget(...alsoAbout(field))
    },
  })
  const submit = async () => {
    if (!(await form.submit()).valid) return
    try {
      await api.apply.submitProfile({ body: profileOf(draft) }, { handles: 'all' })
    } catch (failure) {
      if (await movedOn(failure)) return
      if (!isRefusal(failure)) throw failure
      const field = fieldOfRefusal(failure)
      return field === undefined ? toast(failure.message) : form.refuse(field, failure.message)
    }
    done()
    reached('profile')
    await nextStep()
  }
  const setArea = (path: readonly Area[]) => {
    change(() => ({ areaCode: path[path.length - 1]?.code ?? '' }), path)
    form.forget('areaCode')
  }
  return { ...form, draft, areaPath, saved, setArea, submit }
}

/** Fields whose error may have been about this one, too. */
function alsoAbout(field: ProfileField): readonly ProfileField[] {
  if (field === 'occupation') return ['employer']
  return field.startsWith('contact') ? ['contactTwo.mobile'] : []
}
