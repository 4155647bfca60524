import { readdirSync, readFileSync } from 'node:fs'
import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate, instantAt } from '@fyh/base/dates.ts'
import { couponTerms } from '@fyh/contract/coupon-shapes.ts'
import { day } from '@fyh/contract/shapes.ts'
import { z } from 'zod'

/**
 * What coupons there are, as published data. A coupon keeps the terms it was issued with, so a change is the next edition and touches only
 * coupons issued from then on. `valid`: so many days from the day of issue, that day included, or up to a day; both end at midnight.
 */
const definitionSchema = z
  .object({
    key: z.string().regex(/^[a-z][a-z0-9-]{2,39}$/),
    edition: z.int().min(1),
    source: z.string(),
    /** Issued from the first to the last of these days. */
    issueFrom: day,
    issueTo: day.nullable(),
    /** How many are issued at most, over all editions and borrowers; no limit when left out. One taken back is not issued again. */
    countMax: z.int().min(1).optional(),
    valid: z.union([z.strictObject({ days: z.int().min(1).max(730) }), z.strictObject({ until: day })]),
    terms: couponTerms,
  })
  .refine(({ terms: { use, rule } }) => use === 'borrow' || rule.kind === 'amountOff', 'a coupon for repaying takes an amount off')
export type Definition = z.output<typeof definitionSchema>

const folder = new URL('./published/', import.meta.url)

/** The newest edition of every definition by its key. A malformed file stops the start with its name. */
export function readDefinitions(from: URL = folder): ReadonlyMap<string, Definition> {
  const newest = new Map<string, Definition>()
  for (const name of readdirSync(from).filter((file) => file.endsWith('.json'))) {
    const { data, error } = definitionSchema.safeParse(JSON.parse(readFileSync(new URL(name, from), 'utf8')))
    assert(data !== undefined, `${name} is not a valid coupon: ${error?.message}`)
    assert(name === `coupon-${data.key}.${data.edition}.json`, `${name} should be named coupon-${data.key}.${data.edition}.json`)
    if ((newest.get(data.key)?.edition ?? 0) < data.edition) newest.set(data.key, data)
  }
  return newest
}

const definitions = readDefinitions()

/** The newest edition of a published definition. */
export const definitionOf = (key: string): Definition | undefined => definitions.get(key)

/** The keys of all definitions. */
export const definitionKeys = (): string[] => [...definitions.keys()].sort()

/** Whether coupons of a definition are issued on a day. */
export const isIssuedOn = ({ issueFrom, issueTo }: Pick<Definition, 'issueFrom' | 'issueTo'>, on: CivilDate): boolean =>
  issueFrom <= on && (issueTo === null || on <= issueTo)

/** The first moment at which a coupon issued on a day cannot be used any more: midnight in Shanghai after its last day. */
export function endOf({ valid }: Pick<Definition, 'valid'>, issuedOn: CivilDate): Date {
  return instantAt('until' in valid ? addDays(valid.until, 1) : addDays(issuedOn, valid.days))
}
