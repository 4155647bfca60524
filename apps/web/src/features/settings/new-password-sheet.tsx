import { constants } from '@fyh/contract/options.ts'
import { useState } from 'react'
import { sendCode } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/code-input.tsx'
import { Field } from '#ui/field.tsx'
import type { FormRules } from '#ui/form-rules.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useChangePayPassword, useSetPayPassword } from './settings.queries.ts'

type Proof = { readonly by: 'code' } | { readonly by: 'password'; readonly digitsNow: number }
type Props = Proof & { readonly title: string; readonly onClose: () => void }

/** R5.1: a new payment password of four to six digits, proved by a code to the phone or by the present one. */
export function NewPasswordSheet({ title, onClose, ...proof }: Props) {
  const t = useWords('settings')
  const { form, digits, chooseDigits, submit } = useNewPassword(proof, onClose)
  return (
    <Sheet
      open
      title={title}
      onClose={onClose}
      place={form.place}
      footer={
        <Button block type="submit" onPress={submit}>
          {t('payPassword.save')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Text size="quiet">{t('payPassword.rules')}</Text>
        {proof.by === 'code' ? (
          <SmsCodeBox
            about="payPassword"
            send={(options) => sendCode({ purpose: 'payPassword' }, options)}
            {...form.field('proof')}
            error={form.errorOf('proof')}
          />
        ) : (
          <Secret label={t('payPassword.now')} length={proof.digitsNow} field={form.field('proof')} error={form.errorOf('proof')} />
        )}
        <Segmented
          label={t('payPassword.length')}
          value={digits}
          onChange={chooseDigits}
          options={lengths.map((length) => ({ value: length, label: t('payPassword.digits', { count: length }) }))}
        />
        <Secret label={t('payPassword.new')} length={digits} field={form.field('password')} error={form.errorOf('password')} />
        <Secret label={t('payPassword.again')} length={digits} field={form.field('again')} error={form.errorOf('again')} />
      </Stack>
    </Sheet>
  )
}

const lengths = [6, 5, 4] as const

type SecretProps = {
  label: string
  length: number
  field: { readonly value: string; readonly onChange: (value: string) => void }
  error: string | undefined
}

/** A short password in dots. */
export function Secret({ label, length, field: { value, onChange }, error }: SecretProps) {
  return (
    <Field label={label} error={error}>
      <CodeInput secret length={length} value={value} onChange={onChange} invalid={error !== undefined} />
    </Field>
  )
}

type Values = { readonly proof: string; readonly password: string; readonly again: string }
const empty: Values = { proof: '', password: '', again: '' }

function useNewPassword(proof: Proof, onDone: () => void) {
  const t = useWords('settings')
  const [digits, setDigits] = useState<number>(constants.shortPasswordLength)
  const [values, setValues] = useState(empty)
  const byCode = useSetPayPassword()
  const byPassword = useChangePayPassword()
  const codeRules = useSmsCodeRules(t('phone.codeMissing'))
  const whole = (length: number, message: string) => ({ kind: 'pattern', pattern: new RegExp(`^\\d{${length}}$`), message }) as const
  const rules: FormRules<Values> = {
    proof:
      proof.by === 'code'
        ? codeRules
        : [{ kind: 'required', message: t('payPassword.missing') }, whole(proof.digitsNow, t('payPassword.missing'))],
    password: [{ kind: 'required', message: t('payPassword.missing') }, whole(digits, t('payPassword.missing'))],
    again: [
      { kind: 'required', message: t('payPassword.againMissing') },
      { kind: 'check', check: (text, all) => text === all.password, message: t('payPassword.differs') },
    ],
  }
  const form = useForm({ values, rules, onChange: (name, value) => setValues((before) => ({ ...before, [name]: value })) })
  const submit = async () => {
    if (!(await form.submit()).valid) return
    try {
      if (proof.by === 'code') await byCode.mutateAsync({ password: values.password, authCode: values.proof })
      else await byPassword.mutateAsync({ password: values.proof, newPassword: values.password })
      toast(t('payPassword.saved'))
      onDone()
    } catch (failure) {
      if (isRefusal(failure, ...codeRefusals, 'PAYMENT_PASSWORD_WRONG', 'PAYMENT_PASSWORD_LOCKED', 'PAYMENT_PASSWORD_NOT_SET')) {
        setValues((before) => ({ ...before, proof: '' }))
        form.refuse('proof', failure.message)
      } else if (isRefusal(failure, 'PAYMENT_PASSWORD_WEAK')) {
        setValues((before) => ({ ...before, password: '', again: '' }))
        form.refuse('password', failure.message)
      }
    }
  }
  return {
    form,
    digits,
    submit,
    chooseDigits: (next: number) => {
      setDigits(next)
      setValues((before) => ({ ...before, password: '', again: '' }))
      form.forget('password', 'again')
    },
  }
}
