import { assert } from '@fyh/base/assert.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { Db, Deps } from '#platform/deps.ts'
import { editionsBy, insertEdition } from './editions.sql.ts'
import type { LenderType } from './lender.ts'
import type { PartnersEdition } from './partners.ts'
import { checkPrices } from './price-check.ts'
import { type Edition, type Published, recordIdOf } from './published-files.ts'

/**
 * Publishes editions that the database does not have yet, all or none. Stops the start for a file that differs from the edition already
 * published under its number, for one that comes into force before its predecessor, and for a product that can cost more than its cap.
 * Any number of nodes may do it at once: the result is the same.
 */
export async function publishEditions({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, files: readonly Published[]): Promise<void> {
  const before = await editionsBy(db)
  const added = files.filter((file) => !before.some((one) => isSameEdition(one, file)))
  if (added.length > 0) {
    const all = [...before, ...added].map(({ edition }) => edition)
    for (const { edition } of added) {
      checkOrder(edition, all)
      if (edition.kind === 'partners') checkPartners(edition, all)
    }
    const { tooDear, tooDearLater } = checkPrices(
      all,
      added.flatMap(({ edition }) => (edition.kind === 'product' ? [edition] : [])),
    )
    assert(tooDear.length === 0, tooDear.join('\n'))
    for (const warning of tooDearLater) log.warn(warning)
    await transaction(db, async (tx) => {
      for (const one of added) await insertEdition(tx, { ...one, lenderType: lenderTypeOf(one.edition, all) }, clock.machineNow())
    })
  }
  await checkUnchanged(db, files)
}

/** Also meets an edition that another node has just published from other files. */
async function checkUnchanged(db: Db, files: readonly Published[]): Promise<void> {
  const stored = await editionsBy(db)
  for (const file of files) {
    const one = stored.find((candidate) => isSameEdition(candidate, file))
    assert(
      one?.sha256 === file.sha256,
      `${nameOf(file.edition)} is published with other content. A published edition never changes: give the change the next edition number and a day in force.`,
    )
  }
}

function checkOrder(edition: Edition, all: readonly Edition[]): void {
  const earlier = all.filter((one) => isSameRecord(one, edition) && one.edition < edition.edition)
  const last = earlier.reduce<Edition | undefined>((a, b) => (a === undefined || b.edition > a.edition ? b : a), undefined)
  assert(
    last === undefined || last.inForceFrom <= edition.inForceFrom,
    `${nameOf(edition)} comes into force on ${edition.inForceFrom}, before edition ${last?.edition} on ${last?.inForceFrom}`,
  )
}

/** Every partner on the list is a lender that is a partner; another one would be lent for without its approval. */
function checkPartners(edition: PartnersEdition, all: readonly Edition[]): void {
  for (const { lenderId } of edition.partners)
    assert(
      all.some((one) => one.kind === 'lender' && one.lenderId === lenderId && one.isPartner),
      `${nameOf(edition)} lists lender ${lenderId}, which is not published as a partner`,
    )
}

function lenderTypeOf(edition: Edition, all: readonly Edition[]): LenderType | null {
  switch (edition.kind) {
    case 'caps':
    case 'partners':
      return null
    case 'lender':
      return edition.type
    case 'product': {
      const lender = all.find((one) => one.kind === 'lender' && one.lenderId === edition.lenderId)
      assert(lender?.kind === 'lender', `${nameOf(edition)} names lender ${edition.lenderId}, which is not published`)
      return lender.type
    }
  }
}

const isSameRecord = (a: Edition, b: Edition) => a.kind === b.kind && recordIdOf(a) === recordIdOf(b)
const isSameEdition = (a: Published, b: Published) => isSameRecord(a.edition, b.edition) && a.edition.edition === b.edition.edition
const nameOf = (one: Edition) => `edition ${one.edition} of ${one.kind} ${recordIdOf(one)}`
