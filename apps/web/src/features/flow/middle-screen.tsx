import type { ErrorCode } from '@fyh/contract/errors.ts'
import { useEffect, useState } from 'react'
import { ConsentBox } from '#blocks/consent-box.tsx'
import { loginTextsLook } from '#blocks/phone-login.tsx'
import { homeScreens } from '#features/home/home.screens.ts'
import { sessionScreens } from '#features/session/session.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { currentUser } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { PassagePicture } from './pictures.tsx'
import { type HandOver, type Offer, useHandOver } from './use-hand-over.ts'

/** Takes over a login that came with the address, or asks what must be asked first, and goes on to where the address leads. */
export function MiddleScreen() {
  const redirectUrl = useAddressQuery().get('redirectUrl')
  const go = useGo()
  const { step, ...acts } = useHandOver()
  const isDone = step.kind === 'done'
  useEffect(() => {
    if (isDone) go.land(redirectUrl)
  }, [isDone, go, redirectUrl])
  const isEnded = step.kind === 'ended'
  useEffect(() => {
    if (isEnded) go.replace(to(sessionScreens.login, undefined, { redirectUrl: redirectUrl ?? undefined }))
  }, [isEnded, go, redirectUrl])
  switch (step.kind) {
    case 'consent':
      return <Consent offer={step} agree={acts.agree} refusal={acts.agreeRefusal} />
    case 'switch':
      return <Switch mobile={step.mobileMask} onSwitch={acts.change} onStay={acts.stay} />
    case 'refused':
      return <Refused error={step.error} message={step.message} onRetry={acts.retry} />
    case 'failed':
      return (
        <Page>
          <Failed onRetry={acts.retry} action={<WaysOut />} />
        </Page>
      )
    case 'checking':
    case 'done':
    case 'ended':
      return <Waiting />
  }
}

function Waiting() {
  const t = useWords('flow')
  return (
    <Page>
      <Text size="quiet" centred>
        {t('middle.checking')}
      </Text>
      <Loading figure={false} cards={1} />
    </Page>
  )
}

function Consent({ offer, agree, refusal }: { offer: Offer; agree: HandOver['agree']; refusal: string | undefined }) {
  const t = useWords('flow')
  const texts = useQuery(loginTextsLook())
  const [agreed, setAgreed] = useState(false)
  const [error, setError] = useState<string>()
  const { mobileMask: mobile, channelName: partner } = offer
  const present = currentUser()?.mobile
  const brand = useBrandFace()
  const submit = async () => {
    if (!agreed || texts.data === undefined) return setError(t('middle.agreeFirst'))
    setError(undefined)
    const outdated = await agree(texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 })))
    if (!outdated) return
    setAgreed(false)
    await texts.refetch()
  }
  return (
    <Page
      footer={
        <>
          <Button block onPress={submit}>
            {t('middle.agree')}
          </Button>
          <OtherPhone />
        </>
      }
    >
      <Card>
        <Stack>
          <PassagePicture mark={brand.mark} to="us" />
          <Text size="quiet">{t('middle.partner', { partner })}</Text>
          <Text size="lead" as="h2" figures>
            {t('middle.consentTitle', { mobile })}
          </Text>
          <Text>{t('middle.consentBody', { partner })}</Text>
          {present !== undefined && present !== mobile && <Note tone="warning">{t('middle.consentReplaces', { mobile: present })}</Note>}
        </Stack>
      </Card>
      <ConsentBox
        texts={texts}
        checked={agreed}
        error={error ?? refusal}
        onChange={(next) => {
          setAgreed(next)
          setError(undefined)
        }}
      />
    </Page>
  )
}

/** The login by text message, with the same place to go on to. */
function useLoginInstead() {
  const go = useGo()
  const redirectUrl = useAddressQuery().get('redirectUrl')
  return () => go.replace(to(sessionScreens.login, undefined, { redirectUrl: redirectUrl ?? undefined }))
}

function OtherPhone() {
  const t = useWords('flow')
  return (
    <Button block kind="quiet" onPress={useLoginInstead()}>
      {t('middle.otherPhone')}
    </Button>
  )
}

function Switch({ mobile, onSwitch, onStay }: { mobile: string; onSwitch: () => Promise<void>; onStay: () => void }) {
  const t = useWords('flow')
  const present = currentUser()?.mobile
  return (
    <Page
      footer={
        <>
          <Button block onPress={onSwitch}>
            {t('middle.switchGo', { mobile })}
          </Button>
          <Button block kind="quiet" onPress={onStay}>
            {t('middle.switchStay')}
          </Button>
        </>
      }
    >
      <Card>
        <Stack>
          <Text size="lead" as="h2">
            {t('middle.switchTitle')}
          </Text>
          <Text figures>{present === undefined ? t('middle.switchUnknown', { mobile }) : t('middle.switchBody', { present, mobile })}</Text>
        </Stack>
      </Card>
    </Page>
  )
}

const titles: Partial<Record<ErrorCode, 'wrong' | 'used' | 'expired' | 'closed' | 'blocked' | 'busy'>> = {
  LOGIN_REFER_USED: 'used',
  LOGIN_REFER_EXPIRED: 'expired',
  CHANNEL_CLOSED: 'closed',
  MOBILE_BLOCKED: 'blocked',
  BUSY: 'busy',
}

function Refused({ error, message, onRetry }: { error: ErrorCode; message: string; onRetry: () => Promise<void> }) {
  const t = useWords('flow')
  return (
    <Page>
      <Failed title={t(`middle.${titles[error] ?? 'wrong'}`)} {...(error === 'BUSY' && { onRetry })} action={<WaysOut />}>
        {message}
      </Failed>
    </Page>
  )
}

function WaysOut() {
  const t = useWords('flow')
  const go = useGo()
  return (
    <>
      <Button onPress={useLoginInstead()}>{t('middle.bySms')}</Button>
      <Button kind="text" onPress={() => go.replace(to(homeScreens.home))}>
        {t('middle.home')}
      </Button>
    </>
  )
}
