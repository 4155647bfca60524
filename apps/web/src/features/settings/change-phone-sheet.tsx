import { parseMobile } from '@fyh/base/chinese-data.ts'
import { useState } from 'react'
import { sendCode } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { pageFact } from '#platform/page-facts.ts'
import { currentUser } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { FormRules } from '#ui/form-rules.ts'
import { List, ListRow } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useChangeMobile } from './settings.queries.ts'

/** Changes the login phone in two steps: a code to the old phone, then one to the new phone. */
export function ChangePhoneSheet({ onClose }: { onClose: () => void }) {
  const t = useWords('settings')
  const { form, step, mobile, next, back, change } = useChanging(onClose)
  const masked = currentUser()?.mobile ?? ''
  const tail = parseMobile(mobile)?.slice(-4) ?? ''
  const isMobileRight = async () => (await form.submit('mobile')).valid
  return (
    <Sheet
      open
      title={t('phone.title')}
      onClose={onClose}
      place={form.place}
      footer={
        <Button block type="submit" onPress={step === 'old' ? next : change}>
          {t(step === 'old' ? 'phone.next' : 'phone.submit')}
        </Button>
      }
    >
      <Stack gap={3}>
        {step === 'old' ? (
          <>
            <Text size="quiet">{t('phone.lead', { mobile: masked })}</Text>
            <Field label={t('phone.new')} error={form.errorOf('mobile')}>
              <TextInput
                {...form.field('mobile')}
                tidy={(text) => parseMobile(text) ?? text}
                type="tel"
                inputMode="tel"
                autoComplete="tel"
                maxLength={30}
                placeholder={t('phone.placeholder')}
                clearable
              />
            </Field>
            <SmsCodeBox
              key="old"
              label={t('phone.oldCode')}
              about={`oldPhone ${tail}`}
              before={isMobileRight}
              send={(options) => sendCode({ purpose: 'oldPhone', mobile }, options)}
              {...form.field('oldCode')}
              error={form.errorOf('oldCode')}
            />
            <OldPhoneLost />
          </>
        ) : (
          <>
            <Text size="quiet">{t('phone.leadNew')}</Text>
            <SmsCodeBox
              key="new"
              label={t('phone.newCode', { mobile })}
              about={`newPhone ${tail}`}
              send={(options) => sendCode({ purpose: 'newPhone', mobile }, options)}
              {...form.field('newCode')}
              error={form.errorOf('newCode')}
            />
            <Text size="small">{t('phone.after')}</Text>
            <Button kind="text" onPress={back}>
              {t('phone.back')}
            </Button>
          </>
        )}
      </Stack>
    </Sheet>
  )
}

/** Without the old phone a person of customer service has to look. */
function OldPhoneLost() {
  const t = useWords('settings')
  const phone = pageFact('service-phone')
  return (
    <div>
      <Text size="small">{t('phone.lost')}</Text>
      {phone !== undefined && (
        <List>
          <ListRow title={t('phone.service')} value={phone} href={`tel:${phone}`} />
        </List>
      )}
    </div>
  )
}

type Values = { readonly mobile: string; readonly oldCode: string; readonly newCode: string }

function useChanging(onDone: () => void) {
  const t = useWords('settings')
  const [values, setValues] = useState<Values>({ mobile: '', oldCode: '', newCode: '' })
  const [step, setStep] = useState<'old' | 'new'>('old')
  const change = useChangeMobile()
  const rules: FormRules<Values> = {
    mobile: [
      { kind: 'required', message: t('phone.invalid') },
      { kind: 'check', check: (text) => parseMobile(text) !== undefined, message: t('phone.invalid') },
    ],
    oldCode: useSmsCodeRules(t('phone.codeMissing')),
    newCode: useSmsCodeRules(t('phone.codeMissing')),
  }
  const form = useForm({ values, rules, onChange: (name, value) => setValues((before) => ({ ...before, [name]: value })) })
  const refuse = (name: keyof Values, message: string) => {
    setStep(name === 'newCode' ? 'new' : 'old')
    if (name !== 'mobile') setValues((before) => ({ ...before, [name]: '' }))
    form.refuse(name, message)
  }
  const submit = async () => {
    if (!(await form.submit()).valid) return
    try {
      const { mobileMask } = await change.mutateAsync(values)
      toast(t('phone.changed', { mobile: mobileMask }))
      onDone()
    } catch (failure) {
      if (isRefusal(failure, 'MOBILE_TAKEN', 'MOBILE_INVALID', 'MOBILE_BLOCKED')) return refuse('mobile', failure.message)
      if (isRefusal(failure, ...codeRefusals)) refuse(failure.detail.of === 'oldCode' ? 'oldCode' : 'newCode', failure.message)
    }
  }
  return {
    form,
    step,
    mobile: values.mobile,
    change: submit,
    next: async () => {
      if ((await form.submit('mobile', 'oldCode')).valid) setStep('new')
    },
    back: () => setStep('old'),
  }
}
