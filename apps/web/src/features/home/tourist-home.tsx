import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { sessionScreens } from '#features/session/session.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { rate, wholeYuan, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Note } from '#ui/note.tsx'
import { Steps } from '#ui/steps.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { Announced } from './announced.tsx'
import { EntryGrid } from './entry-grid.tsx'

type Offer = DataOf<Api['home']['tourist']>

/** What a guest sees: how much at most, what it costs with a worked example, how it goes, who lends. */
export function TouristHome({ offer }: { offer: Offer }) {
  const t = useWords('home')
  const go = useGo()
  return (
    <>
      <Announced kind="notice" announcements={offer.announcements} />
      <OfferCard offer={offer} />
      <Announced kind="banner" announcements={offer.announcements} />
      <Card title={t('guest.stepsTitle')}>
        <Steps
          items={[
            { title: t('guest.stepIdentity'), note: t('guest.stepIdentityTime') },
            { title: t('guest.stepFace'), note: t('guest.stepFaceTime') },
            { title: t('guest.stepProfile'), note: t('guest.stepProfileTime') },
            { title: t('guest.stepLimit'), note: t('guest.stepLimitTime') },
          ]}
        />
      </Card>
      <Card title={t('guest.lenderTitle')}>
        <Stack gap={1}>
          <Text size="quiet">{t('guest.lenderBody')}</Text>
          <Button kind="text" onPress={() => go.to(to(cardScreens.supportedBanks))}>
            {t('guest.banks')}
          </Button>
        </Stack>
      </Card>
      <Card title={t('guest.safetyTitle')}>
        <Text size="quiet">{t('guest.safetyBody')}</Text>
      </Card>
      <EntryGrid
        entries={[
          { name: t('quick.product'), icon: 'paper', path: to(capitalScreens.product) },
          { name: t('quick.help'), icon: 'help', path: to(serviceScreens.help) },
          { name: t('quick.contact'), icon: 'headset', path: to(serviceScreens.contact) },
        ]}
      />
      <Text size="small" centred>
        {t('guest.responsible')}
      </Text>
    </>
  )
}

function OfferCard({ offer }: { offer: Offer }) {
  const t = useWords('home')
  const go = useGo()
  const { example, price } = offer
  return (
    <Card centred>
      <Text size="quiet" centred>
        {t('guest.limitUpTo')}
      </Text>
      <Figure sign={t('base:yuanSign')} amount={wholeYuan(offer.limitMaxFen)} />
      {price !== null && (
        <Text size="quiet" centred figures>
          {t('guest.rate', { from: rate(price.fromPpm), to: rate(price.toPpm) })}
        </Text>
      )}
      {example !== null && (
        <Text size="small" centred figures>
          {t('guest.example', {
            principal: wholeYuan(example.principal),
            periods: example.periods,
            rate: rate(example.annualRatePpm),
            instalment: yuan(example.instalment),
          })}
        </Text>
      )}
      {offer.serviceOpen ? (
        <Button block onPress={() => go.to(to(sessionScreens.login))}>
          {t('guest.seeLimit')}
        </Button>
      ) : (
        <Note tone="warning">{t('guest.closed')}</Note>
      )}
      <Text size="small" centred>
        {t('guest.free')}
      </Text>
    </Card>
  )
}
