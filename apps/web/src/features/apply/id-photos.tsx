import { useId } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Note } from '#ui/note.tsx'
import { PhotoSlot } from '#ui/photo-slot.tsx'
import { Text } from '#ui/text.tsx'
import type { Side } from './apply.queries.ts'
import styles from './id-photos.module.css'
import { useAppCamera } from './use-app-camera.ts'
import type { Slot } from './use-id-photos.ts'

type IdPhotosProps = {
  slots: Readonly<Record<Side, Slot>>
  onTake: (side: Side, file: File) => unknown
  onSendKept: () => Promise<void>
  onGuide: () => void
}

/** Both sides of the card, side by side; what went wrong with one stands under it. */
export function IdPhotos({ slots, onTake, onSendKept, onGuide }: IdPhotosProps) {
  const t = useWords('apply')
  const camera = useAppCamera()
  const anyDone = slots.front.state === 'done' || slots.back.state === 'done'
  const anyKept = slots.front.isKept === true || slots.back.isKept === true
  return (
    <>
      <div className={styles.pair}>
        <Photo side="front" slot={slots.front} camera={camera} onTake={onTake} />
        <Photo side="back" slot={slots.back} camera={camera} onTake={onTake} />
      </div>
      {camera.isOffered && (
        <Button kind="text" onPress={camera.leave}>
          {t('camera.leave')}
        </Button>
      )}
      {camera.isDenied && (
        <Note tone="warning" live>
          {t('camera.denied')}
        </Note>
      )}
      {anyDone && <Text size="small">{t('identity.retakeHint')}</Text>}
      {/* One place for both: a photo that was not sent needs no advice, and what stands below moves less. */}
      {anyKept ? (
        <Button kind="quiet" onPress={onSendKept}>
          {t('identity.sendAgain')}
        </Button>
      ) : (
        <Button kind="text" onPress={onGuide}>
          {t('identity.guide')}
        </Button>
      )}
    </>
  )
}

type PhotoProps = { side: Side; slot: Slot; camera: ReturnType<typeof useAppCamera>; onTake: (side: Side, file: File) => unknown }

const slotStates = { empty: 'empty', opening: 'sending', waiting: 'empty', sending: 'sending', done: 'done', failed: 'failed' } as const

const photoOf = { front: 'idFront', back: 'idBack' } as const

function Photo({ side, slot, camera, onTake }: PhotoProps) {
  const t = useWords('apply')
  const errorId = useId()
  const askApp = async () => {
    const taken = await camera.ask(photoOf[side])
    if (taken instanceof File) onTake(side, taken)
    return taken === 'none'
  }
  const words = {
    empty: t(`identity.${side}`),
    opening: t('identity.opening'),
    waiting: t('identity.waitsForConsent'),
    sending: t('identity.sending'),
    done: t(`identity.${side}Done`),
    failed: slot.isKept === true ? t('identity.kept') : t('identity.again'),
  }[slot.state]
  return (
    <div className={styles.photo}>
      <PhotoSlot
        label={t(`identity.${side}`)}
        state={slotStates[slot.state]}
        picture={slot.picture}
        describedBy={errorId}
        ask={camera.isOffered ? askApp : undefined}
        onFile={(file) => void onTake(side, file)}
      >
        {words}
      </PhotoSlot>
      <p id={errorId} className={styles.error} role={slot.error ? 'alert' : undefined}>
        {slot.state === 'failed' && slot.error !== undefined && slot.error !== '' && (
          <>
            <Icon name="alert" size={14} />
            <span>{slot.error}</span>
          </>
        )}
      </p>
    </div>
  )
}
