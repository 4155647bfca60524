import { useState } from 'react'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { rate, wholeYuan, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { MiniBar } from '#ui/mini-bar.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'
import styles from './cost-card.module.css'

type Cost = NonNullable<Extract<Home['card'], { state: 'limit' }>['cost']>

/** The cost of borrowing before the first tap; figures come from the server, so that no engine is loaded for them. */
export function CostCard({ cost }: { cost: Cost }) {
  const t = useWords('borrower')
  const go = useGo()
  const longest = cost.terms[cost.terms.length - 1]
  const [periods, setPeriods] = useState(longest?.periods)
  const term = cost.terms.find((one) => one.periods === periods) ?? longest
  if (term === undefined) return null
  return (
    <Card
      title={t('cost.title', { principal: wholeYuan(cost.principal) })}
      extra={
        <Button kind="text" onPress={() => go.to(to(capitalScreens.product))}>
          {t('cost.how')}
        </Button>
      }
    >
      <Stack gap={2}>
        <Segmented
          label={t('cost.periods')}
          value={term.periods}
          onChange={setPeriods}
          options={cost.terms.map((one) => ({ value: one.periods, label: t('cost.period', { periods: one.periods }) }))}
        />
        <dl className={styles.figures}>
          <OneFigure name={t('cost.instalment')} value={yuan(term.instalment)} />
          <OneFigure name={t('cost.interest')} value={yuan(term.interest)} />
          <OneFigure name={t('cost.compound')} value={rate(term.compoundPpm)} />
        </dl>
        <MiniBar first={cost.principal} second={term.interest} />
        <Text size="small" figures>
          {t('cost.parts', { principal: yuan(cost.principal), interest: yuan(term.interest) })}
        </Text>
        <Text size="small">{t('cost.by', { lender: cost.lender })}</Text>
      </Stack>
    </Card>
  )
}

function OneFigure({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  )
}
