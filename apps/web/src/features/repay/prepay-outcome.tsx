import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { useState } from 'react'
import { ExplainSheet } from '#blocks/explain-sheet.tsx'
import { PlanTable } from '#blocks/plan-table.tsx'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Table } from '#ui/table.tsx'
import { Stack } from '#ui/text.tsx'
import type { PrepayQuote } from './repay.queries.ts'
import type { Effect } from './use-prepaying.ts'

type Outcome = PrepayQuote['outcomes'][number]
type Ahead = PrepayQuote['now']

/** Both ways a prepayment can change the plan, each with what it saves; the one chosen beside the plan as it is. */
export function PrepayOutcome(props: { quote: PrepayQuote; effect: Effect; onChoose: (effect: Effect) => void }) {
  const { quote, effect, onChoose } = props
  const t = useWords('repay')
  const savedWords = useSavedWords()
  const [opens, setOpens] = useState<'plan' | 'saved'>()
  const outcome = quote.outcomes.find((candidate) => candidate.effect === effect)
  const close = () => setOpens(undefined)
  return (
    <Card title={t('prepay.effect')}>
      <Stack gap={3}>
        <Segmented
          label={t('prepay.effect')}
          value={effect}
          columns={2}
          options={quote.outcomes.map((one) => ({
            value: one.effect,
            label: t(`prepay.${one.effect}`),
            note: savedWords(one.savedInterest),
          }))}
          onChange={onChoose}
        />
        {outcome !== undefined && (
          <>
            <Comparison now={quote.now} then={outcome.ahead} />
            <Button kind="text" onPress={() => setOpens('plan')}>
              {t('prepay.plan')}
            </Button>
            <Button kind="text" onPress={() => setOpens('saved')}>
              {savedWords(outcome.savedInterest)}
            </Button>
            <Sheet open={opens === 'plan'} title={t('prepay.outcome')} onClose={close}>
              <PlanTable rows={outcome.plan} />
            </Sheet>
            {opens === 'saved' && <Saved quote={quote} outcome={outcome} onClose={close} />}
          </>
        )}
      </Stack>
    </Card>
  )
}

/** 'Saves 12.00 yuan of interest', or that it costs so much more: a lower instalment levels out a plan that was shortened before. */
function useSavedWords(): (saved: Fen) => string {
  const t = useWords('repay')
  return (saved) =>
    saved < 0 ? t('prepay.costsMore', { amount: yuan(subFen(zeroFen, saved)) }) : t('prepay.saved', { amount: yuan(saved) })
}

function Comparison({ now, then }: { now: Ahead; then: Ahead }) {
  const t = useWords('repay')
  const amount = (of: Ahead) => (of.laterInstalmentFen === null ? t('base:dash') : yuan(of.laterInstalmentFen))
  const rows: [name: string, before: string, after: string][] = [
    [
      t('prepay.periodsLeft'),
      t('prepay.periodsValue', { periods: now.periodsLeft }),
      t('prepay.periodsValue', { periods: then.periodsLeft }),
    ],
    [t('prepay.next'), yuan(now.nextInstalmentFen), yuan(then.nextInstalmentFen)],
    [t('prepay.later'), amount(now), amount(then)],
    [t('prepay.lastDue'), now.lastDueDate, then.lastDueDate],
  ]
  return (
    <Table
      label={t('prepay.effect')}
      columns={[
        { key: 'name', head: '' },
        { key: 'before', head: t('prepay.before'), whole: true },
        { key: 'after', head: t('prepay.afterwards'), whole: true },
      ]}
      rows={rows.map((cells) => ({ key: cells[0], cells }))}
    />
  )
}

/** The interest spared: what the plan still asked, less what this debit pays of it and what the new plan asks. */
function Saved({ quote, outcome, onClose }: { quote: PrepayQuote; outcome: Outcome; onClose: () => void }) {
  const t = useWords('repay')
  const savedWords = useSavedWords()
  const ahead = quote.lines.filter(({ dueDate }) => dueDate > quote.onDate)
  const paid = addFen(zeroFen, ...ahead.map(({ owed }) => owed.interest))
  const now = quote.now.interestLeftFen
  const after = outcome.ahead.interestLeftFen
  const amount = outcome.savedInterest
  const sum = t('prepay.savedSum', {
    now: yuan(now),
    paid: paid < 0 ? `(${yuan(paid)})` : yuan(paid),
    after: yuan(after),
    amount: yuan(amount),
  })
  return (
    <ExplainSheet
      title={savedWords(amount)}
      lines={[
        { name: t('prepay.savedNow'), amount: now },
        { name: t('prepay.savedPaid'), amount: paid },
        { name: t('prepay.savedAfter'), amount: after },
      ]}
      after={[{ name: t('prepay.savedTotal'), amount, how: [sum] }]}
      onClose={onClose}
    />
  )
}
