import { useWords } from '#locales/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { PhotoSlot } from '#ui/photo-slot.tsx'
import { Text } from '#ui/text.tsx'
import type { Side } from './apply.queries.ts'
import styles from './id-photos.module.css'
import type { Slot } from './use-id-photos.ts'

/** Both sides of the card, side by side; what went wrong with one stands under it. */
export function IdPhotos({ slots, onTake }: { slots: Readonly<Record<Side, Slot>>; onTake: (side: Side, file: File) => unknown }) {
  const t = useWords('apply')
  const anyDone = slots.front.state === 'done' || slots.back.state === 'done'
  return (
    <>
      <div className={styles.pair}>
        <Photo side="front" slot={slots.front} onTake={onTake} />
        <Photo side="back" slot={slots.back} onTake={onTake} />
      </div>
      {anyDone && <Text size="small">{t('identity.retakeHint')}</Text>}
    </>
  )
}

function Photo({ side, slot, onTake }: { side: Side; slot: Slot; onTake: (side: Side, file: File) => unknown }) {
  const t = useWords('apply')
  const words = {
    empty: t(`identity.${side}`),
    waiting: t('identity.waitsForConsent'),
    sending: t('identity.sending'),
    done: t(`identity.${side}Done`),
    failed: t('identity.again'),
  }[slot.state]
  return (
    <div className={styles.photo}>
      <PhotoSlot
        label={t(`identity.${side}`)}
        state={slot.state === 'waiting' ? 'empty' : slot.state}
        picture={slot.picture}
        onFile={(file) => void onTake(side, file)}
      >
        {words}
      </PhotoSlot>
      <p className={styles.error} role={slot.error ? 'alert' : undefined}>
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
