import { fieldFault } from '@fyh/base/form-fields.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { type ApiError, api, isRefusal } from '#platform/api.ts'
import { dateTimeOf, timeOf, wholeYuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Select } from '#ui/picker-field.tsx'
import { useOnce } from '#ui/press.ts'
import { Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.tsx'
import { type Form, useForm } from '#ui/use-form.ts'
import type { Application, FormField, PartnerForm } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { rulesOf, type Saved, useFieldWords, usePartnerDraft, type Values } from './use-partner-form.ts'

type Props = { readonly form: PartnerForm; readonly application: Application }

/** The partner's own fields, drawn from what it declares. */
export function PartnerFields({ form: known, application }: Props) {
  const t = useWords('capital')
  const { form, saved, submit, trouble } = useHandingIn({ form: known, application })
  const { missing, missingUntil, fillUntil, amountFen, periods } = application
  return (
    <Page
      place={form.place}
      footer={
        <>
          <SavedLine state={saved} />
          <Button block type="submit" onPress={submit}>
            {t('form.submit')}
          </Button>
        </>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {t('form.heading', { lender: application.name })}
        </Text>
        <Text size="quiet" figures>
          {t('form.wish', { amount: wholeYuan(amountFen), periods })}
        </Text>
        {fillUntil !== null && (
          <Text size="quiet" figures>
            {t('form.fillUntil', { time: dateTimeOf(fillUntil) })}
          </Text>
        )}
      </div>
      {missing.length > 0 && (
        <Note tone="warning">{missingUntil === null ? t('form.missing') : t('form.missingUntil', { time: dateTimeOf(missingUntil) })}</Note>
      )}
      {trouble !== undefined && (
        <Note tone="negative" live>
          {trouble.message}
        </Note>
      )}
      <Card>
        {known.fields.map((field) => (
          <PartnerField key={field.name} field={field} form={form} known={known} isMissing={missing.includes(field.name)} />
        ))}
      </Card>
      <Text size="small">{t('form.sentTo', { lender: application.name })}</Text>
    </Page>
  )
}

function useHandingIn({ form: known, application }: Props) {
  const go = useGo()
  const words = useFieldWords()
  const draft = usePartnerDraft(application, known)
  const [trouble, setTrouble] = useState<ApiError>()
  const { applicationId, capitalId } = application
  const values: Values = Object.fromEntries(known.fields.map(({ name }) => [name, draft.typed[name] ?? '']))
  const form = useForm<Values>({ values, rules: rulesOf(known.fields, words), onChange: draft.change })
  const toResult = () => go.replace(to(capitalScreens.result, undefined, { applicationId }))
  const submit = useOnce(async () => {
    if (!(await form.submit()).valid) return
    setTrouble(undefined)
    try {
      await api.capital.submit({ body: { applicationId, values } }, { handles: 'all' })
      draft.done()
      toResult()
    } catch (failure) {
      if (!isRefusal(failure)) return
      if (failure.error === 'CAPITAL_STEP_NOT_OPEN') return toResult()
      if (failure.error === 'CAPITAL_CONSENT_MISSING') {
        toast(failure.message)
        return go.replace(to(capitalScreens.jsd, undefined, { capitalId }))
      }
      const wrong = known.fields.filter((field) => fieldFault(field, values[field.name]) !== undefined || isNamed(failure, field))
      for (const field of wrong) form.refuse(field.name, words.fault(field, fieldFault(field, values[field.name]) ?? 'pattern'))
      if (wrong.length === 0) setTrouble(failure)
    }
  })
  return { form, saved: draft.saved, submit, trouble }
}

/** Does a refusal of the form name the field? */
function isNamed({ detail }: ApiError, { name }: FormField): boolean {
  return Array.isArray(detail.fields) && detail.fields.some((one: { readonly field?: unknown }) => one.field === name)
}

type FieldProps = { readonly field: FormField; readonly form: Form<Values>; readonly known: PartnerForm; readonly isMissing: boolean }

function PartnerField({ field, form, known, isMissing }: FieldProps) {
  const t = useWords('capital')
  const words = useFieldWords()
  const { onBlur, ...bound } = form.field(field.name)
  const isKnown = known.prefilled.includes(field.name) && bound.value === known.values[field.name]
  const unit = words.unit(field)
  const hint = words.why(field) ?? (isKnown ? t('form.prefilled') : undefined)
  const label = field.required ? words.label(field) : t('form.optional', { label: words.label(field) })
  return (
    <Field
      label={label}
      hint={hint}
      warning={isMissing ? t('form.askedAgain') : undefined}
      error={form.errorOf(field.name)}
      extra={unit === undefined ? undefined : <Text as="span">{unit}</Text>}
    >
      {field.type === 'option' ? (
        <Select
          title={words.label(field)}
          {...bound}
          options={(field.options ?? []).map((option) => ({ value: option.value, label: words.option(option) }))}
        />
      ) : (
        <TextInput
          {...bound}
          onBlur={onBlur}
          type={field.type === 'mobile' ? 'tel' : 'text'}
          inputMode={field.type === 'number' ? 'numeric' : field.type === 'mobile' ? 'tel' : 'text'}
          maxLength={200}
          placeholder={t('form.enter')}
        />
      )}
    </Field>
  )
}

function SavedLine({ state }: { state: Saved }) {
  const t = useWords('capital')
  const words = {
    idle: () => t('form.keeps'),
    saving: () => t('form.saving'),
    failed: () => t('form.notSaved'),
    saved: () => (state.step === 'saved' ? t('form.savedAt', { time: timeOf(state.at) }) : ''),
  }[state.step]()
  return (
    <Text size="small" centred figures tone={state.step === 'failed' ? 'warning' : undefined}>
      {words}
    </Text>
  )
}
