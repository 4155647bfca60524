import { applyScreens } from '#features/apply/apply.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { clock } from '#platform/clock.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { Progress } from '#ui/steps.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'

type NotYet = Exclude<Home['card'], { state: 'limit' }>
type In<S extends NotYet['state']> = Extract<NotYet, { state: S }>

/** Where the application stands and the one thing to do about it. */
export function ApplyCard({ card }: { card: NotYet }) {
  switch (card.state) {
    case 'noLimit':
      return <NoLimit card={card} />
    case 'reviewing':
      return <Reviewing card={card} />
    case 'humanReview':
      return <HumanReview card={card} />
    case 'refused':
      return <Refused card={card} />
    default:
      return card satisfies never
  }
}

function NoLimit({ card }: { card: In<'noLimit'> }) {
  const t = useWords('home')
  const go = useGo()
  return (
    <Card title={t('noLimit.title')}>
      <Stack>
        <Progress step={card.done} of={card.of} label={t('noLimit.progressLabel', { done: card.done, of: card.of })} />
        <Text size="quiet">{t('noLimit.progress', { done: card.done, of: card.of })}</Text>
        <Text>{t('noLimit.next', { step: t(`step.${card.next}`) })}</Text>
        {card.idExpiresOn !== null && <Note tone="warning">{t('noLimit.idExpires', { date: card.idExpiresOn })}</Note>}
        <Button block onPress={() => go.to(to(applyScreens.next))}>
          {card.done === 0 ? t('noLimit.start') : t('noLimit.continue')}
        </Button>
      </Stack>
    </Card>
  )
}

function Reviewing({ card }: { card: In<'reviewing'> }) {
  const t = useWords('home')
  const go = useGo()
  return (
    <Card title={t('reviewing.title')}>
      <Stack>
        <Text size="quiet" figures>
          {t('reviewing.since', { time: dateTimeOf(card.submittedAt) })}
        </Text>
        {isLate(card) ? <LateReview /> : <Text size="quiet">{t('reviewing.expected', { seconds: card.expectedSeconds })}</Text>}
        <Button block onPress={() => go.to(to(applyScreens.result))}>
          {t('reviewing.see')}
        </Button>
        <Button kind="quiet" block onPress={() => go.to(to(cardScreens.addBankCard))}>
          {t('reviewing.bindCard')}
        </Button>
      </Stack>
    </Card>
  )
}

/** Twice the usual time has passed without a result. */
const isLate = ({ submittedAt, expectedSeconds }: In<'reviewing'>): boolean =>
  clock.now().getTime() - Date.parse(submittedAt) > 2 * expectedSeconds * 1_000

function LateReview() {
  const t = useWords('home')
  const go = useGo()
  return (
    <Note
      action={
        <Button kind="text" onPress={() => go.to(to(serviceScreens.contact))}>
          {t('account.service')}
        </Button>
      }
    >
      {t('reviewing.late')}
    </Note>
  )
}

function HumanReview({ card }: { card: In<'humanReview'> }) {
  const t = useWords('home')
  const go = useGo()
  return (
    <Card title={t('human.title')}>
      <Stack>
        <Text size="quiet" figures>
          {t('reviewing.since', { time: dateTimeOf(card.submittedAt) })}
        </Text>
        <Text size="quiet">{t('human.expected')}</Text>
        <Button block onPress={() => go.to(to(applyScreens.result))}>
          {t('human.see')}
        </Button>
      </Stack>
    </Card>
  )
}

function Refused({ card }: { card: In<'refused'> }) {
  const t = useWords('home')
  const go = useGo()
  return (
    <Card title={card.canAskHuman ? t('refused.title') : t('refused.finalTitle')}>
      <Stack>
        <Text size="quiet" figures>
          {card.applyAgainOn === null ? t('refused.notAgain') : t('refused.again', { date: card.applyAgainOn })}
        </Text>
        <Button block onPress={() => go.to(to(applyScreens.result))}>
          {card.canAskHuman ? t('refused.see') : t('refused.seeFinal')}
        </Button>
      </Stack>
    </Card>
  )
}
