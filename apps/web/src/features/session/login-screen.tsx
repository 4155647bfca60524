import { parseMobile } from '@fyh/base/chinese-data.ts'
import { useEffect, useState } from 'react'
import { ConsentBox } from '#blocks/consent-box.tsx'
import { sendCode, visitBrand } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { useWords } from '#locales/i18n.ts'
import { api, type CallOptions, isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { useAddressQuery } from '#platform/screen.ts'
import { channelCode } from '#platform/storage.ts'
import { isLoggedIn, rememberLogin, useUserStore } from '#platform/store.ts'
import { keepTyped, typedText } from '#platform/typed-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import type { FormRules } from '#ui/form-rules.ts'
import { Page } from '#ui/page.tsx'
import { Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { loginTextsLook } from './session.queries.ts'

export function LoginScreen() {
  const [isDone] = useState(isLoggedIn)
  return isDone ? <LedOn /> : <LoginForm />
}

/** Who is logged in already goes where a login would have led. */
function LedOn() {
  const go = useGo()
  const redirectUrl = useAddressQuery().get('redirectUrl')
  useEffect(() => go.land(redirectUrl), [go, redirectUrl])
  return (
    <Page>
      <Loading figure={false} />
    </Page>
  )
}

function LoginForm() {
  const t = useWords('session')
  const { form, texts, mobile, agreed, agree, submit, mobileIsValid, sendCode } = useLogin()
  return (
    <Page
      place={form.place}
      footer={
        <Button block type="submit" onPress={submit}>
          {t('login.submit')}
        </Button>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {t('login.heading')}
        </Text>
        <Text size="quiet">{t('login.lead')}</Text>
      </div>
      <Card>
        <Field label={t('login.mobile')} error={form.errorOf('mobile')}>
          <TextInput
            {...form.field('mobile')}
            tidy={(text) => parseMobile(text) ?? text}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={30}
            placeholder={t('login.mobilePlaceholder')}
            clearable
          />
        </Field>
        <SmsCodeBox
          about={`login ${parseMobile(mobile)?.slice(-4) ?? ''}`}
          send={sendCode}
          before={mobileIsValid}
          {...form.field('code')}
          error={form.errorOf('code')}
        />
      </Card>
      <ConsentBox texts={texts} checked={agreed} onChange={agree} error={form.errorOf('agreed')} />
      <Text size="small">{t('login.neverAsk')}</Text>
    </Page>
  )
}

const loginRefusals = [...codeRefusals, 'BUSY'] as const

type Values = { readonly mobile: string; readonly code: string; readonly agreed: string }

function useLogin() {
  const t = useWords('session')
  const land = useLanding()
  const texts = useQuery(loginTextsLook())
  const [mobile, setMobile] = useState(() => useUserStore.getState().loginPhone || typedText('loginPhone'))
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const rules: FormRules<Values> = {
    mobile: [
      { kind: 'required', message: t('login.mobileInvalid') },
      { kind: 'check', check: (text) => parseMobile(text) !== undefined, message: t('login.mobileInvalid') },
    ],
    code: useSmsCodeRules(t('login.codeMissing')),
    agreed: [{ kind: 'required', message: t('login.agreeFirst') }],
  }
  const form = useForm({
    values: { mobile, code, agreed: agreed && texts.data !== undefined ? 'yes' : '' },
    rules,
    onChange: (name, value) => {
      if (name === 'code') return setCode(value)
      setMobile(value)
      useUserStore.setState({ loginPhone: value })
      keepTyped('loginPhone', value)
    },
  })
  const submit = async () => {
    const { valid } = await form.submit()
    if (!valid || texts.data === undefined) return
    try {
      const body = {
        mobile,
        authCode: code,
        channelCode: channelCode(),
        ...visitBrand(),
        agreed: texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 })),
      }
      const login = await api.session.registerAndLogin(
        { body },
        { handles: [...loginRefusals, 'MOBILE_INVALID', 'MOBILE_BLOCKED', 'AGREEMENT_OUTDATED'] },
      )
      land(login)
    } catch (failure) {
      if (isRefusal(failure, ...loginRefusals)) return form.refuse('code', failure.message)
      if (isRefusal(failure, 'MOBILE_INVALID', 'MOBILE_BLOCKED')) return form.refuse('mobile', failure.message)
      if (!isRefusal(failure, 'AGREEMENT_OUTDATED')) return
      setAgreed(false)
      form.refuse('agreed', failure.message)
      await texts.refetch()
    }
  }
  return {
    form,
    texts,
    mobile,
    agreed,
    submit,
    agree: (next: boolean) => {
      setAgreed(next)
      form.forget('agreed')
    },
    mobileIsValid: async () => (await form.submit('mobile')).valid,
    sendCode: (options: CallOptions) => sendCode({ mobile, purpose: 'login' }, options),
  }
}

/** Where a login ends: the place the person came from when it is ours, else home. */
function useLanding() {
  const t = useWords('session')
  const go = useGo()
  const client = useQueryClient()
  const search = useAddressQuery()
  return ({ token, user }: Awaited<ReturnType<typeof api.session.registerAndLogin>>) => {
    client.clear()
    keepTyped('loginPhone', '')
    rememberLogin(token, user)
    toast(t('login.welcomeBack'))
    go.land(search.get('redirectUrl'))
  }
}
