import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import { lazy, Suspense, useState } from 'react'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { session } from '#platform/storage.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Tag } from '#ui/tag.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'
import { type Due, DueRows, loansOf } from './due-rows.tsx'
import { FailedDebit } from './failed-debit.tsx'
import styles from './overdue-card.module.css'

const OverdueWarning = lazy(async () => ({ default: (await import('./overdue-warning.tsx')).OverdueWarning }))

/** What is overdue now, what one more day costs, and the way out. */
export function OverdueCard({ home, overdue }: { home: Home; overdue: readonly Due[] }) {
  const t = useWords('borrower')
  const go = useGo()
  const { reading, setReading, close } = useReading(overdue)
  const first = overdue[0]
  if (first === undefined) return null
  const sum = (part: 'principal' | 'interest' | 'penalty' | 'total') => overdue.reduce((total, due) => addFen(total, due[part]), zeroFen)
  const days = Math.max(...overdue.map((due) => due.overdueDays))
  const penalty = sum('penalty')
  const isOne = loansOf(overdue).length === 1
  const isInGrace = penalty === 0 && sum('principal') > 0
  return (
    <Card title={t('overdue.title')} extra={<Tag tone="negative">{t('overdue.tag', { count: days })}</Tag>}>
      <Stack gap={2}>
        <Figure sign={t('base:yuanSign')} amount={yuan(sum('total'))} />
        <Text size="quiet" figures>
          {t('overdue.parts', { principal: yuan(sum('principal')), interest: yuan(sum('interest')), penalty: yuan(penalty) })}
        </Text>
        <LateFee tomorrow={home.penaltyTomorrowFen} isInGrace={isInGrace} />
        {loansOf(overdue).map((one) => (
          <FailedDebit key={one.loanId} due={one} />
        ))}
        {isOne ? <OneOverdue first={first} total={sum('total')} /> : <DueRows due={overdue} label={t('overdue.title')} />}
        <div className={styles.more}>
          <Button kind="text" onPress={() => setReading('again')}>
            {t('warning.next')}
          </Button>
          <Button kind="text" onPress={() => go.to(to(serviceScreens.contact))}>
            {t('overdue.help')}
          </Button>
        </div>
      </Stack>
      {reading !== undefined && (
        <Suspense>
          <OverdueWarning home={home} isInGrace={isInGrace} isForced={reading === 'first'} onClose={close} />
        </Suspense>
      )}
    </Card>
  )
}

/** The warning comes by itself once a visit, and again when another instalment falls overdue; after that it is read on request. */
function useReading(overdue: readonly Due[]) {
  const what = overdue.map(({ loanId, period }) => `${loanId}.${period}`).join(' ')
  const [reading, setReading] = useState<'first' | 'again' | undefined>(session.get('overdueRead') === what ? undefined : 'first')
  const close = () => {
    session.set('overdueRead', what)
    setReading(undefined)
  }
  return { reading, setReading, close }
}

/** What tomorrow adds to the late fee. Overdue interest bears none, nor does principal at its ceiling: then nothing is said. */
function LateFee({ tomorrow, isInGrace }: { tomorrow: Fen; isInGrace: boolean }) {
  const t = useWords('borrower')
  if (tomorrow === 0 && !isInGrace) return null
  return (
    <Text size="small" figures>
      {tomorrow > 0 ? t('overdue.tomorrow', { amount: yuan(tomorrow) }) : t('overdue.inGrace')}
    </Text>
  )
}

/** The button names its sum where more is due of the loan than what is overdue. */
function OneOverdue({ first, total }: { first: Due; total: Fen }) {
  const t = useWords('borrower')
  const go = useGo()
  const { loanId, period, payNowFen } = first
  return (
    <>
      <Button block onPress={() => go.to(to(repayScreens.detail, { id: loanId }))}>
        {payNowFen === total ? t('overdue.repay') : t('overdue.repayAmount', { amount: yuan(payNowFen) })}
      </Button>
      <Button kind="quiet" block onPress={() => go.to(to(repayScreens.plan, undefined, { loanId, explain: period }))}>
        {t('overdue.why')}
      </Button>
    </>
  )
}
