import type { CivilDate } from '@fyh/base/dates.ts'
import type { Ppm } from '@fyh/base/money.ts'
import { agreementKeys } from '@fyh/contract/agreement.ts'
import { lenderTypes } from '@fyh/contract/offered-product.ts'
import { options } from '@fyh/contract/options.ts'
import { day, fenAmount, id, ratePpm } from '@fyh/contract/shapes.ts'
import { partNames } from '@fyh/loan-engine/parts.ts'
import { z } from 'zod'

export type LenderType = (typeof lenderTypes)[number]

/** Price tiers of the scorecard, the cheapest first. Each product has its own rate for each tier, or none. */
export const tiers = ['A', 'B', 'C', 'D', 'E', 'F'] as const
export type Tier = (typeof tiers)[number]
export const tierSchema = z.enum(tiers)

/** Time of day in Asia/Shanghai; 24:00 is the end of the day. */
const timeOfDay = z.string().regex(/^([01]\d:[0-5]\d|2[0-3]:[0-5]\d|24:00)$/)

/** What every edition states: when it comes into force, and where its figures come from. */
const edition = z.object({ edition: z.int().positive(), inForceFrom: day, source: z.string().min(1) })

/** A lender's own settings, as one edition of its record. */
export const lenderEdition = edition
  .extend({
    kind: z.literal('lender'),
    lenderId: id,
    name: z.string().min(1),
    licence: z.string().min(1),
    type: z.enum(lenderTypes),
    /** Lends on an approval of its own, which is applied for through the platform. */
    isPartner: z.boolean().default(false),
    /** Within these hours, every day, quotes are made and loans are taken. */
    openingHours: z.object({ from: timeOfDay, to: timeOfDay }),
    /** Codes of the banks whose cards this lender pays out to and debits. */
    bankCodes: z.array(z.string()).min(1),
    /** Texts to sign for a loan, in this order. */
    agreementKeys: z.array(z.enum(agreementKeys)).min(1),
    /** How long the cost sheet stays open before it can be signed. */
    costSheetReadSeconds: z.int().min(0).max(600),
    /** Maximum hours until a pay-out arrives, as shown to the borrower. */
    payOutHours: z.int().positive(),
  })
  .strict()

export const rulesSchema = z.object({
  allocationOrder: z.array(z.enum(partNames)),
  penalty: z.object({ percentOfRate: z.int(), graceDays: z.int(), ceiling: ratePpm }),
  earlySettlementFee: ratePpm,
  /** Days from the pay-out on which settling costs no fee, so that a short loan stays below the price cap. */
  earlySettlementFreeDays: z.int().min(0).default(0),
  /** Loans made before there was the rule keep it. */
  interestAhead: z.enum(['kept', 'counts']).default('kept'),
})

const rateOfTier = ratePpm.nullable()

/** One edition of a product: terms, rules and prices. */
export const productEdition = edition
  .extend({
    kind: z.literal('product'),
    productId: id,
    lenderId: id,
    method: z.enum(options.repayMethod),
    periods: z.array(z.union([z.literal(3), z.literal(6), z.literal(9), z.literal(12)])).min(1),
    amountMinFen: fenAmount,
    amountMaxFen: fenAmount,
    amountStepFen: fenAmount,
    dayCount: z.enum(['30/360', 'actual/365', 'actual/360']),
    tail: z.enum(['lastInstalment', 'lastInterest']),
    /** What happens to a due day on a day off of the official calendar. */
    daysOff: z.enum(['stay', 'nextWorkingDay', 'onlyPublicHolidays']),
    rules: rulesSchema.strict(),
    /** Contract rate a year by tier; null where the product is not offered to the tier. */
    prices: z.object({ A: rateOfTier, B: rateOfTier, C: rateOfTier, D: rateOfTier, E: rateOfTier, F: rateOfTier }),
  })
  .strict()

/** Highest all-in price by lender type, each row from its day until the next row of the type. */
export const capsEdition = edition
  .extend({
    kind: z.literal('caps'),
    caps: z.array(z.object({ type: z.enum(lenderTypes), from: day, capPpm: ratePpm, source: z.string().min(1) })).min(1),
  })
  .strict()

export type Product = z.output<typeof productEdition>
export type LenderRecord = z.output<typeof lenderEdition>
export type PriceCaps = z.output<typeof capsEdition>

/** A lender as it lends on a day, with the products that are in force then. */
export type Lender = LenderRecord & { readonly products: readonly Product[]; readonly priceCapPpm: Ppm }

/** The settings that a quote or a loan stands on. */
export type Lending = { readonly lender: LenderRecord; readonly product: Product }

/** The cap of a lender type on a day; undefined before its first row. */
export function capOn({ caps }: Pick<PriceCaps, 'caps'>, type: LenderType, on: CivilDate): Ppm | undefined {
  return caps.filter((row) => row.type === type && row.from <= on).reduce<(typeof caps)[number] | undefined>(later, undefined)?.capPpm
}

function later<Row extends { from: CivilDate }>(latest: Row | undefined, row: Row): Row {
  return latest === undefined || row.from >= latest.from ? row : latest
}
