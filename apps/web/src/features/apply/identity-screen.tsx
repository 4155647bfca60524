import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { type Identity, identityLook } from './apply.queries.ts'
import { applyScreens } from './apply.screens.ts'
import { useNextStep } from './apply-flow.ts'
import { type Consent, ConsentBox, useConsent } from './consent.tsx'
import { IdFields } from './id-fields.tsx'
import { IdPhotos } from './id-photos.tsx'
import { StepHead } from './step-head.tsx'
import { useIdFields } from './use-id-fields.ts'
import { useIdPhotos } from './use-id-photos.ts'

export function IdentityScreen() {
  // What is typed must not be overwritten by a look in the background, so the first answer of this visit counts.
  const identity = useQuery({ ...identityLook(), gcTime: 0, refetchOnWindowFocus: false })
  const [retaking, setRetaking] = useState(false)
  const today = useToday()
  const consent = useConsent('idCard')
  if (identity.data === undefined)
    return identity.isError ? (
      <Page>
        <Failed onRetry={() => identity.refetch()} />
      </Page>
    ) : (
      <Waiting />
    )
  const { confirmed, fields } = identity.data
  const isExpired = confirmed && fields.validTo !== null && fields.validTo < today
  if (confirmed && !retaking && !isExpired) return <Confirmed identity={identity.data} onRetake={() => setRetaking(true)} />
  // The consent stands above the fields: drawn later, it would push them down.
  if (consent.texts.isPending) return <Waiting />
  // What was confirmed comes masked and says nothing of a card that takes its place.
  return <Verify known={confirmed ? { ...identity.data, fields: nothingRead } : identity.data} consent={consent} isExpired={isExpired} />
}

const Waiting = () => (
  <Page>
    <Loading figure={false} />
  </Page>
)

const nothingRead: Identity['fields'] = { name: null, idNumber: null, issuer: null, validFrom: null, validTo: null, longTerm: false }

function Verify({ known, consent, isExpired }: { known: Identity; consent: Consent; isExpired: boolean }) {
  const t = useWords('apply')
  const go = useGo()
  const form = useIdFields(known)
  const photos = useIdPhotos(known, consent, (side, fields) =>
    form.fill(
      side === 'front'
        ? { name: fields.name, idNumber: fields.idNumber }
        : { issuer: fields.issuer, validFrom: fields.validFrom, validTo: fields.validTo, longTerm: fields.longTerm },
    ),
  )
  const { front, back } = photos.slots
  const photosWrong = form.errorOf('photos')
  const bothRead = isRead(front.state, form.fields.idNumber) && isRead(back.state, form.fields.validFrom)
  const next = async () => {
    const isKept = front.isKept === true || back.isKept === true
    if (bothRead) return form.confirm()
    if (isKept) return photos.sendKept()
    if (front.state === 'waiting' || back.state === 'waiting') return consent.askFor()
    form.refuse('photos', t('identity.photoMissing'))
  }
  return (
    <Page
      place={form.place}
      footer={
        <Button block type="submit" onPress={next}>
          {t('identity.next')}
        </Button>
      }
    >
      <StepHead step="identity" heading={t('identity.heading')} lead={t('identity.lead')} />
      {isExpired && <Note tone="warning">{t('identity.renewed')}</Note>}
      <Card wrong={photosWrong !== undefined}>
        <Stack gap={2}>
          <IdPhotos
            slots={photos.slots}
            onTake={photos.take}
            onSendKept={photos.sendKept}
            onGuide={() => go.to(to(applyScreens.idCardGuide, undefined, { from: 'identity' }))}
          />
          {photosWrong !== undefined && (
            <Note tone="negative" live>
              {photosWrong}
            </Note>
          )}
        </Stack>
      </Card>
      <div ref={consent.place}>
        <ConsentBox
          lead={t('identity.consent')}
          consent={{ ...consent, tick: (checked) => tickAndSend({ checked, consent, send: photos.sendWaiting }) }}
        />
      </div>
      <IdFields form={form} />
    </Page>
  )
}

/** Ticking consents to exactly the texts shown; photos that waited for it go out at once. */
function tickAndSend(given: { checked: boolean; consent: Consent; send: ReturnType<typeof useIdPhotos>['sendWaiting'] }) {
  const { checked, consent, send } = given
  consent.tick(checked)
  if (checked && consent.texts.data !== undefined)
    void send(consent.texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 })))
}

/** A failed re-take leaves what was read before in force. */
const isRead = (state: string, fact: string | null): boolean => state === 'done' || (state === 'failed' && fact !== null)

function Confirmed({ identity, onRetake }: { identity: Identity; onRetake: () => void }) {
  const t = useWords('apply')
  const nextStep = useNextStep()
  const { fields } = identity
  return (
    <Page
      footer={
        <>
          <Button kind="quiet" block onPress={onRetake}>
            {t('identity.retake')}
          </Button>
          <Button block onPress={nextStep}>
            {t('identity.goOn')}
          </Button>
        </>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {t('identity.confirmed')}
        </Text>
        <Text size="quiet">{t('identity.confirmedLead')}</Text>
      </div>
      <Card rows>
        <KeyValueList>
          <KeyValue name={t('identity.name')} value={fields.name} />
          <KeyValue name={t('identity.number')} value={fields.idNumber} />
          <KeyValue name={t('confirm.validTo')} value={fields.validTo ?? t('identity.longTerm')} />
        </KeyValueList>
      </Card>
    </Page>
  )
}
