import type { AppFacts } from './flow.queries.ts'

type Store = AppFacts['stores'][number]

/** The store of the phone that shows the page; undefined on other devices, and where the phone's store is not set up. */
export function storeFor(userAgent: string, stores: readonly Store[]): Store | undefined {
  const of = (kind: Store['kind']) => stores.find((store) => store.kind === kind)
  if (/iPhone|iPad|iPod/.test(userAgent)) return of('appStore')
  if (/Huawei|HarmonyOS|OpenHarmony|HMSCore/i.test(userAgent)) return of('huawei') ?? of('market')
  return /Android/.test(userAgent) ? of('market') : undefined
}
