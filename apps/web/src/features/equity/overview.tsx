import { useInfiniteQuery } from '@tanstack/react-query'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { type Order, ordersLook, packagesLook } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { useStatus } from './equity-words.ts'
import { OfferCard } from './offer-card.tsx'
import { NoLoan } from './order-view.tsx'

/** What is on sale, and the borrower's own orders. */
export function Overview() {
  return (
    <Page>
      <NoLoan />
      <OnSale />
      <Orders />
    </Page>
  )
}

function OnSale() {
  const t = useWords('equity')
  const offered = useQuery(packagesLook())
  if (offered.data === undefined) return offered.isError ? <Failed onRetry={() => offered.refetch()} /> : <Loading figure={false} />
  if (offered.data.packages.length === 0) return <Empty icon="gift" title={t('noneOnSale')} />
  return offered.data.packages.map((one) => <OfferCard key={one.packageId} offered={one} />)
}

function Orders() {
  const t = useWords('equity')
  const orders = useInfiniteQuery(ordersLook())
  if (orders.data === undefined) return orders.isError ? <Failed onRetry={() => orders.refetch()} /> : <Loading figure={false} />
  const items = orders.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <Empty title={t('empty')} />
  return (
    <>
      <Card rows title={t('orders')}>
        <List label={t('orders')}>
          {items.map((order) => (
            <OrderRow key={order.orderId} order={order} />
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

function OrderRow({ order }: { order: Order }) {
  const go = useGo()
  const { word, tone } = useStatus()(order)
  return (
    <ListRow
      title={order.package.name}
      note={dateTimeOf(order.boughtAt)}
      value={<Tag tone={tone}>{word}</Tag>}
      onPress={() => go.to(to(equityScreens.order, undefined, { id: order.orderId }))}
    />
  )
}
