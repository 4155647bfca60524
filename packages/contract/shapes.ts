import { plainNumber } from '@fyh/base/chinese-data.ts'
import { type CivilDate, isCivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import { z } from 'zod'

// Brands exist for the compiler alone; the check at run time is the schema's own, so the cast adds nothing and loses nothing.
const branded = <T>(schema: z.ZodType): z.ZodType<T, T> => schema as z.ZodType<T, T>

/** Largest amount in fen that is taken or shown: 100 billion yuan, so that sums of many stay exact. */
export const fenMax = 10 ** 13

/** An amount in fen, never negative. */
export const fenAmount = branded<Fen>(z.int().min(0).max(fenMax).meta({ description: 'Amount in fen' }))
/** An amount in fen; below zero where it is counted back. */
export const fenEitherWay = branded<Fen>(
  z.int().min(-fenMax).max(fenMax).meta({ description: 'Amount in fen, below zero where it is counted back' }),
)
/** A yearly rate in parts per million: 180000 is 18 %. */
export const ratePpm = branded<Ppm>(z.int().min(0).meta({ description: 'Rate a year, parts per million' }))
/** The lowest and the highest all-in simple price of what is offered. */
export const priceRange = z.object({ fromPpm: ratePpm, toPpm: ratePpm })
/** A civil date of Asia/Shanghai that is in the calendar, from 1900 to 2199. */
export const day = branded<CivilDate>(
  z
    .string()
    .overwrite(plainNumber)
    .regex(/^(19|20|21)\d{2}-\d{2}-\d{2}$/)
    .refine(isCivilDate)
    .meta({ description: 'Civil date, Asia/Shanghai' }),
)
/** A moment from 1970 to 2199, ISO 8601. */
export const moment = z.iso.datetime({ offset: true }).refine((text) => /^(19[7-9]|20\d|21\d)/.test(text))
/** An id made by the application: a whole number below 2^53. */
export const id = z.int().positive()
export const idParam = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
/** Lists are paged by key: `after` is the `next` of the page before, so that a new item neither repeats nor hides another one. */
export const pageQuery = z.object({ after: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() })
/** Phone, card or identity number as a person types it. Full-width digits become plain ones here, once for all handlers. */
export const typedNumber = z.string().min(1).max(40).overwrite(plainNumber)
/** One-time code as typed; how many digits count is the server's answer to sending it. */
export const authCode = z
  .string()
  .max(40)
  .overwrite(plainNumber)
  .regex(/^\d{4,8}$/)
/** R5.1: a short password of 4 to 6 digits. */
export const payPassword = z
  .string()
  .max(40)
  .overwrite(plainNumber)
  .regex(/^\d{4,6}$/)
/** Code of a county, city or province. */
export const areaCode = z
  .string()
  .max(40)
  .overwrite(plainNumber)
  .regex(/^\d{6}$/)
export const nothing = z.object({})

/** A page of a list; `next` is the id of its last item, null at the end of the list. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: id.nullable() })

export const principalInterest = z.object({
  principal: fenAmount,
  interest: fenAmount,
  fee: fenAmount,
  penalty: fenAmount,
  total: fenAmount,
})

/** The parts of a payment: interest and fees are below zero where what was paid ahead of them counts towards the principal. */
export const paymentParts = principalInterest.extend({ interest: fenEitherWay, fee: fenEitherWay, total: fenEitherWay })

/** How an interest amount came about: balance × rate × days / basis, and the rule that rounded it. */
export const interestExplained = z.object({
  balance: fenAmount,
  ratePpm: ratePpm,
  days: z.int(),
  basisDays: z.int(),
  /**
   * The loan engine's own rules: on the open balance, on the sum paid out, or what a constant instalment leaves in the last period;
   * bySpans: the period was cut by settling or prepaying, see its spans; paidAhead: interest paid ahead that is kept;
   * waived: none is asked, because the loan was settled before the period began.
   */
  rule: z.enum(['balanceByDays', 'originalByDays', 'instalmentMinusPrincipal', 'bySpans', 'paidAhead', 'waived']),
})

/** Days, both ends counted, on which the same overdue principal bore penalty. */
export const penaltySpan = z.object({ principal: fenAmount, from: day, to: day, days: z.int() })
export const penaltyPpmDay = z.int().meta({ description: 'Penalty a day on overdue principal, parts per million of it' })

/** A text a borrower agrees to, named by what it says (key), its edition (version) and its exact bytes (sha256). */
export const agreedText = z.object({ key: z.string().max(40), version: z.string().max(20), sha256: z.string().length(64) })
export const agreedTexts = z.array(agreedText).max(12)

export const cardSummary = z.object({
  cardId: id,
  bankCode: z.string(),
  bankName: z.string(),
  tail: z.string().length(4),
  isDefault: z.boolean(),
})
