import type { CivilDate } from '@fyh/base/dates.ts'
import { formField, partnerWays, shared } from '@fyh/contract/capital-shapes.ts'
import { areaCode, day, fenAmount, id } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import type { Lender } from './lender.ts'

/** What a field can be filled with of what the borrower gave before. */
const prefills = ['employer', 'address', 'email', 'income', 'occupation'] as const

const field = z.looseObject({ prefill: z.enum(prefills).optional() }).transform(({ prefill, ...asked }, context) => {
  const parsed = formField.safeParse(asked)
  if (!parsed.success) {
    context.addIssue({ code: 'custom', message: parsed.error.message })
    return z.NEVER
  }
  if (parsed.data.pattern !== undefined) new RegExp(`^(?:${parsed.data.pattern})$`, 'u')
  return { asked: parsed.data, prefill }
})

const listing = z
  .object({
    lenderId: id,
    /** The days on which applications are taken to it, both counted. */
    listedFrom: day,
    listedTo: day.nullable(),
    /** Of the partners that match, the one with the lowest number comes first. */
    order: z.int(),
    way: z.enum(partnerWays),
    /** Who guarantees its loans; null where they are not guaranteed. */
    guarantor: z.string().min(1).nullable(),
    servicePhone: z.string().min(1).nullable(),
    /** Until it answers: usually; when the borrower is offered to move on; and at the latest, when the application is cancelled by itself. */
    answerMinutes: z.object({ usual: z.int().positive(), slow: z.int().positive(), most: z.int().positive() }),
    /** Applications a day. */
    dailyQuota: z.int().positive(),
    criteria: z
      .object({
        limitMinFen: fenAmount,
        ageMin: z.int(),
        ageMax: z.int(),
        /** Province codes it serves; null for all of them. */
        provinces: z.array(areaCode).min(1).nullable(),
        /** Days after its refusal on which it isn't asked again. */
        refusedDays: z.int().min(0),
      })
      .strict(),
    /** Which data it gets and why; nothing else is sent. */
    shares: z.array(shared).min(1),
    fields: z.array(field),
  })
  .strict()

/** The dated list of partners: what the platform may apply to, and by which rules. */
export const partnersEdition = z
  .object({
    kind: z.literal('partners'),
    edition: z.int().positive(),
    inForceFrom: day,
    source: z.string().min(1),
    partners: z.array(listing),
  })
  .strict()

export type PartnersEdition = z.output<typeof partnersEdition>
export type PartnerField = z.output<typeof field>

/** A partner as it is listed, with its lender as it lends that day. */
export type Partner = { readonly lender: Lender; readonly listing: PartnersEdition['partners'][number]; readonly edition: number }

/** The partners of a list that are on it on a day and lend then, in their order. */
export function partnersOf(lenders: readonly Lender[], list: PartnersEdition | undefined, on: CivilDate): Partner[] {
  if (list === undefined) return []
  return list.partners
    .filter(({ listedFrom, listedTo }) => listedFrom <= on && (listedTo === null || on <= listedTo))
    .toSorted((a, b) => a.order - b.order || a.lenderId - b.lenderId)
    .flatMap((one) => {
      const lender = lenders.find(({ lenderId, isPartner }) => isPartner && lenderId === one.lenderId)
      return lender === undefined ? [] : [{ lender, listing: one, edition: list.edition }]
    })
}
