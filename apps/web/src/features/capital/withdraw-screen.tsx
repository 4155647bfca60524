import { options } from '@fyh/contract/options.ts'
import { type Offer, useWish } from '#blocks/use-wish.ts'
import { WishForm } from '#blocks/wish-form.tsx'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { useToday } from '#platform/clock.ts'
import { dateTimeOf, wholeYuan, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { useOnce } from '#ui/press.ts'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Spread, Text } from '#ui/text.tsx'
import { type Application, termsLook } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { useSeen } from './clicks.ts'

/** Amount and term within what the partner approved, with plan and cost; quote, texts and code are those of any loan. ?applicationId= */
export function CapitalWithdrawScreen() {
  const terms = useQuery(termsLook(idOf(useAddressQuery().get('applicationId'))))
  useSeen(terms.data?.application.capitalId, '/capitalWithdraw')
  if (isRefusal(terms.error)) return <NoApproval why={terms.error.message} />
  if (terms.data === undefined) return <Page>{terms.isError ? <Failed onRetry={() => terms.refetch()} /> : <Loading />}</Page>
  const [first, ...others] = terms.data.products
  if (first === undefined) return <NoApproval />
  return <Wishing application={terms.data.application} validUntil={terms.data.validUntil} products={[first, ...others]} />
}

function NoApproval({ why }: { why?: string }) {
  const t = useWords('capital')
  const go = useGo()
  return (
    <Page>
      <Empty
        icon="paper"
        title={t('withdraw.none')}
        action={<Button onPress={() => go.replace(to(capitalScreens.result))}>{t('form.toResult')}</Button>}
      >
        {why ?? t('withdraw.noneBody')}
      </Empty>
    </Page>
  )
}

type Props = { readonly application: Application; readonly validUntil: string; readonly products: Offer['products'] }

const ofAmount = ['AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE', 'AMOUNT_STEP', 'LIMIT_NOT_ENOUGH', 'APPROVAL_NOT_ENOUGH'] as const

function Wishing({ application, validUntil, products }: Props) {
  const t = useWords('capital')
  const borrow = useWords('borrow')
  const go = useGo()
  const today = useToday()
  const client = useQueryClient()
  const offer: Offer = { today, uses: [...options.loanUse], products }
  const wish = useWish(offer)
  const next = useOnce(async () => {
    const { amountFen, periods, product, use } = wish
    if (!(await wish.form.submit()).valid || amountFen === undefined || use === undefined) return
    try {
      const quote = await api.borrow.quote({ body: { productId: product.productId, amountFen, periods, use } }, { handles: ofAmount })
      go.to(to(borrowScreens.sign, undefined, { quoteId: quote.quoteId }))
    } catch (failure) {
      if (isRefusal(failure, ...ofAmount)) wish.form.refuse('amount', failure.message)
      if (isRefusal(failure)) await client.invalidateQueries({ queryKey: ['capital', 'terms'] })
      if (!isRefusal(failure, ...ofAmount)) throw failure
    }
  })
  return (
    <Page
      place={wish.form.place}
      footer={
        <>
          <Spread>
            <Text size="quiet" as="span">
              {borrow('totalDue')}
            </Text>
            {wish.preview === undefined ? (
              <Figure size="medium" amount={t('base:dash')} />
            ) : (
              <Figure size="medium" sign={t('base:yuanSign')} amount={yuan(wish.preview.total)} />
            )}
          </Spread>
          <Button block type="submit" onPress={next}>
            {borrow('next')}
          </Button>
        </>
      }
    >
      <Note tone="positive">
        {t('withdraw.approved', {
          lender: application.name,
          amount: wholeYuan(application.approvedFen ?? application.amountFen),
          time: dateTimeOf(validUntil),
        })}
      </Note>
      <WishForm offer={offer} wish={wish} />
    </Page>
  )
}
