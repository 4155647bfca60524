import { parseMobile } from '@fyh/base/chinese-data.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api, type CallOptions, isRefusal } from '#platform/api.ts'
import { inviteToSend, inviteWasSent } from '#platform/invite.ts'
import { look, useQuery, useQueryClient } from '#platform/query.ts'
import { channelCode, firstChannelCode, local } from '#platform/storage.ts'
import { rememberLogin, useUserStore } from '#platform/store.ts'
import { keepTyped, typedText } from '#platform/typed-text.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { FormRules } from '#ui/form-rules.ts'
import { Note } from '#ui/note.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useForm } from '#ui/use-form.ts'
import { ConsentBox } from './consent-box.tsx'
import { sendCode, visitBrand } from './send-code.ts'
import { SmsCodeBox } from './sms-code-box.tsx'
import { codeRefusals, useSmsCodeRules } from './sms-code-rules.ts'

/** The texts to agree to before a login, in force today. */
export const loginTextsLook = () =>
  look(['agreement', 'current', 'login'], (options) => api.agreement.current({ query: { scene: 'login' } }, options))

type Login = DataOf<Api['session']['registerAndLogin']>
type Values = { readonly mobile: string; readonly code: string; readonly agreed: string }
const loginRefusals = [...codeRefusals, 'BUSY'] as const

/** Logs in by phone and code, and registers on first use: the state of the form, for `PhoneFields` and `PhoneConsent`. */
export function usePhoneLogin({ onDone }: { onDone: (login: Login) => void }) {
  const t = useWords('session')
  const client = useQueryClient()
  const texts = useQuery(loginTextsLook())
  const [mobile, setMobile] = useState(() => useUserStore.getState().loginPhone || typedText('loginPhone'))
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [closedChannel, setClosedChannel] = useState<string>()
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
  const register = async (through: string) => {
    const { valid } = await form.submit()
    if (!valid || texts.data === undefined) return
    setClosedChannel(undefined)
    const agreedTexts = texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
    try {
      const login = await api.session.registerAndLogin(
        {
          body: {
            mobile,
            authCode: code,
            channelCode: through,
            firstChannelCode: firstChannelCode(),
            ...visitBrand(),
            ...inviteToSend(),
            agreed: agreedTexts,
          },
        },
        { handles: [...loginRefusals, 'MOBILE_INVALID', 'MOBILE_BLOCKED', 'AGREEMENT_OUTDATED', 'CHANNEL_CLOSED'] },
      )
      client.clear()
      keepTyped('loginPhone', '')
      inviteWasSent()
      rememberLogin(login.token, login.user)
      onDone(login)
    } catch (failure) {
      if (isRefusal(failure, ...loginRefusals)) return form.refuse('code', failure.message)
      if (isRefusal(failure, 'MOBILE_INVALID', 'MOBILE_BLOCKED')) return form.refuse('mobile', failure.message)
      if (isRefusal(failure, 'CHANNEL_CLOSED')) return setClosedChannel(failure.message)
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
    closedChannel,
    submit: () => register(channelCode()),
    /** Without the partner whose offer has ended; the code that was typed is still good. */
    submitDirectly: () => {
      local.set('channelCode', constants.channelCodeDefault)
      return register(constants.channelCodeDefault)
    },
    agree: (next: boolean) => {
      setAgreed(next)
      form.forget('agreed')
    },
    mobileIsValid: async () => (await form.submit('mobile')).valid,
    sendCode: (options: CallOptions) => sendCode({ mobile, purpose: 'login' }, options),
  }
}

export type PhoneLogin = ReturnType<typeof usePhoneLogin>

export function PhoneFields({ login: { form, mobile, mobileIsValid, sendCode: send } }: { login: PhoneLogin }) {
  const t = useWords('session')
  return (
    <>
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
        send={send}
        before={mobileIsValid}
        {...form.field('code')}
        error={form.errorOf('code')}
      />
    </>
  )
}

/** The consent, and what to do where the partner's offer has ended meanwhile. */
export function PhoneConsent({ login: { form, texts, agreed, agree, closedChannel, submitDirectly } }: { login: PhoneLogin }) {
  const t = useWords('session')
  return (
    <>
      <ConsentBox texts={texts} checked={agreed} onChange={agree} error={form.errorOf('agreed')} />
      {closedChannel !== undefined && (
        <Note
          tone="warning"
          live
          action={
            <Button kind="text" onPress={submitDirectly}>
              {t('login.withoutPartner')}
            </Button>
          }
        >
          {closedChannel}
        </Note>
      )}
    </>
  )
}
