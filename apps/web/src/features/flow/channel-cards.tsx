import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stack, Text } from '#ui/text.tsx'
import styles from './extend-screen.module.css'
import type { Landing } from './flow.queries.ts'
import { PassagePicture } from './pictures.tsx'

/** The channel is closed or outside its window; the general offer stays open. */
export function ClosedCard({ landing, onDirect }: { landing: Landing; onDirect: () => void }) {
  const t = useWords('flow')
  const { state, opensOn, channelName } = landing
  const partner = channelName ?? ''
  return (
    <Card title={t(`closed.${state === 'open' ? 'closed' : state}`)}>
      <Stack gap={4}>
        <Text>{opensOn === null ? t('closed.body', { partner }) : t('closed.notYetBody', { partner, date: opensOn })}</Text>
        <Button block onPress={onDirect}>
          {t('closed.direct')}
        </Button>
      </Stack>
    </Card>
  )
}

type OwnPage = NonNullable<Landing['ownPage']>

/** The institution has a page of its own: leaving is said before it happens, and staying is as easy to see. */
export function OwnPageCard({ ownPage: { institution, address }, onStay }: { ownPage: OwnPage; onStay: () => void }) {
  const t = useWords('flow')
  const { name: brand, mark } = useBrandFace()
  return (
    <Card>
      <Stack gap={4}>
        <PassagePicture mark={mark} to="institution" />
        <Text size="lead" as="h2">
          {t('own.title', { institution })}
        </Text>
        <Text>{t('own.body', { institution, brand })}</Text>
        <a className={styles.leave} href={address} rel="noreferrer">
          {t('own.go', { institution })}
        </a>
        <Button block kind="quiet" onPress={onStay}>
          {t('own.stay', { brand })}
        </Button>
      </Stack>
    </Card>
  )
}
