import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page } from '#ui/page.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { applyScreens } from './apply.screens.ts'
import styles from './id-card-guide.module.css'
import { type CardPicture, IdCardPicture } from './id-card-picture.tsx'

export function IdCardGuideScreen() {
  const t = useWords('apply')
  const go = useGo()
  const search = useAddressQuery()
  // Opened for a second look from the photos, it leads back to them; otherwise it gives its place to them.
  const start = () => (search.get('from') === 'identity' ? go.back() : go.replace(to(applyScreens.identity)))
  return (
    <Page
      footer={
        <Button block onPress={start}>
          {t('guide.start')}
        </Button>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {t('guide.heading')}
        </Text>
        <Text size="quiet">{t('guide.lead')}</Text>
      </div>
      <Card>
        <Stack gap={4}>
          <Samples
            title={t('guide.good')}
            good
            items={[
              ['front', t('guide.goodFront')],
              ['back', t('guide.goodBack')],
            ]}
          />
          <Samples
            title={t('guide.bad')}
            items={[
              ['cut', t('guide.cut')],
              ['glare', t('guide.glare')],
              ['blur', t('guide.blur')],
            ]}
          />
        </Stack>
      </Card>
      <Card title={t('guide.tipsTitle')}>
        <ul className={styles.tips}>
          <li>{t('guide.tipFlat')}</li>
          <li>{t('guide.tipLight')}</li>
          <li>{t('guide.tipOriginal')}</li>
        </ul>
      </Card>
      <Card title={t('guide.cameraTitle')}>
        <Text size="quiet">{t('guide.cameraBody')}</Text>
      </Card>
    </Page>
  )
}

/** As many beside one another as there are, fewer where a narrow window leaves their words no room. */
const besideEachOther = (count: number) =>
  `repeat(auto-fit, minmax(min(100%, max(4rem, calc((100% - ${count - 1} * var(--space-3)) / ${count}))), 1fr))`

function Samples({ title, good = false, items }: { title: string; good?: boolean; items: readonly (readonly [CardPicture, string])[] }) {
  return (
    <section>
      <h3 className={good ? styles.goodTitle : styles.badTitle}>
        <Icon name={good ? 'check' : 'close'} size={16} />
        <span>{title}</span>
      </h3>
      <ul className={styles.samples} style={{ gridTemplateColumns: besideEachOther(items.length) }}>
        {items.map(([kind, words]) => (
          <li key={kind} className={styles.sample}>
            <IdCardPicture kind={kind} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
