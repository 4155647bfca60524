import type { ReactNode } from 'react'
import { useCardName } from '#blocks/card-picker.tsx'
import { useWords } from '#locales/i18n.ts'
import { exactTimeOf, monthDay, thousands, wholeYuan, yuan } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import styles from './campaign.module.css'
import type { Activity, Condition, Mine } from './campaign.queries.ts'
import { PacketPicture } from './packet-picture.tsx'

/** What is given, how much, and where it goes. */
export function PacketCard({ activity }: { activity: Activity }) {
  const t = useWords('campaign')
  return (
    <Card centred>
      <PacketPicture />
      <Text size="quiet">{activity.title}</Text>
      <Figure sign={t('base:yuanSign')} amount={yuan(activity.mine?.packet?.amountFen ?? activity.rewardFen)} />
      <Destination activity={activity} />
    </Card>
  )
}

function Destination({ activity: { mine, validDays } }: { activity: Activity }) {
  const t = useWords('campaign')
  const cardName = useCardName()
  const card = mine?.card ?? null
  return <Text size="quiet">{card === null ? t('goesToBalance', { count: validDays }) : t('goesToCard', { card: cardName(card) })}</Text>
}

/** What has to be done, each with its state; a guest sees the conditions alone. */
export function ConditionsCard({ activity: { mine, tasks } }: { activity: Activity }) {
  const t = useWords('campaign')
  const conditions: readonly Condition[] =
    mine?.conditions ?? [...tasks, 'card' as const].map((kind) => ({ kind, done: false, doneOn: null, dueOn: null, loanId: null }))
  const isDone = conditions.every(({ done }) => done)
  return (
    <Card
      title={t('conditions')}
      extra={mine !== null && <Tag tone={isDone ? 'positive' : 'quiet'}>{t(isDone ? 'allDone' : 'notAllDone')}</Tag>}
    >
      <ul>
        {conditions.map((condition) => (
          <ConditionRow key={condition.kind} condition={condition} mine={mine} />
        ))}
      </ul>
    </Card>
  )
}

function ConditionRow({ condition: { kind, done, doneOn, dueOn }, mine }: { condition: Condition; mine: Mine | null }) {
  const t = useWords('campaign')
  const tail = mine?.card?.tail
  const note: ReactNode =
    kind === 'card' && tail !== undefined
      ? t('cardTail', { tail })
      : doneOn !== null
        ? monthDay(doneOn)
        : dueOn !== null
          ? t('dueOn', { date: monthDay(dueOn) })
          : mine !== null && !done
            ? t('notDone')
            : undefined
  return (
    <li className={styles.condition}>
      <span className={done ? styles.done : styles.open}>
        <Icon name={done ? 'check' : 'ring'} size={20} label={mine === null ? undefined : t(done ? 'isDone' : 'isOpen')} />
      </span>
      <Text as="span">{t(`task.${kind}`)}</Text>
      {note !== undefined && (
        <Text as="span" size="quiet" figures>
          {note}
        </Text>
      )}
    </li>
  )
}

/** Until when, and what is left of the budget. */
export function TermsCard({ activity }: { activity: Activity }) {
  const t = useWords('campaign')
  const { state, startsAt, endsAt, budgetFen, leftFen, grantedFen, grantedCount, coupon } = activity
  return (
    <Card rows>
      <KeyValueList>
        {state === 'notBegun' && <KeyValue name={t('startsAt')} value={exactTimeOf(startsAt)} />}
        <KeyValue name={t('endsAt')} value={exactTimeOf(endsAt)} />
      </KeyValueList>
      <div className={styles.budget}>
        <Spread baseline>
          <Text as="span" size="quiet" figures>
            {t('budget', { amount: wholeYuan(budgetFen) })}
          </Text>
          <Text as="span" size="quiet" figures>
            {t('budgetLeft', { amount: wholeYuan(leftFen) })}
          </Text>
        </Spread>
        <div className={styles.bar} aria-hidden="true">
          {grantedFen > 0 && <span className={styles.given} style={{ flexGrow: grantedFen }} />}
          {leftFen > 0 && <span className={styles.left} style={{ flexGrow: leftFen }} />}
        </div>
        <Text size="small" figures>
          {t(coupon === null ? 'granted' : 'grantedWithCoupon', { number: thousands(grantedCount), amount: wholeYuan(grantedFen) })}
        </Text>
      </div>
    </Card>
  )
}

/** The rules, each of which the server enforces. */
export function RulesCard({ activity: { validDays, newUsersOnly, startsAt, endsAt, coupon } }: { activity: Activity }) {
  const t = useWords('campaign')
  return (
    <Card title={t('rules.title')}>
      <Stack gap={2}>
        <ul className={styles.rules}>
          {newUsersOnly && <li>{t('rules.newUsers', { from: exactTimeOf(startsAt), to: exactTimeOf(endsAt) })}</li>}
          <li>{t(coupon === null ? 'rules.once' : 'rules.onceWithCoupon')}</li>
          <li>{t(coupon === null ? 'rules.noInfluence' : 'rules.noInfluenceWithCoupon')}</li>
          <li>{t('rules.valid', { count: validDays })}</li>
          <li>{t('rules.returned')}</li>
          <li>{t('rules.takenBack')}</li>
          {coupon !== null && <li>{t('rules.couponStays')}</li>}
        </ul>
      </Stack>
    </Card>
  )
}
