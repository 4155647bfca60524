import { useEffect, useState } from 'react'
import { PhoneConsent, PhoneFields, usePhoneLogin } from '#blocks/phone-login.tsx'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useAddressQuery } from '#platform/screen.ts'
import { isLoggedIn } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'

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

/** A login ends at the place the person came from when it is ours, else at home. */
function LoginForm() {
  const t = useWords('session')
  const go = useGo()
  const redirectUrl = useAddressQuery().get('redirectUrl')
  const login = usePhoneLogin({
    onDone: () => {
      toast(t('login.welcomeBack'))
      go.land(redirectUrl)
    },
  })
  return (
    <Page
      place={login.form.place}
      footer={
        <Button block type="submit" onPress={login.submit}>
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
        <PhoneFields login={login} />
      </Card>
      <PhoneConsent login={login} />
      <Text size="small">{t('login.neverAsk')}</Text>
    </Page>
  )
}
