import type { Db, Tx } from '#platform/deps.ts'
import { editionsBy } from './editions.sql.ts'
import { type Published, publishedFolder, readPublished } from './published-files.ts'

/**
 * Numbers of the lenders whose editions come with the program, also for a later day: each is a party with a port, a secret and a statement of its
 * own, and the start checks that it can speak to all of them.
 */
export const publishedLenderIds = (): number[] => numbersIn(readPublished(publishedFolder))

/** Numbers of the lenders that were ever published in this database. */
export const everyLenderId = async (db: Db | Tx): Promise<number[]> => numbersIn(await editionsBy(db))

function numbersIn(editions: readonly Published[]): number[] {
  const lenderIds = editions.flatMap(({ edition }) => (edition.kind === 'lender' ? [edition.lenderId] : []))
  return [...new Set(lenderIds)].sort((a, b) => a - b)
}
