import { lazy, Suspense } from 'react'
import { messageScreens } from '#features/message/message.screens.ts'
import { sessionScreens } from '#features/session/session.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { isLoggedIn } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { BrandTop, IconButton, Page } from '#ui/page.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { homeLook, touristLook } from './home.queries.ts'
import { loadBorrowerHome } from './load-borrower-home.ts'
import { TouristHome } from './tourist-home.tsx'

/** Guests do without it; a borrower's screen brings it along. */
const BorrowerHome = lazy(async () => ({ default: await loadBorrowerHome() }))

export function HomeScreen() {
  return isLoggedIn() ? <BorrowerHomeScreen /> : <TouristHomeScreen />
}

export function TouristHomeScreen() {
  const t = useWords('home')
  const go = useGo()
  const brand = useBrandFace()
  const tourist = useQuery(touristLook())
  const login = (
    <Button kind="text" onPress={() => go.to(to(sessionScreens.login))}>
      {t('login')}
    </Button>
  )
  return (
    <Page
      top={
        <BrandTop mark={brand.mark} name={brand.name}>
          {login}
        </BrandTop>
      }
    >
      {tourist.data !== undefined && <TouristHome offer={tourist.data} />}
      {tourist.data === undefined && (tourist.isError ? <Failed onRetry={() => tourist.refetch()} /> : <Waiting />)}
    </Page>
  )
}

export function BorrowerHomeScreen() {
  const t = useWords('home')
  const go = useGo()
  const brand = useBrandFace()
  const home = useQuery(homeLook())
  const unread = home.data?.unread ?? 0
  return (
    <Page
      top={
        <BrandTop mark={brand.mark} name={brand.name}>
          <IconButton
            icon="bell"
            label={unread > 0 ? t('unreadMessages', { count: unread }) : t('messages')}
            count={unread}
            onPress={() => go.to(to(messageScreens.center))}
          />
        </BrandTop>
      }
    >
      {home.data !== undefined && (
        <Suspense fallback={<Waiting />}>
          <BorrowerHome home={home.data} />
        </Suspense>
      )}
      {home.data === undefined && (home.isError ? <Failed onRetry={() => home.refetch()} /> : <Waiting />)}
    </Page>
  )
}

/** As high as the card of the limit and a card of places, so that nothing jumps. */
function Waiting() {
  return (
    <Loading>
      <SkeletonCard figure lines={2} action />
      <SkeletonCard />
    </Loading>
  )
}
