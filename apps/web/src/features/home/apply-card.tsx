import { lazy } from 'react'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { ensureWords, useWords } from '#locales/i18n.ts'
import { clock } from '#platform/clock.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Progress } from '#ui/steps.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Home } from './borrower-home.tsx'

/** Few see it, and it needs the words of another slice. */
const RefusedCard = lazy(async () => {
  const [refused] = await Promise.all([import('./refused-card.tsx'), ensureWords(['apply'])])
  return { default: refused.RefusedCard }
})

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
      return <RefusedCard card={card} />
    default:
      return card satisfies never
  }
}

/** What is missing, step by step: each leads to its screen, which says so while an earlier one comes first. */
function NoLimit({ card }: { card: In<'noLimit'> }) {
  const t = useWords('borrower')
  const go = useGo()
  const hasIdExpired = card.steps.some(({ state }) => state === 'expired')
  return (
    <Card title={t('noLimit.title')}>
      <Stack>
        <Progress step={card.done} of={card.of} label={t('noLimit.progressLabel', { done: card.done, of: card.of })} />
        <Text size="quiet">{t('noLimit.progress', { done: card.done, of: card.of })}</Text>
        <MissingSteps card={card} />
        {card.idExpiresOn !== null && (
          <Note tone="warning">{t(hasIdExpired ? 'noLimit.idExpired' : 'noLimit.idExpires', { date: card.idExpiresOn })}</Note>
        )}
        {card.hasPhotos && (
          <Note
            action={
              <Button kind="text" onPress={() => go.to(to(applyScreens.identity))}>
                {t('retake')}
              </Button>
            }
          >
            {t('photos')}
          </Note>
        )}
        <Button block onPress={() => go.to(to(applyScreens.next))}>
          {card.done === 0 ? t('noLimit.start') : t('noLimit.continue')}
        </Button>
      </Stack>
    </Card>
  )
}

const stepScreens = {
  identity: applyScreens.identity,
  face: applyScreens.face,
  profile: applyScreens.profile,
  confirm: applyScreens.confirm,
  result: applyScreens.result,
  home: applyScreens.next,
} as const

function MissingSteps({ card }: { card: In<'noLimit'> }) {
  const t = useWords('borrower')
  const go = useGo()
  const noteOf = (step: keyof typeof stepScreens) => {
    if (step === 'identity' && card.hasPhotos) return t('steps.photos')
    return step === 'profile' && card.hasDraft ? t('steps.draft') : undefined
  }
  return (
    <List label={t('steps.label')}>
      {card.steps.map(({ step, state }) => (
        <ListRow
          key={step}
          title={t(`step.${step}`)}
          note={noteOf(step)}
          value={t(`steps.${state}`)}
          strong={step === card.next}
          onPress={state === 'done' ? undefined : () => go.to(to(stepScreens[step]))}
        />
      ))}
    </List>
  )
}

function Reviewing({ card }: { card: In<'reviewing'> }) {
  const t = useWords('borrower')
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
  const t = useWords('borrower')
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
  const t = useWords('borrower')
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
