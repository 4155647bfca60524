import { parseMobile } from '@fyh/base/chinese-data.ts'
import { ConsentBox } from '#blocks/consent-box.tsx'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CardNumberInput } from '#ui/card-number-input.tsx'
import { Field } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { cardsLook } from './card.queries.ts'
import { cardScreens } from './card.screens.ts'
import { useBankOf } from './use-bank-of.ts'
import { useBind } from './use-bind.ts'

export function AddBankCardScreen() {
  const cards = useQuery(cardsLook())
  if (cards.data === undefined)
    return <Page>{cards.isError ? <Failed onRetry={() => cards.refetch()} /> : <Loading figure={false} />}</Page>
  return cards.data.holder === null ? <NotVerified /> : <BindForm holder={cards.data.holder} />
}

function NotVerified() {
  const t = useWords('card')
  const go = useGo()
  return (
    <Page>
      <Empty
        icon="shield"
        title={t('add.notVerifiedTitle')}
        action={<Button onPress={() => go.replace(to(applyScreens.next))}>{t('add.verify')}</Button>}
      >
        {t('add.notVerifiedBody')}
      </Empty>
    </Page>
  )
}

type Bind = ReturnType<typeof useBind>

function BindForm({ holder }: { holder: string }) {
  const t = useWords('card')
  const go = useGo()
  const bind = useBind()
  const { form } = bind
  return (
    <Page
      place={form.place}
      footer={
        <Button block type="submit" onPress={bind.submit}>
          {t('add.submit')}
        </Button>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {t('add.heading')}
        </Text>
        <Text size="quiet">{t('add.lead')}</Text>
      </div>
      <Card rows>
        <Field label={t('add.holder')} hint={t('add.holderHint')}>
          <TextInput value={holder} onChange={() => undefined} readOnly name="holder" />
        </Field>
        <NumberField bind={bind} />
        <MobileField bind={bind} />
        <SmsCodeBox about={bind.about} send={bind.send} before={bind.isReady} {...form.field('code')} error={form.errorOf('code')} />
      </Card>
      <ConsentBox texts={bind.texts} checked={bind.agreed} onChange={bind.agree} error={form.errorOf('agreed')} />
      <Button kind="text" onPress={() => go.to(to(cardScreens.supportedBanks))}>
        {t('add.banks')}
      </Button>
      <Text size="small">{t('add.safety')}</Text>
    </Page>
  )
}

function NumberField({ bind }: { bind: Bind }) {
  const t = useWords('card')
  const { bank, isLooking } = useBankOf(bind.number)
  const credit = bank?.kind === 'credit' ? t('add.creditCard') : undefined
  const doubt = bank?.bankName === null ? t('add.bankUnknown') : bank?.luhnHolds === false ? t('add.numberDoubt') : undefined
  const found = bank?.bankName != null ? t('add.bankFound', { bank: bank.bankName }) : undefined
  return (
    <Field
      label={t('add.number')}
      error={bind.form.errorOf('number') ?? credit}
      warning={doubt === undefined ? undefined : [found, doubt].filter(Boolean).join(t('base:separator'))}
      hint={isLooking ? t('add.lookingUp') : found}
    >
      <CardNumberInput {...bind.form.field('number')} placeholder={t('add.numberPlaceholder')} />
    </Field>
  )
}

function MobileField({ bind }: { bind: Bind }) {
  const t = useWords('card')
  return (
    <Field label={t('add.mobile')} error={bind.form.errorOf('mobile')} hint={t('add.mobileHint')}>
      <TextInput
        {...bind.form.field('mobile')}
        tidy={(text) => parseMobile(text) ?? text}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        name="mobile"
        maxLength={30}
        placeholder={t('add.mobilePlaceholder')}
        clearable
      />
    </Field>
  )
}
