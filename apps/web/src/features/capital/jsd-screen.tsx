import { options } from '@fyh/contract/options.ts'
import { useEffect, useState } from 'react'
import { sumOf } from '#blocks/sum-rule.ts'
import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { useUserStore } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { matchLook, partnerLook } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { useSeen } from './clicks.ts'
import { keepHit } from './hit.ts'
import { NotTaken, OwnLenders } from './not-taken.tsx'
import { PartnerOffer } from './partner-offer.tsx'

const page = '/funders/jsd'

/** A partner lender before any data go to it. ?capitalId= names one; without it the one that fits best is matched. */
export function JsdScreen() {
  const asked = idOf(useAddressQuery().get('capitalId'))
  return asked === undefined ? <Matched /> : <Chosen capitalId={asked} />
}

/** What was wished for on another screen, as it was when this one was entered: what is changed here is counted here. */
function useWished() {
  const [wished] = useState(() => {
    const { preMoney, period } = useUserStore.getState().confirmInfo
    return { amountFen: sumOf(preMoney), periods: options.period.find((one) => one === period) }
  })
  return wished
}

function Matched() {
  const { amountFen, periods } = useWished()
  const match = useQuery(matchLook({ ...(amountFen !== undefined && { amountFen }), ...(periods !== undefined && { periods }) }))
  const hit = match.data?.hit
  useEffect(() => {
    if (hit != null) keepHit(hit)
  }, [hit])
  if (match.data === undefined)
    return <Page>{match.isError ? <Failed onRetry={() => match.refetch()} /> : <Loading figure={false} />}</Page>
  if (match.data.openApplicationId !== null) return <OpenOne applicationId={match.data.openApplicationId} />
  return hit == null ? <NoPartner /> : <Chosen capitalId={hit.capitalId} />
}

/** Only one application at a time: the open one is gone on with, or ended, first. */
function OpenOne({ applicationId }: { applicationId: number }) {
  const t = useWords('capital')
  const go = useGo()
  const see = <Button onPress={() => go.replace(to(capitalScreens.result, undefined, { applicationId }))}>{t('jsd.seeOpen')}</Button>
  return (
    <Page>
      <Empty icon="clock" title={t('jsd.open')} action={see}>
        {t('jsd.openBody')}
      </Empty>
    </Page>
  )
}

function NoPartner() {
  const t = useWords('capital')
  const go = useGo()
  return (
    <Page footer={<OwnLenders />}>
      <Empty
        icon="bank"
        title={t('jsd.none')}
        action={
          <Button kind="text" onPress={() => go.to(to(homeScreens.home))}>
            {t('toHome')}
          </Button>
        }
      >
        {t('jsd.noneBody')}
      </Empty>
    </Page>
  )
}

function Chosen({ capitalId }: { capitalId: number }) {
  const partner = useQuery(partnerLook(capitalId, useWished()))
  useSeen(partner.data === undefined ? undefined : capitalId, page)
  if (isRefusal(partner.error)) return <NotTaken why={partner.error.message} />
  if (partner.data === undefined)
    return <Page>{partner.isError ? <Failed onRetry={() => partner.refetch()} /> : <Loading figure={false} />}</Page>
  const { openApplicationId, reasons, products } = partner.data
  if (openApplicationId !== null) return <OpenOne applicationId={openApplicationId} />
  const [first, ...others] = products
  const isTaken = reasons === null || reasons.every(({ code }) => allowsAnother.includes(code))
  if (!isTaken || first === undefined) return <NotTaken partner={partner.data} />
  return <PartnerOffer partner={partner.data} products={[first, ...others]} page={page} />
}

/** Reasons that do not stand in the way, or that another amount or term takes away. */
const allowsAnother: readonly string[] = ['matches', 'laterInOrder', 'amountTooSmall', 'amountTooLarge', 'termNotOffered']
