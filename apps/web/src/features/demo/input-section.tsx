import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { AmountInput } from '#ui/amount-input.tsx'
import { Card } from '#ui/card.tsx'
import { CardNumberInput } from '#ui/card-number-input.tsx'
import { CodeInput } from '#ui/code-input.tsx'
import { Field } from '#ui/field.tsx'
import { Stack } from '#ui/text.tsx'
import { TextInput, type TextInputProps } from '#ui/text-input.tsx'

/** The digits of no bank's card. */
const sampleCard = '0000000000000000'
const sampleCode = '123'
const sampleAmount = '28000'

export function InputSection() {
  const t = useWords('demo')
  const [card, setCard] = useState(sampleCard)
  const [amount, setAmount] = useState(sampleAmount)
  const placeholder = t('input.placeholder')
  return (
    <>
      <Card title={t('section.input')}>
        <Kept label={t('input.plain')} hint={t('input.hint')} placeholder={placeholder} maxLength={50} counted clearable />
        <Kept label={t('input.digit')} placeholder={placeholder} filter="digit" />
        <Kept label={t('input.number')} placeholder={placeholder} filter="number" />
        <Kept label={t('input.clearable')} start={t('text.value')} clearable />
        <Kept label={t('state.error')} start={t('text.value')} error={t('input.wrong')} />
        <Kept label={t('state.disabled')} start={t('text.value')} disabled />
        <Kept label={t('state.long')} start={t('long')} multiline />
        <Field label={t('input.card')}>
          <CardNumberInput value={card} onChange={setCard} />
        </Field>
      </Card>
      <Card title={t('input.code')}>
        <Stack>
          <Code name={t('state.normal')} />
          <Code name={t('state.error')} invalid />
          <Code name={t('state.disabled')} disabled />
        </Stack>
      </Card>
      <Card title={t('text.amount')}>
        <AmountInput label={t('text.amount')} sign={t('base:yuanSign')} value={amount} onChange={setAmount} />
        <AmountInput label={t('state.error')} sign={t('base:yuanSign')} value={amount} onChange={setAmount} invalid />
        <AmountInput label={t('state.disabled')} sign={t('base:yuanSign')} value={amount} onChange={setAmount} disabled />
      </Card>
    </>
  )
}

type KeptProps = Omit<TextInputProps, 'value' | 'onChange' | 'label'> & { label: string; start?: string; hint?: string; error?: string }

function Kept({ label, start = '', hint, error, ...input }: KeptProps) {
  const [value, setValue] = useState(start)
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput {...input} value={value} onChange={setValue} />
    </Field>
  )
}

function Code({ name, invalid, disabled }: { name: string; invalid?: boolean; disabled?: boolean }) {
  const [value, setValue] = useState(sampleCode)
  return <CodeInput label={name} length={6} value={value} onChange={setValue} invalid={invalid} disabled={disabled} />
}
