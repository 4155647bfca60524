import { MoneyText } from '#blocks/money-text.tsx'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import styles from './equity.module.css'
import type { OfferedPackage } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { RightIcon } from './right-icon.tsx'

/** A package on sale: what it holds, its supplier, term and price; leads to its purchase, or to the order that the borrower has of it. */
export function OfferCard({ offered }: { offered: OfferedPackage }) {
  const t = useWords('equity')
  const go = useGo()
  const { packageId, name, supplier, priceFen, termDays, rights, ownOrderId } = offered
  const target = to(equityScreens.order, undefined, ownOrderId === null ? { packageId } : { id: ownOrderId })
  const act = t(ownOrderId === null ? 'view' : 'seeOrder')
  return (
    <Card title={name} extra={ownOrderId !== null && <Tag tone="positive">{t('owned')}</Tag>}>
      <Stack gap={3}>
        <ul className={styles.holds} aria-label={t('rights.title', { count: rights.length })}>
          {rights.map((right) => (
            <li key={right.rightCode}>
              <span className={styles.tile}>
                <RightIcon icon={right.icon} />
              </span>
              <Text size="quiet">{t('holds', { name: right.name, count: right.count })}</Text>
            </li>
          ))}
        </ul>
        <Text size="small">{t('offerNote', { name: supplier.name, days: termDays })}</Text>
        <Spread>
          <MoneyText fen={priceFen} size="medium" />
          <Button size="small" kind="quiet" label={`${act} ${name}`} onPress={() => go.to(target)}>
            {act}
          </Button>
        </Spread>
      </Stack>
    </Card>
  )
}
