import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { FormArea } from '#ui/form-area.tsx'
import type { FormRules } from '#ui/form-rules.ts'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'

type Values = { mobile: string; nick: string }

/** The nicknames somebody has already, as a server would know them. */
const taken: readonly string[] = ['taken']

export function FormSection() {
  const t = useWords('demo')
  const rules: FormRules<Values> = {
    mobile: [
      { kind: 'required', message: t('form.mobileMissing') },
      { kind: 'pattern', pattern: /^1\d{10}$/, message: t('form.mobileWrong') },
    ],
    nick: [
      { kind: 'required', message: t('form.nickMissing') },
      { kind: 'check', check: async (nick) => !taken.includes(nick), message: t('form.nickTaken') },
    ],
  }
  const [values, setValues] = useState<Values>({ mobile: '', nick: '' })
  const form = useForm({ values, rules, onChange: (name, value) => setValues((before) => ({ ...before, [name]: value })) })
  return (
    <Card title={t('section.form')}>
      <FormArea place={form.place}>
        <Field label={t('form.mobile')} error={form.errorOf('mobile')}>
          <TextInput {...form.field('mobile')} filter="digit" maxLength={11} inputMode="tel" />
        </Field>
        <Field label={t('form.nick')} error={form.errorOf('nick')}>
          <TextInput {...form.field('nick')} maxLength={20} />
        </Field>
        <Button
          block
          type="submit"
          onPress={async () => {
            if ((await form.submit()).valid) toast(t('form.sent'))
          }}
        >
          {t('form.send')}
        </Button>
      </FormArea>
    </Card>
  )
}
