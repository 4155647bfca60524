import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useQuery } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Note } from '#ui/note.tsx'
import { useOnce } from '#ui/press.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import styles from './capital.module.css'
import { type Consent, effectLook, useWithdrawConsent } from './capital.queries.ts'

/** What withdrawing stops, what it leaves and what is kept, before it is done; both answers weigh the same. */
export function WithdrawConsent({ consent, onClose }: { consent: Consent; onClose: () => void }) {
  const t = useWords('capital')
  const shown = useQuery(effectLook(consent.consentId))
  const withdraw = useWithdrawConsent()
  const yes = useOnce(async () => {
    try {
      await withdraw.mutateAsync(consent.consentId)
      toast(t('effect.done'))
      onClose()
    } catch (failure) {
      // The refusal was shown; the list behind the sheet shows how it stands.
      if (isRefusal(failure)) onClose()
    }
  })
  return (
    <Sheet
      open
      title={t('effect.title')}
      onClose={onClose}
      footer={
        <div className={styles.two}>
          <Button kind="quiet" block onPress={onClose}>
            {t('effect.keep')}
          </Button>
          <Button kind="quiet" block disabled={shown.data === undefined} onPress={yes}>
            {t('effect.withdraw')}
          </Button>
        </div>
      }
    >
      {shown.isPending && <Loading cards={1} figure={false} />}
      {shown.isError && <Failed onRetry={() => shown.refetch()} />}
      {shown.data !== undefined && <Effect consent={consent} effect={shown.data.effect} />}
    </Sheet>
  )
}

type EffectShown = NonNullable<ReturnType<typeof useWithdrawConsent>['data']>['effect']

function Effect({ consent, effect }: { consent: Consent; effect: EffectShown }) {
  const t = useWords('capital')
  const { text } = consent
  return (
    <Stack gap={4}>
      <Text size="quiet">{t('profile.text', { title: text.title, version: text.version })}</Text>
      <Part icon="close" tone="warning" title={t('effect.stops')} lines={effect.stops.map((code) => t(`effect.stop.${code}`))} />
      <Part icon="check" tone="positive" title={t('effect.stays')} lines={effect.stays.map((code) => t(`effect.stay.${code}`))} />
      <Part
        icon="paper"
        tone="quiet"
        title={t('effect.keeps')}
        lines={effect.keeps.map(({ what, years }) => t(`effect.kept.${what}`, { count: years }))}
      />
      {effect.runningLoans > 0 && <Note>{t('effect.running', { count: effect.runningLoans })}</Note>}
      {effect.openApplicationId !== null && <Note tone="warning">{t('effect.openOne')}</Note>}
    </Stack>
  )
}

type PartProps = {
  readonly icon: IconName
  readonly tone: 'warning' | 'positive' | 'quiet'
  readonly title: string
  readonly lines: readonly string[]
}

function Part({ icon, tone, title, lines }: PartProps) {
  if (lines.length === 0) return null
  return (
    <div className={styles.part}>
      <span className={`${styles.partIcon} ${styles[tone]}`}>
        <Icon name={icon} size={20} />
      </span>
      <div>
        <Text strong as="h2">
          {title}
        </Text>
        {lines.map((line) => (
          <Text key={line} size="quiet">
            {line}
          </Text>
        ))}
      </div>
    </div>
  )
}
