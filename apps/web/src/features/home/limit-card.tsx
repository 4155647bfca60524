import { zeroFen } from '@fyh/base/money.ts'
import { Facts } from '#blocks/facts.tsx'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { rate, wholeYuan, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Note } from '#ui/note.tsx'
import { Tag } from '#ui/tag.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'

type Limit = Extract<Home['card'], { state: 'limit' }>

export function LimitCard({ card, settledBefore }: { card: Limit; settledBefore: boolean }) {
  const t = useWords('home')
  const expired = card.blocked === 'expired'
  const lost = card.blocked === 'writtenOff'
  const blocked = expired || lost || card.blocked === 'overdue'
  const validity = expired ? (
    <Tag tone="warning">{t('limit.expired')}</Tag>
  ) : (
    <Tag tone={blocked ? 'quiet' : 'positive'}>{t('limit.validUntil', { date: card.validUntil })}</Tag>
  )
  return (
    <Card title={t('limit.available')} extra={validity}>
      <Stack gap={2}>
        <Figure
          size={blocked ? 'large' : 'hero'}
          tone={blocked ? 'quiet' : undefined}
          sign={t('base:yuanSign')}
          amount={yuan(expired || lost ? zeroFen : card.availableFen)}
        />
        <Text size="quiet" figures>
          <Facts parts={[t('limit.total', { total: wholeYuan(card.totalFen) }), t('limit.rate', { rate: rate(card.annualRatePpm) })]} />
        </Text>
        {settledBefore && card.blocked === null && <Text size="quiet">{t('loans.settled')}</Text>}
        <WayOn blocked={card.blocked} />
      </Stack>
    </Card>
  )
}

function WayOn({ blocked }: { blocked: Limit['blocked'] }) {
  const t = useWords('home')
  const go = useGo()
  switch (blocked) {
    case 'writtenOff':
      return <Note tone="negative">{t('limit.blockedLost')}</Note>
    case 'overdue':
      return <Note tone="warning">{t('limit.blockedOverdue')}</Note>
    case 'used':
      return <Note>{t('limit.usedUp')}</Note>
    case 'expired':
      return (
        <Button block onPress={() => go.to(to(applyScreens.next))}>
          {t('limit.reassess')}
        </Button>
      )
    case null:
      return (
        <Button block onPress={() => go.to(to(borrowScreens.borrowMoney))}>
          {t('limit.borrow')}
        </Button>
      )
    default:
      return blocked satisfies never
  }
}
