import type { LendingDeps } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import type { BenefitOrderKey } from './equity.sql.ts'
import { insertSupplierOrder, type SupplierOrder, type SupplierOrderKey } from './supplier-orders.sql.ts'

type Act = { readonly act: 'activate' | 'cancel' } | { readonly act: 'use'; readonly rightCode: string }

/** Orders an act of the supplier, with the caller's transaction. */
export async function orderAtSupplier(
  tx: Tx,
  deps: LendingDeps,
  { userId, orderId }: BenefitOrderKey,
  act: Act,
): Promise<SupplierOrderKey> {
  const key = { userId, supplierOrderId: deps.ids() }
  const rightCode: SupplierOrder['rightCode'] = act.act === 'use' ? act.rightCode : null
  const times = { requestedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  await insertSupplierOrder(tx, { ...key, orderId, act: act.act, rightCode, ...times })
  await deps.jobs.send(tx, 'equity.askSupplier', key)
  return key
}
