import { parseIdNumber, parseName } from '@fyh/base/chinese-data.ts'
import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { type useIdFields, warnDays } from './use-id-fields.ts'

type Form = ReturnType<typeof useIdFields>

/** What was read off the card, to be compared and corrected. Nothing is asked for before a side has been read. */
export function IdFields({ form }: { form: Form }) {
  const { fields } = form
  const hasFront = fields.name !== null || fields.idNumber !== null
  const hasBack = fields.validFrom !== null || fields.validTo !== null || fields.longTerm || form.errorOf('validity') !== undefined
  if (!hasFront && !hasBack) return null
  return (
    <Card rows>
      {hasFront && <NameField form={form} />}
      {hasFront && <NumberField form={form} />}
      {hasBack && <ValidityField form={form} />}
    </Card>
  )
}

function NameField({ form }: { form: Form }) {
  const t = useWords('apply')
  return (
    <Field label={t('identity.name')} hint={t('identity.nameHint')} error={form.errorOf('name')}>
      <TextInput {...form.field('name')} tidy={(text) => parseName(text) ?? text} maxLength={50} autoComplete="name" name="name" />
    </Field>
  )
}

/** Checked while typing; a number that is not whole yet is not called wrong before the field is left. */
function NumberField({ form }: { form: Form }) {
  const t = useWords('apply')
  const number = form.field('idNumber')
  const isWhole = number.value.replace(/[\s-]/g, '').length >= 18
  return (
    <Field
      label={t('identity.number')}
      hint={form.numberProblem === undefined ? t('identity.numberHolds') : undefined}
      error={form.errorOf('idNumber') ?? (isWhole ? form.numberProblem : undefined)}
    >
      <TextInput {...number} tidy={wholeNumber} maxLength={24} name="idNumber" />
    </Field>
  )
}

function wholeNumber(text: string): string {
  const parsed = parseIdNumber(text)
  return 'error' in parsed ? text.toUpperCase() : parsed.number
}

function ValidityField({ form }: { form: Form }) {
  const t = useWords('apply')
  const { fields, left } = form
  const range =
    fields.validFrom === null
      ? ''
      : t('identity.validRange', { from: fields.validFrom, to: fields.longTerm ? t('identity.longTerm') : (fields.validTo ?? '') })
  const expired = left !== undefined && left < 0 ? t('identity.expired') : undefined
  const soon =
    left === undefined || left < 0 || left >= warnDays
      ? undefined
      : left === 0
        ? t('identity.expiresToday')
        : t('identity.expiresSoon', { count: left })
  return (
    <Field
      label={t('identity.validity')}
      error={form.errorOf('validity') ?? expired}
      warning={soon}
      hint={fields.issuer === null ? undefined : t('identity.issuer', { issuer: fields.issuer })}
    >
      <TextInput value={range} onChange={() => undefined} readOnly name="validity" />
    </Field>
  )
}
