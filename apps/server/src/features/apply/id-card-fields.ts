import type { apply } from '@fyh/contract/apply.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { day } from '@fyh/contract/shapes.ts'
import { z } from 'zod'

export type IdCardFields = DataOf<typeof apply.readIdCard>['fields']

export const emptyFields: IdCardFields = { name: null, idNumber: null, issuer: null, validFrom: null, validTo: null, longTerm: false }

const text = z.string().nullable()
const stored = z.object({
  name: text,
  idNumber: text,
  issuer: text,
  validFrom: day.nullable(),
  validTo: day.nullable(),
  longTerm: z.boolean(),
})

/** What the sides of a card say together: each carries fields that the other lacks. */
export function mergedFields(sides: readonly string[]): IdCardFields {
  return sides
    .map((json) => stored.parse(JSON.parse(json)))
    .reduce<IdCardFields>(
      (known, side) => ({
        name: known.name ?? side.name,
        idNumber: known.idNumber ?? side.idNumber,
        issuer: known.issuer ?? side.issuer,
        validFrom: known.validFrom ?? side.validFrom,
        validTo: known.validTo ?? side.validTo,
        longTerm: known.longTerm || side.longTerm,
      }),
      emptyFields,
    )
}
