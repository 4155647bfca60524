import { type ChangeEvent, type RefObject, useRef } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { ConsentBox, useConsent } from './consent.tsx'
import styles from './face-screen.module.css'
import { FacePicture } from './id-card-picture.tsx'
import { StepGate } from './step-gate.tsx'
import { StepHead } from './step-head.tsx'
import { useAppCamera } from './use-app-camera.ts'
import { type FaceState, useFace } from './use-face.ts'

export function FaceScreen() {
  const t = useWords('apply')
  const go = useGo()
  const consent = useConsent('face')
  const { state, picture, take, sendKept } = useFace(consent)
  const appCamera = useAppCamera()
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const open = (input: HTMLInputElement | null) => (consent.checked ? input?.click() : consent.askFor())
  /** The app's own camera where there is one; a person who closed it wants no other. A browser's opens in the same press. */
  const openCamera = async () => {
    if (!appCamera.isOffered || !consent.checked) return open(camera.current)
    const taken = await appCamera.ask('face')
    if (taken instanceof File) return take(taken)
    if (taken === 'none') open(camera.current)
  }
  const isBusy = state.step === 'checking' || state.step === 'passed'
  return (
    <Page
      place={consent.place}
      footer={
        state.step === 'locked' ? (
          <Button block onPress={go.home}>
            {t('face.home')}
          </Button>
        ) : (
          <>
            <Button block type="submit" loading={isBusy} onPress={() => void openCamera()}>
              {state.step === 'failed' ? t('face.retry') : isBusy ? t('face.checking') : t('face.start')}
            </Button>
            <div className={styles.other}>
              <Button kind="text" disabled={isBusy} onPress={() => open(album.current)}>
                {t('face.fromFile')}
              </Button>
            </div>
          </>
        )
      }
    >
      <StepHead step="face" heading={t('face.heading')} lead={t('face.lead')} />
      <Card>
        <Stack gap={4}>
          <Frame state={state} picture={picture} />
          <Outcome state={state} onSendKept={sendKept} />
          {appCamera.isDenied && (
            <Note tone="warning" live>
              {t('camera.denied')}
            </Note>
          )}
          <Tips />
        </Stack>
      </Card>
      {state.step !== 'locked' && <ConsentBox consent={consent} lead={t('face.consent')} />}
      <FileInput input={camera} camera onFile={take} />
      <FileInput input={album} onFile={take} />
    </Page>
  )
}

/** Behind a button, which asks for consent first: nobody is to find it beside that. Choosing the same file again counts as a new choice. */
function FileInput(props: { input: RefObject<HTMLInputElement | null>; camera?: boolean; onFile: (file: File) => Promise<void> | void }) {
  const { input, camera = false, onFile } = props
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (file !== undefined) void onFile(file)
  }
  return (
    <input
      ref={input}
      className={styles.file}
      type="file"
      accept="image/*"
      capture={camera ? 'user' : undefined}
      aria-hidden="true"
      tabIndex={-1}
      onChange={take}
    />
  )
}

function Frame({ state, picture }: { state: FaceState; picture: string | undefined }) {
  const t = useWords('apply')
  return (
    <div className={styles.stage}>
      <div className={classes(styles.frame, styles[state.step])}>
        {picture === undefined ? <FacePicture /> : <img className={styles.picture} src={picture} alt={t('face.shown')} />}
      </div>
      {state.step === 'ready' && (
        <Text size="quiet" centred>
          {t('face.frame')}
        </Text>
      )}
    </div>
  )
}

function Outcome({ state, onSendKept }: { state: FaceState; onSendKept: () => Promise<void> }) {
  const t = useWords('apply')
  switch (state.step) {
    case 'ready':
      return null
    case 'checking':
      return (
        <p role="status" className={styles.status}>
          {t('face.checking')}
        </p>
      )
    case 'passed':
      return (
        <Note tone="positive" live>
          {t('face.passed')}
        </Note>
      )
    case 'failed':
      return (
        <>
          <Note tone="negative" live>
            {state.why}
          </Note>
          {state.isKept && (
            <Button kind="quiet" onPress={onSendKept}>
              {t('identity.sendAgain')}
            </Button>
          )}
        </>
      )
    case 'locked':
      return (
        <Note tone="warning" live>
          <strong>{t('face.limitTitle')}</strong>
          <br />
          <span>{t('face.limitBody')}</span>
        </Note>
      )
    default:
      return state satisfies never
  }
}

function Tips() {
  const t = useWords('apply')
  const tips: readonly (readonly [IconName, string])[] = [
    ['sun', t('face.tipLight')],
    ['person', t('face.tipBare')],
    ['face', t('face.tipStraight')],
  ]
  return (
    <ul className={styles.tips}>
      {tips.map(([icon, words]) => (
        <li key={icon} className={styles.tip}>
          <Icon name={icon} size={20} />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}

export const FaceStep = () => (
  <StepGate openAt={['face']}>
    <FaceScreen />
  </StepGate>
)
