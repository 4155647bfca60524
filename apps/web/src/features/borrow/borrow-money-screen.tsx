import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { reached } from '#platform/reached.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Spread, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { type BorrowOptions, optionsLook } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'
import { BorrowBlocked } from './borrow-blocked.tsx'
import { BorrowForm } from './borrow-form.tsx'
import { useWish } from './use-wish.ts'

export function BorrowMoneyScreen() {
  const options = useQuery(optionsLook())
  if (options.data === undefined) return <Page>{options.isError ? <Failed onRetry={() => options.refetch()} /> : <Loading />}</Page>
  if (options.data.blocked !== null)
    return (
      <Page>
        <BorrowBlocked why={options.data.blocked} applyAgainOn={options.data.applyAgainOn} />
      </Page>
    )
  return <Wishing offer={options.data} />
}

function Wishing({ offer }: { offer: BorrowOptions }) {
  const t = useWords('borrow')
  const go = useGo()
  const client = useQueryClient()
  const wish = useWish(offer)
  const next = async () => {
    const { amountFen, periods, method, use } = wish
    if (amountFen === undefined || wish.problem !== undefined) return toast(wish.problem ?? t('amount.missing'))
    try {
      const quote = await api.borrow.quote({ body: { amountFen, periods, method, use } })
      reached('borrow')
      go.to(to(borrowScreens.sign, undefined, { quoteId: quote.quoteId }))
    } catch (failure) {
      if (isRefusal(failure)) await client.invalidateQueries({ queryKey: optionsLook().queryKey })
      throw failure
    }
  }
  return (
    <Page
      footer={
        <>
          <Spread>
            <Text size="quiet" as="span">
              {t('totalDue')}
            </Text>
            {wish.preview === undefined ? (
              <Figure size="medium" amount={t('base:dash')} />
            ) : (
              <Figure size="medium" sign={t('base:yuanSign')} amount={yuan(wish.preview.total)} />
            )}
          </Spread>
          <Button block onPress={next}>
            {t('next')}
          </Button>
        </>
      }
    >
      <BorrowForm offer={offer} wish={wish} />
    </Page>
  )
}
