import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf, yuan } from '#platform/format.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { useOnce } from '#ui/press.ts'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { BuyPage } from './buy-page.tsx'
import { type Order, orderLook, ordersLook, packagesLook, useRefund, useRefundAgain, useUse } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { nameOf, OrderView } from './order-view.tsx'

/** The orders and what is on sale; with `id` one order, with `packageId` the purchase of a package. */
export function OrderScreen() {
  const search = useAddressQuery()
  const id = idOf(search.get('id'))
  const packageId = idOf(search.get('packageId'))
  if (id !== undefined) return <OrderPage id={id} />
  return packageId === undefined ? <Overview /> : <BuyPage packageId={packageId} />
}

function OrderPage({ id }: { id: number }) {
  const order = useQuery(orderLook(id))
  if (order.data === undefined) return <Page>{order.isError ? <Failed onRetry={() => order.refetch()} /> : <Loading />}</Page>
  return <KnownOrder order={order.data} />
}

function KnownOrder({ order }: { order: Order }) {
  const t = useWords('equity')
  const acts = useActs(order)
  return (
    <Page
      footer={
        order.refundableFen !== null && (
          <Button kind="quiet" block loading={acts.isBusy} onPress={acts.refund}>
            {t('askRefund', { amount: yuan(order.refundableFen) })}
          </Button>
        )
      }
    >
      <OrderView order={order} onUse={order.status === equityStatuses.inUse ? acts.use : undefined}>
        {order.refund?.state === 'failed' && <OtherCard order={order} onChoose={acts.refundTo} />}
      </OrderView>
    </Page>
  )
}

function useActs({ orderId, refundableFen }: Order) {
  const t = useWords('equity')
  const [use, refund, again] = [useUse(), useRefund(), useRefundAgain()]
  return {
    isBusy: use.isPending || refund.isPending || again.isPending,
    use: useOnce(async (rightCode: string) => {
      if (!(await confirm({ title: t('useAsk'), body: t('useNote') }))) return
      const { key, done } = moneyKeyOf(`benefit use ${orderId} ${rightCode}`)
      await use.mutateAsync({ orderId, rightCode, idempotencyKey: key })
      done()
    }),
    refund: useOnce(async () => {
      if (refundableFen === null || !(await confirm({ title: t('refundAsk', { amount: yuan(refundableFen) }), body: t('refundNote') })))
        return
      const { key, done } = moneyKeyOf(`benefit refund ${orderId} ${refundableFen}`)
      await refund.mutateAsync({ orderId, amountFen: refundableFen, idempotencyKey: key })
      done()
    }),
    refundTo: useOnce(async (cardId: number) => {
      const { key, done } = moneyKeyOf(`benefit refund ${orderId} again ${cardId}`)
      await again.mutateAsync({ orderId, cardId, idempotencyKey: key })
      done()
    }),
  }
}

function OtherCard({ order, onChoose }: { order: Order; onChoose: (cardId: number) => void }) {
  const t = useWords('equity')
  const offered = useQuery(packagesLook())
  if (offered.data === undefined) return offered.isError ? <Failed onRetry={() => offered.refetch()} /> : null
  return (
    <Card rows title={t('otherCard')}>
      <List label={t('otherCard')}>
        {offered.data.cards.map(({ cardId, bankName, tail }) => (
          <ListRow
            key={cardId}
            icon="card"
            title={`${bankName} (${tail})`}
            note={tail === order.refund?.cardTail ? t('triedBefore') : undefined}
            onPress={() => onChoose(cardId)}
          />
        ))}
      </List>
    </Card>
  )
}

function Overview() {
  const t = useWords('equity')
  return (
    <Page>
      <Note>{t('noLoan')}</Note>
      <OnSale />
      <Orders />
    </Page>
  )
}

function OnSale() {
  const t = useWords('equity')
  const go = useGo()
  const offered = useQuery(packagesLook())
  if (offered.data === undefined) return offered.isError ? <Failed onRetry={() => offered.refetch()} /> : <Loading figure={false} />
  return (
    <Card rows title={t('onSale')}>
      <List label={t('onSale')}>
        {offered.data.packages.map(({ packageId, name, supplier, priceFen, termDays, ownOrderId }) => (
          <ListRow
            key={packageId}
            title={name}
            note={t('offerNote', { name: supplier.name, days: termDays })}
            value={ownOrderId === null ? t('price', { amount: yuan(priceFen) }) : t('owned')}
            onPress={() => go.to(to(equityScreens.order, undefined, ownOrderId === null ? { packageId } : { id: ownOrderId }))}
          />
        ))}
      </List>
    </Card>
  )
}

function Orders() {
  const t = useWords('equity')
  const go = useGo()
  const orders = useInfiniteQuery(ordersLook())
  if (orders.data === undefined) return orders.isError ? <Failed onRetry={() => orders.refetch()} /> : <Loading figure={false} />
  const items = orders.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <Empty icon="box" title={t('empty')} />
  return (
    <>
      <Card rows title={t('orders')}>
        <List label={t('orders')}>
          {items.map((order) => (
            <ListRow
              key={order.orderId}
              title={order.package.name}
              note={dateTimeOf(order.boughtAt)}
              value={t(`status.${nameOf(order)}`)}
              onPress={() => go.to(to(equityScreens.order, undefined, { id: order.orderId }))}
            />
          ))}
        </List>
      </Card>
      {orders.hasNextPage && (
        <Button kind="quiet" block loading={orders.isFetchingNextPage} onPress={() => orders.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}
