import type { Db, Deps, Tx } from '#platform/deps.ts'
import { sealedMobile } from './session.sql.ts'

export const phoneIndexOf = ({ seal }: Pick<Deps, 'seal'>, mobile: string): Buffer => seal.blindIndex('mobile', mobile)

/** Under every key that the phone's row may still have; the first is the one of `phoneIndexOf`. */
export const phoneIndexesOf = ({ seal }: Pick<Deps, 'seal'>, mobile: string) => seal.blindIndexes('mobile', mobile)

export const mobilePlace = (userId: number) => ({ table: 'borrower', column: 'mobile', row: userId })

/** The phone a borrower logs in with, in full: for vendors and codes, never for an answer. */
export async function mobileOf(tx: Tx | Db, deps: Pick<Deps, 'seal'>, userId: number): Promise<string> {
  return deps.seal.openText(await sealedMobile(tx, userId), mobilePlace(userId))
}
