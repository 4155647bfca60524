import { useState } from 'react'
import type { BenefitAdded } from '#blocks/preview.ts'
import { useWords } from '#locales/i18n.ts'
import { exactRate, yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { BenefitChoice } from './borrow.queries.ts'

type Added = BenefitAdded & { readonly packageId: number }

/** The package added to a loan: none until one is ticked. One that does not fit any more counts as not added. */
export function useAddedBenefit(items: readonly BenefitChoice[] | undefined) {
  const [ticked, tick] = useState<Added>()
  const fits = items === undefined || items.some((one) => one.package.packageId === ticked?.packageId && one.obstacle === null)
  return { added: fits ? ticked : undefined, tick }
}

/** Packages of benefits beside a loan, each unticked. Nothing of the loan depends on them. */
export function BenefitOffers(props: {
  /** Undefined while they are not known. */
  items: readonly BenefitChoice[] | undefined
  added: Added | undefined
  tick: (added: Added | undefined) => void
  /** Set when they could not be fetched. */
  onRetry?: (() => void) | undefined
}) {
  const { items, added, tick, onRetry } = props
  const t = useWords('borrow')
  if (items === undefined)
    return onRetry === undefined ? null : (
      <Button kind="text" onPress={onRetry}>
        {t('benefit.failed')}
      </Button>
    )
  if (items.length === 0) return null
  return (
    <Card title={t('benefit.title')} extra={t('benefit.optional')}>
      <Stack gap={4}>
        <Text size="small">{t('benefit.lead')}</Text>
        {items.map((one) => {
          const { packageId, name, priceFen } = one.package
          const isTicked = added?.packageId === packageId
          return (
            <Choice
              key={packageId}
              one={one}
              isTicked={isTicked}
              onChange={(next) => tick(next ? { packageId, name, priceFen } : undefined)}
            />
          )
        })}
        <Text size="small">{t('benefit.refund')}</Text>
      </Stack>
    </Card>
  )
}

function Choice({ one, isTicked, onChange }: { one: BenefitChoice; isTicked: boolean; onChange: (next: boolean) => void }) {
  const t = useWords('borrow')
  const { name, priceFen, supplier, termDays, rights } = one.package
  const head = t('benefit.offer', { name, price: yuan(priceFen) })
  const facts = (
    <Stack gap={1}>
      <Text size="small">{t('benefit.by', { supplier: supplier.name, days: termDays })}</Text>
      <Text size="small">{rights.map((right) => t('benefit.right', right)).join(t('base:separator'))}</Text>
    </Stack>
  )
  if (one.obstacle !== null)
    return (
      <Stack gap={1}>
        <Text size="quiet">{head}</Text>
        <Text size="small">{t(`benefit.obstacle.${one.obstacle}`, { price: exactRate(one.pricePpm) })}</Text>
      </Stack>
    )
  return (
    <Stack gap={1}>
      <Checkbox checked={isTicked} onChange={onChange}>
        {head}
      </Checkbox>
      {facts}
      <Text size="small" figures>
        {t('benefit.price', { before: exactRate(one.priceBeforePpm), after: exactRate(one.pricePpm) })}
      </Text>
    </Stack>
  )
}
