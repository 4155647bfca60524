import { today } from '@fyh/base/dates.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { service } from '@fyh/contract/service.ts'
import { lendersOn } from '#lending/lenders/lenders.ts'
import type { Deps } from '#platform/deps.ts'

/** Who runs the product, and who lends on this day. */
export async function aboutProduct({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<DataOf<typeof service.about>> {
  const lenders = await lendersOn(db, today(clock))
  return {
    company: config.company,
    lenders: lenders.map(({ lenderId, name, type, licence }) => ({ lenderId, name, type, licence })),
  }
}
