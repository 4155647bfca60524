import { parseMobile } from '@fyh/base/chinese-data.ts'
import { useState } from 'react'
import { AgreementBox } from '#blocks/agreement-box.tsx'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { useAddressQuery } from '#platform/screen.ts'
import { channelCode } from '#platform/storage.ts'
import { rememberLogin, useUserStore } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.tsx'
import { loginTextsLook } from './session.queries.ts'

/** What was wrong with the last try, beside the field it belongs to. */
type Trouble = { readonly mobile?: string; readonly code?: string; readonly agree?: boolean }

export function LoginScreen() {
  const t = useWords('session')
  const form = useLogin()
  const { texts } = form
  return (
    <Page
      footer={
        <Button block onPress={form.submit}>
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
        <Field label={t('login.mobile')} error={form.trouble.mobile}>
          <TextInput
            value={form.mobile}
            onChange={form.setMobile}
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
          about={`login ${parseMobile(form.mobile)?.slice(-4) ?? ''}`}
          send={form.sendCode}
          before={form.mobileIsValid}
          value={form.code}
          onChange={form.setCode}
          error={form.trouble.code}
        />
      </Card>
      {texts.data !== undefined && (
        <AgreementBox texts={texts.data.texts} checked={form.agreed} onChange={form.setAgreed} invalid={form.trouble.agree} />
      )}
      {texts.isError && (
        <Button kind="text" onPress={() => texts.refetch()}>
          {t('login.textsFailed')}
        </Button>
      )}
      <Text size="small">{t('login.neverAsk')}</Text>
    </Page>
  )
}

function useLogin() {
  const t = useWords('session')
  const land = useLanding()
  const texts = useQuery(loginTextsLook())
  const [mobile, setMobile] = useState(useUserStore.getState().loginPhone)
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>({})
  const mobileIsValid = () => {
    const valid = parseMobile(mobile) !== undefined
    setTrouble(valid ? {} : { mobile: t('login.mobileInvalid') })
    return valid
  }
  const submit = async () => {
    if (!mobileIsValid()) return
    if (code === '') return setTrouble({ code: t('login.codeMissing') })
    if (!agreed || texts.data === undefined) {
      setTrouble({ agree: true })
      return toast(t('login.agreeFirst'))
    }
    try {
      const body = {
        mobile,
        authCode: code,
        channelCode: channelCode(),
        agreed: texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 })),
      }
      const login = await api.session.registerAndLogin(
        { body },
        { handles: ['SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'MOBILE_INVALID', 'MOBILE_BLOCKED', 'AGREEMENT_OUTDATED'] },
      )
      land(login)
    } catch (failure) {
      if (isRefusal(failure, 'SMS_CODE_WRONG', 'SMS_CODE_EXPIRED')) return setTrouble({ code: failure.message })
      if (isRefusal(failure, 'MOBILE_INVALID', 'MOBILE_BLOCKED')) return setTrouble({ mobile: failure.message })
      if (!isRefusal(failure, 'AGREEMENT_OUTDATED')) return
      setAgreed(false)
      toast(failure.message)
      await texts.refetch()
    }
  }
  return {
    texts,
    mobile,
    code,
    agreed,
    trouble,
    mobileIsValid,
    submit,
    setAgreed,
    setCode: (digits: string) => {
      setCode(digits)
      setTrouble({})
    },
    setMobile: (text: string) => {
      setMobile(text)
      setTrouble({})
      useUserStore.setState({ loginPhone: text })
    },
    sendCode: (options: Parameters<typeof api.session.sendCode>[1]) =>
      api.session.sendCode({ body: { mobile, purpose: 'login' } }, options),
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
    rememberLogin(token, user)
    toast(t('login.welcomeBack'))
    go.land(search.get('redirectUrl'))
  }
}
