import { useWords } from '#locales/i18n.ts'
import { exactRate, yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Quote } from './borrow.queries.ts'
import { useWithoutBenefit } from './to-sign.ts'

/** What the loan costs without its package of benefits, and one tap to leave it out. */
export function BenefitInSheet({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const leaveOut = useWithoutBenefit(quote)
  const { benefit } = quote.costSheet
  if (benefit === null) return null
  return (
    <Stack gap={1}>
      <Text size="small" figures>
        {t('benefit.without', { amount: yuan(benefit.costBefore), price: exactRate(benefit.priceBefore.simplePpm) })}
      </Text>
      <Button kind="text" onPress={leaveOut}>
        {t('benefit.remove', { name: benefit.name })}
      </Button>
    </Stack>
  )
}
