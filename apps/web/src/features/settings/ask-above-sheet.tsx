import { formatYuan, zeroFen } from '@fyh/base/money.ts'
import { useState } from 'react'
import { isSum, sumOf, sumRule } from '#blocks/sum-rule.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { AmountInput } from '#ui/amount-input.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { FormRules } from '#ui/form-rules.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { Secret } from './new-password-sheet.tsx'
import { type PayPasswordState, useAskPayPassword } from './settings.queries.ts'

type When = 'always' | 'above' | 'never'
const whens: readonly When[] = ['always', 'above', 'never']

/** When the payment password is asked for; the password itself allows the change. */
export function AskAboveSheet({ state, onClose }: { state: PayPasswordState; onClose: () => void }) {
  const t = useWords('settings')
  const { form, when, choose, submit } = useAsking(state, onClose)
  return (
    <Sheet
      open
      title={t('payPassword.act.ask')}
      onClose={onClose}
      place={form.place}
      footer={
        <Button block type="submit" onPress={submit}>
          {t('payPassword.save')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Text size="quiet">{t('payPassword.askLead')}</Text>
        <Segmented
          label={t('payPassword.act.ask')}
          value={when}
          onChange={choose}
          options={whens.map((value) => ({ value, label: t(`payPassword.when.${value}`) }))}
        />
        {when === 'above' && (
          <Field label={t('payPassword.aboveLabel')} error={form.errorOf('amount')}>
            <AmountInput {...form.field('amount')} sign="¥" invalid={form.errorOf('amount') !== undefined} />
          </Field>
        )}
        <Secret label={t('payPassword.now')} length={state.digits} field={form.field('password')} error={form.errorOf('password')} />
      </Stack>
    </Sheet>
  )
}

type Values = { readonly amount: string; readonly password: string }

function useAsking({ askAboveFen, digits }: PayPasswordState, onDone: () => void) {
  const t = useWords('settings')
  const words = useWords('blocks')
  const ask = useAskPayPassword()
  const [when, setWhen] = useState<When>(askAboveFen === null ? 'never' : askAboveFen === 0 ? 'always' : 'above')
  const [values, setValues] = useState<Values>({ amount: askAboveFen ? formatYuan(askAboveFen).replace(/,|\.00$/g, '') : '', password: '' })
  const rules: FormRules<Values> = {
    amount:
      when === 'above'
        ? [
            { kind: 'required', message: t('payPassword.amountMissing') },
            isSum(words('amount.whole')),
            sumRule((amount) => amount > 0, t('payPassword.amountMissing')),
          ]
        : [],
    password: [
      { kind: 'required', message: t('payPassword.missing') },
      { kind: 'pattern', pattern: new RegExp(`^\\d{${digits}}$`), message: t('payPassword.missing') },
    ],
  }
  const form = useForm({ values, rules, onChange: (name, value) => setValues((before) => ({ ...before, [name]: value })) })
  const submit = async () => {
    if (!(await form.submit()).valid) return
    const above = when === 'never' ? null : when === 'always' ? zeroFen : (sumOf(values.amount) ?? zeroFen)
    try {
      await ask.mutateAsync({ password: values.password, askAboveFen: above })
      toast(t('payPassword.saved'))
      onDone()
    } catch (failure) {
      if (!isRefusal(failure, 'PAYMENT_PASSWORD_WRONG', 'PAYMENT_PASSWORD_LOCKED', 'PAYMENT_PASSWORD_NOT_SET')) return
      setValues((before) => ({ ...before, password: '' }))
      form.refuse('password', failure.message)
    }
  }
  return { form, when, choose: setWhen, submit }
}
