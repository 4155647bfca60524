import { constants } from '@fyh/contract/options.ts'
import type { ReactNode, RefCallback } from 'react'
import { PhoneConsent, PhoneFields, usePhoneLogin } from '#blocks/phone-login.tsx'
import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { rateRange, wholeYuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { channelCode, local } from '#platform/storage.ts'
import { currentUser, isLoggedIn } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { Note } from '#ui/note.tsx'
import { BrandTop, Page } from '#ui/page.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { ClosedCard, OwnPageCard } from './channel-cards.tsx'
import styles from './extend-screen.module.css'
import { type Landing, landingLook } from './flow.queries.ts'
import { ExampleCard, LendersCard, ServiceLinks } from './offer-cards.tsx'
import { GrowingPicture } from './pictures.tsx'

/** The landing page of a channel: offer and price before the first tap, then phone and code. */
export function ExtendScreen() {
  const code = useAddressQuery().get('channelCode') ?? channelCode()
  const landing = useQuery(landingLook(code))
  const brand = useBrandFace()
  if (landing.data !== undefined) return <Offered landing={landing.data} />
  return (
    <Page top={<BrandTop mark={brand.mark} name={brand.name} />}>
      {landing.isError ? (
        <Failed onRetry={() => landing.refetch()} />
      ) : (
        <Loading>
          <SkeletonCard figure lines={2} />
          <SkeletonCard lines={3} action />
        </Loading>
      )}
    </Page>
  )
}

function Offered({ landing }: { landing: Landing }) {
  const go = useGo()
  if (landing.state !== 'open') return <Frame landing={landing} card={<ClosedCard landing={landing} onDirect={directly(go)} />} />
  if (landing.ownPage !== null) return <Frame landing={landing} card={<OwnPageCard ownPage={landing.ownPage} onStay={directly(go)} />} />
  if (landing.price === null) return <Frame landing={landing} card={<NotOffered />} />
  return isLoggedIn() ? <Frame landing={landing} card={<LoggedInCard />} /> : <Form landing={landing} />
}

/** Leaves the partner's offer for the general one. */
const directly = (go: ReturnType<typeof useGo>) => () => {
  local.set('channelCode', constants.channelCodeDefault)
  go.replace(`/extend?channelCode=${constants.channelCodeDefault}`)
}

function Form({ landing }: { landing: Landing }) {
  const t = useWords('flow')
  const go = useGo()
  const redirectUrl = useAddressQuery().get('redirectUrl')
  const login = usePhoneLogin({
    onDone: ({ isNew }) => {
      if (!isNew) toast(t('extend.known'))
      go.land(redirectUrl)
    },
  })
  const card = (
    <Card title={t('extend.formTitle')}>
      <PhoneFields login={login} />
      <Stack gap={2}>
        <PhoneConsent login={login} />
        <Button block type="submit" onPress={login.submit}>
          {t('extend.submit')}
        </Button>
        <Text size="small" centred>
          {t('extend.free')}
        </Text>
      </Stack>
    </Card>
  )
  return <Frame landing={landing} card={card} place={login.form.place} />
}

function LoggedInCard() {
  const t = useWords('flow')
  const go = useGo()
  const mobile = currentUser()?.mobile
  return (
    <Card title={t('extend.loggedIn')}>
      <Stack gap={4}>
        {mobile !== undefined && <Text size="quiet">{t('extend.loggedInBody', { mobile })}</Text>}
        <Button block onPress={() => go.to(to(homeScreens.home))}>
          {t('extend.submit')}
        </Button>
      </Stack>
    </Card>
  )
}

function NotOffered() {
  const t = useWords('flow')
  return <Note tone="warning">{t('extend.notOffered')}</Note>
}

type FrameProps = { landing: Landing; card: ReactNode; place?: RefCallback<HTMLElement> | undefined }

/** What every state of the page has: partner and offer above, what it costs and who lends below. */
function Frame({ landing, card, place }: FrameProps) {
  const t = useWords('flow')
  const { ownPage } = landing
  return (
    <Page top={<Hero landing={landing} />} place={place}>
      {card}
      {ownPage === null && landing.example !== null && <ExampleCard example={landing.example} />}
      {ownPage === null && landing.lenders.length > 0 && <LendersCard lenders={landing.lenders} />}
      <ServiceLinks />
      <Text size="small" centred>
        {t('extend.responsible')}
      </Text>
    </Page>
  )
}

function Hero({ landing: { channelName, limitMaxFen, price, periods, ownPage } }: { landing: Landing }) {
  const t = useWords('flow')
  const brand = useBrandFace()
  return (
    <>
      <BrandTop mark={brand.mark} name={brand.name}>
        {channelName !== null && <span className={styles.partner}>{t('extend.partner', { partner: channelName })}</span>}
      </BrandTop>
      {ownPage === null && (
        <div className={styles.hero}>
          <div className={styles.offer}>
            <Text size="quiet">{t('extend.limitUpTo')}</Text>
            <Figure sign={t('base:yuanSign')} amount={wholeYuan(limitMaxFen)} />
            {price !== null && (
              <>
                <Text size="quiet" figures>
                  {t('extend.rate', { range: rateRange(price) })}
                </Text>
                <Text size="small" figures>
                  {t('extend.periods', { periods: periods.join(' / ') })}
                </Text>
              </>
            )}
          </div>
          <div className={styles.picture}>
            <GrowingPicture />
          </div>
        </div>
      )}
    </>
  )
}
