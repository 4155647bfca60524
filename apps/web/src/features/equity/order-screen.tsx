import { idOf, useAddressQuery } from '#platform/screen.ts'
import { BuyPage } from './buy-page.tsx'
import { OrderPage } from './order-page.tsx'
import { Overview } from './overview.tsx'

/** The orders and what is on sale; with `id` one order, with `packageId` the purchase of a package. */
export function OrderScreen() {
  const search = useAddressQuery()
  const id = idOf(search.get('id'))
  const packageId = idOf(search.get('packageId'))
  if (id !== undefined) return <OrderPage id={id} />
  return packageId === undefined ? <Overview /> : <BuyPage packageId={packageId} />
}
