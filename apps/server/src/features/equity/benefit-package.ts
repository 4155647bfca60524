import { addDays, type CivilDate, instantAt } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, mulDiv, zeroFen } from '@fyh/base/money.ts'
import { rightIcons } from '@fyh/contract/equity.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'

const inLanguages = z.strictObject({ 'zh-cn': z.string().min(1), 'en-us': z.string().min(1) })

/** One published edition of a package. An order keeps the edition it was bought on, so a later one changes nothing for it. */
export const benefitPackage = z
  .strictObject({
    packageId: z.int().positive(),
    edition: z.int().positive(),
    inForceFrom: day,
    /** An edition that is not on sale ends the sale of its package. */
    onSale: z.boolean(),
    /** Made up, with a supplier that there is not: not sold in production. */
    isExample: z.boolean().default(false),
    /** How the supplier calls it. */
    code: z.string().regex(/^[a-z0-9-]{1,40}$/),
    name: inLanguages,
    supplier: z.strictObject({ name: inLanguages, phone: z.string().min(1) }),
    priceFen: fenAmount,
    termDays: z.int().min(1).max(366),
    rights: z
      .array(
        z.strictObject({
          rightCode: z.string().regex(/^[a-z0-9-]{1,40}$/),
          name: inLanguages,
          icon: z.enum(rightIcons),
          count: z.int().min(1).max(99),
          unitFen: fenAmount,
        }),
      )
      .min(1)
      .max(10),
  })
  .refine(({ priceFen, rights }) => priceFen === sumOf(rights.map(({ count, unitFen }) => worthOf(count, unitFen))), {
    message: 'what the rights are worth must sum to the price',
  })
  .refine(({ rights }) => new Set(rights.map(({ rightCode }) => rightCode)).size === rights.length, { message: 'a right is named twice' })
export type BenefitPackage = z.output<typeof benefitPackage>

/** How many of a right were used, by its code; those under way count as used. */
export type Used = ReadonlyMap<string, number>

export function leftOf({ rights }: Pick<BenefitPackage, 'rights'>, used: Used): { rightCode: string; count: number }[] {
  return rights.map(({ rightCode, count }) => ({ rightCode, count: Math.max(0, count - (used.get(rightCode) ?? 0)) }))
}

/** What a refund brings: the whole price while nothing was used, then what the unused rights are worth. */
export function refundOf({ rights }: Pick<BenefitPackage, 'rights'>, used: Used): Fen {
  return sumOf(rights.map(({ rightCode, count, unitFen }) => worthOf(Math.max(0, count - (used.get(rightCode) ?? 0)), unitFen)))
}

export function unitOf({ rights }: Pick<BenefitPackage, 'rights'>, rightCode: string): Fen {
  return rights.find((right) => right.rightCode === rightCode)?.unitFen ?? zeroFen
}

/** The term of a package that is activated on a day: that day is its first. `expiresAt` is the first moment after it. */
export function termOf({ termDays }: Pick<BenefitPackage, 'termDays'>, firstDay: CivilDate): { lastDay: CivilDate; expiresAt: Date } {
  return { lastDay: addDays(firstDay, termDays - 1), expiresAt: instantAt(addDays(firstDay, termDays)) }
}

function worthOf(count: number, unitFen: Fen): Fen {
  return fen(mulDiv({ value: unitFen, times: count, over: 1, rounding: 'down' }))
}

const sumOf = (amounts: readonly Fen[]): Fen => addFen(zeroFen, ...amounts)
