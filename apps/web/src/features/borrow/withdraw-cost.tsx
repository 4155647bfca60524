import { subFen } from '@fyh/base/money.ts'
import { useState } from 'react'
import { PlanTable } from '#blocks/plan-table.tsx'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { dayRate, exactRate, nearDate, yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { MiniBar } from '#ui/mini-bar.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import type { Quote } from './borrow.queries.ts'

/** What the money costs, once more before the code: the sum of all payments, what it is made of, the first one, price and lender. */
export function WithdrawCost({ quote }: { quote: Quote }) {
  const t = useWords('borrow')
  const lending = useWords('lending')
  const today = useToday()
  const [opens, setOpens] = useState(false)
  const { costSheet, plan, amountFen, totalInterest, totalDue } = quote
  const [first] = plan
  return (
    <Card
      title={t('withdraw.cost')}
      extra={
        <Button kind="text" onPress={() => setOpens(true)}>
          {t('planSheet')}
        </Button>
      }
    >
      <Stack gap={2}>
        <Spread>
          <Text size="quiet" as="span">
            {t('totalDue')}
          </Text>
          <Figure size="medium" amount={yuan(totalDue)} />
        </Spread>
        <MiniBar first={amountFen} second={totalInterest} />
        <Text size="small" figures>
          {t('withdraw.parts', {
            principal: yuan(amountFen),
            interest: yuan(totalInterest),
            other: yuan(subFen(costSheet.totalCost, totalInterest)),
          })}
        </Text>
      </Stack>
      <KeyValueList>
        {first !== undefined && (
          <KeyValue name={t('first')} value={t('firstValue', { date: nearDate(first.dueDate, today), amount: yuan(first.total) })} />
        )}
        {costSheet.benefit !== null && (
          <KeyValue name={t('sign.item.benefit')} value={yuan(costSheet.benefit.priceFen)} note={t('benefit.basis', costSheet.benefit)} />
        )}
        <KeyValue
          name={t('price')}
          value={exactRate(costSheet.price.simplePpm)}
          note={t('withdraw.compound', { rate: exactRate(costSheet.price.compoundPpm) })}
          short
        />
        <KeyValue name={lending('lender')} value={costSheet.lender} note={t('withdraw.licence', { licence: costSheet.lenderLicence })} />
        <KeyValue name={lending('late')} value={lending('lateValue', { rate: dayRate(costSheet.contingent.penaltyPpmDay) })} />
      </KeyValueList>
      <Sheet open={opens} title={t('planSheet')} onClose={() => setOpens(false)}>
        <PlanTable rows={plan} />
      </Sheet>
    </Card>
  )
}
