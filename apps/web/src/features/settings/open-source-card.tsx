import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import packages from './generated/open-source.json'
import styles from './open-source-card.module.css'

/** Every package with its licence; a tap opens the licence's own text. Made from the lock file by `npm run docs`. */
export function OpenSourceCard() {
  const t = useWords('settings')
  const [opened, setOpened] = useState<string>()
  const shown = packages.find(({ name }) => name === opened)
  return (
    <Card rows title={t('product.openSource')}>
      <List label={t('product.openSource')}>
        {packages.map(({ name, version, licence }) => (
          <ListRow key={name} title={name} value={licence} note={version} onPress={() => setOpened(name)} />
        ))}
      </List>
      {shown !== undefined && (
        <Sheet open title={shown.name} onClose={() => setOpened(undefined)}>
          <Stack gap={2}>
            <Text size="quiet">{t('product.licenceOf', { version: shown.version, licence: shown.licence })}</Text>
            <p className={styles.licence} lang="en">
              {shown.text}
            </p>
          </Stack>
        </Sheet>
      )}
    </Card>
  )
}
