import { assert } from '@fyh/base/assert.ts'
import { parseIdNumber } from '@fyh/base/chinese-data.ts'
import { type CivilDate, today } from '@fyh/base/dates.ts'
import { type Limit, limitOf } from '#lending/limits/limits.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { areaPathOf, handedInProfile, identityOf } from '../apply/apply.ts'

/** What partners are matched on. The values themselves leave the slice only as what a borrower agreed to share. */
export type Facts = {
  readonly limit: Limit
  readonly age: number
  /** Province of the address, else of the ID number. */
  readonly province: string
}

/** Undefined for a borrower without a limit: nothing can be borrowed of anybody. */
export async function factsOf(tx: Db | Tx, deps: Pick<Deps, 'clock' | 'seal'>, userId: number): Promise<Facts | undefined> {
  const on = today(deps.clock)
  const limit = await limitOf(tx, userId)
  const identity = await identityOf(tx, deps, userId)
  if (limit === undefined || limit.validUntil < on || identity === undefined) return undefined
  const parsed = parseIdNumber(identity.idNumber)
  assert('birth' in parsed, 'an identity has a valid number')
  const profile = await handedInProfile(tx, deps, userId)
  const [province] = profile === undefined ? [] : (areaPathOf(profile.areaCode) ?? [])
  return { limit, age: ageOn(parsed.birth, on), province: province?.code ?? `${identity.idNumber.slice(0, 2)}0000` }
}

/** Full years; born on 29 February, a year is full on 1 March. */
export function ageOn(birth: CivilDate, on: CivilDate): number {
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4))
  return on.slice(5) < birth.slice(5) ? years - 1 : years
}
