import { AskReview } from '#blocks/ask-review.tsx'
import { RefusalReasons } from '#blocks/refusal-reasons.tsx'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'

type Refused = Extract<Home['card'], { state: 'refused' }>

/** Refused: why, from when one may apply again or that it is of no use, the one more look, and the partners, which decide for themselves. */
export function RefusedCard({ card }: { card: Refused }) {
  const t = useWords('borrower')
  const go = useGo()
  const { reasons, applyAgainOn, canAskHuman, isForGood } = card
  const when = applyAgainOn === null ? t('refused.notAgain') : t('refused.again', { date: applyAgainOn })
  return (
    <Card title={canAskHuman ? t('refused.title') : t('refused.finalTitle')}>
      <Stack>
        {reasons.length > 0 && <RefusalReasons codes={reasons} />}
        <Text size="quiet" figures>
          {isForGood ? t('refused.forGood') : when}
        </Text>
        {canAskHuman && <AskReview />}
        <Button kind="text" onPress={() => go.to(to(applyScreens.result))}>
          {canAskHuman ? t('refused.see') : t('refused.seeFinal')}
        </Button>
        {!isForGood && (
          <Button kind="text" onPress={() => go.to(to(capitalScreens.jsd))}>
            {t('refused.partners')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
