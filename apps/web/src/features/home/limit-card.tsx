import { zeroFen } from '@fyh/base/money.ts'
import { Facts } from '#blocks/facts.tsx'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { rateRange, wholeYuan, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Note } from '#ui/note.tsx'
import { Tag } from '#ui/tag.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'
import { FlowerPicture } from './flower-picture.tsx'
import styles from './limit-card.module.css'

type Limit = Extract<Home['card'], { state: 'limit' }>

/** What is overdue stands in the way first; a limit that is over by `today` is told as that all the same. */
export function LimitCard({ card, settledBefore, today }: { card: Limit; settledBefore: boolean; today: Home['today'] }) {
  const t = useWords('borrower')
  const expired = card.validUntil < today
  const lost = card.blocked === 'writtenOff'
  const blocked = expired || lost || card.blocked === 'overdue' || card.blocked === 'frozen'
  const hasFlower = card.blocked === null && card.idExpiresOn === null
  const validity = expired ? (
    <Tag tone="warning">{t('limit.expired')}</Tag>
  ) : (
    <Tag tone={blocked ? 'quiet' : 'positive'}>{t('limit.validUntil', { date: card.validUntil })}</Tag>
  )
  return (
    <Card title={t('limit.available')} extra={validity}>
      <Stack gap={2}>
        <div className={classes(styles.row, hasFlower && styles.flowered)}>
          <div className={styles.facts}>
            <Figure
              size={blocked ? 'large' : 'hero'}
              tone={blocked ? 'quiet' : undefined}
              sign={t('base:yuanSign')}
              amount={yuan(expired || lost ? zeroFen : card.availableFen)}
            />
            <Text size="quiet" figures>
              <Facts
                parts={[
                  t('limit.total', { total: wholeYuan(card.totalFen) }),
                  ...(card.price === null ? [] : [t('limit.price', { range: rateRange(card.price) })]),
                ]}
              />
            </Text>
            {settledBefore && card.blocked === null && <Text size="quiet">{t('loans.settled')}</Text>}
          </div>
          {hasFlower && <FlowerPicture />}
        </div>
        {card.idExpiresOn !== null && <IdCardEnds on={card.idExpiresOn} today={today} />}
        <WayOn blocked={card.blocked} expired={expired} />
      </Stack>
    </Card>
  )
}

/** The identity card of a borrower with a limit can be renewed with the next application alone. */
function IdCardEnds({ on, today }: { on: Home['today']; today: Home['today'] }) {
  const t = useWords('borrower')
  return <Note tone="warning">{t(on < today ? 'idExpired' : 'idExpires', { date: on })}</Note>
}

function WayOn({ blocked, expired }: { blocked: Limit['blocked']; expired: boolean }) {
  const t = useWords('borrower')
  const go = useGo()
  switch (blocked) {
    // The note at the top of the page says why, and whom to ask.
    case 'frozen':
      return null
    case 'writtenOff':
      return <Note tone="negative">{t('limit.blockedLost')}</Note>
    case 'overdue':
      return <Note tone="warning">{t(expired ? 'limit.expiredOverdue' : 'limit.blockedOverdue')}</Note>
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
