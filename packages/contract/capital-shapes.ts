import type { FormField } from '@fyh/base/form-fields.ts'
import { z } from 'zod'
import { agreementKeys } from './agreement.ts'
import { partnerApplicationMachine } from './capital.machine.ts'
import { lenderTypes, method, periods } from './offered-product.ts'
import { options } from './options.ts'
import { fenAmount, id, moment, priceRange, ratePpm } from './shapes.ts'

/** What of the borrower's data a partner can be given. */
export const sharedItems = [
  'name',
  'idNumber',
  'mobile',
  'occupation',
  'income',
  'employer',
  'address',
  'cardNumber',
  'limit',
  'form',
] as const
/** What no partner is ever given. */
export const neverShared = ['facePictures', 'idPictures', 'location', 'contacts'] as const
export const sharingPurposes = ['identity', 'creditDecision', 'contact', 'payOut', 'terms'] as const
export type SharedItem = (typeof sharedItems)[number]

/** Why a partner matches a borrower, or why not; the words are in the packs under capital.reason.<code>. */
export const matchReasons = [
  'matches',
  'laterInOrder',
  'notListed',
  'closed',
  'productNotOffered',
  'priceAboveCap',
  'limitTooSmall',
  'amountTooSmall',
  'amountTooLarge',
  'termNotOffered',
  'regionNotServed',
  'ageNotServed',
  'quotaUsed',
  'refusedLately',
  'triedAlready',
] as const
export type MatchReason = (typeof matchReasons)[number]
export const matchReason = z.object({
  code: z.enum(matchReasons),
  /** Figures of the reason: amounts in fen end in Fen, moments in At, days in On. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** inApp: applied for in this app; ownPage: on the partner's own page, opened by a signed reference. */
export const partnerWays = ['inApp', 'ownPage'] as const

export const partnerSummary = z.object({
  /** The partner is a lender: capitalId is its lenderId. */
  capitalId: id,
  name: z.string(),
  licence: z.string(),
  type: z.enum(lenderTypes),
  way: z.enum(partnerWays),
  /** Prices of all its products and tiers, or of those for the borrower once the tier is known. */
  price: priceRange.nullable(),
})

/** A loan worked out, by the loan engine that would make it. */
export const worked = z.object({
  productId: id,
  amountFen: fenAmount,
  periods,
  method,
  annualRatePpm: ratePpm,
  simplePpm: ratePpm,
  compoundPpm: ratePpm,
  instalmentFen: fenAmount,
  totalInterestFen: fenAmount,
})

/** What the web keeps as `capitalHitItem`. */
export const hitItem = partnerSummary.extend({
  matchId: id,
  matchedAt: moment,
  reasons: z.array(matchReason),
  worked: worked.nullable(),
})

export const shared = z.object({ items: z.array(z.enum(sharedItems)).min(1), purpose: z.enum(sharingPurposes) })
export const consentText = z.object({ key: z.enum(agreementKeys), version: z.string(), sha256: z.string(), title: z.string() })

const bothLanguages = z.object({ 'zh-cn': z.string().min(1), 'en-us': z.string().min(1) })
/** A field that a partner asks for, as data; checked by `@fyh/base/form-fields.ts` on both sides. */
export const formField: z.ZodType<FormField, FormField> = z
  .object({
    name: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/),
    type: z.enum(['text', 'number', 'mobile', 'option']),
    label: bothLanguages,
    why: bothLanguages.optional(),
    required: z.boolean(),
    pattern: z.string().max(200).optional(),
    lengthMin: z.int().min(0).optional(),
    lengthMax: z.int().min(1).max(200).optional(),
    min: z.int().optional(),
    max: z.int().optional(),
    unit: bothLanguages.optional(),
    options: z
      .array(z.object({ value: z.string().min(1).max(40), label: bothLanguages }))
      .min(2)
      .max(40)
      .optional(),
  })
  .strict()
/** Values by field name, finished or not. */
export const formValues = z.record(z.string().max(40), z.string().max(200))

export const applicationStatuses = partnerApplicationMachine.states
export const application = z.object({
  applicationId: id,
  capitalId: id,
  name: z.string(),
  way: z.enum(partnerWays),
  status: z.enum(applicationStatuses),
  amountFen: fenAmount,
  periods,
  use: z.enum(options.loanUse),
  /** What the partner approved, which may be another amount than was asked for. */
  approvedFen: fenAmount.nullable(),
  /** Until then a loan can be made of the approval. */
  validUntil: moment.nullable(),
  /** The partner's word; the words of known ones are in the packs under capital.refusal.<reason>. */
  reason: z.string().nullable(),
  /** Fields of the form that the partner asks for again, and until when. */
  missing: z.array(z.string()),
  missingUntil: moment.nullable(),
  /** Until then a form can be handed in; null once it was. */
  fillUntil: moment.nullable(),
  submittedAt: moment.nullable(),
  /** Usual and longest time until the partner answers. After `slowFrom` the borrower is offered to move on. */
  answerMinutes: z.object({ usual: z.int(), most: z.int() }),
  slowFrom: moment.nullable(),
  isSlow: z.boolean(),
  /** When the partner opens next, while it is closed. */
  opensAt: moment.nullable(),
  loanId: id.nullable(),
  /** Where a borrower who moves on goes when the cancellation is answered; null when they only stop. */
  movingTo: id.nullable(),
})

/** What happened with an application, oldest first. */
export const step = z.object({ event: z.enum(['opened', 'submitted', 'handedOver', ...applicationStatuses]), at: moment })

export const consent = z.object({
  consentId: id,
  capitalId: id,
  purpose: z.literal('partnerLoan'),
  text: consentText,
  items: z.array(z.enum(sharedItems)),
  givenAt: moment,
  withdrawnAt: moment.nullable(),
})
export const effect = z.object({
  /** Words in the packs under capital.effect.<code>. */
  stops: z.array(z.enum(['newData', 'openApplication', 'newApplications', 'approval'])),
  stays: z.array(z.enum(['limit', 'runningLoans', 'otherPartners'])),
  /** Data that are kept, and for how many years. */
  keeps: z.array(z.object({ what: z.enum(['sentToPartner', 'consentRecord', 'loanRecords']), years: z.int() })),
  runningLoans: z.int(),
  openApplicationId: id.nullable(),
})

export const workedExample = {
  productId: 401,
  amountFen: 1000000,
  periods: 12,
  method: 'equalInstalment',
  annualRatePpm: 144000,
  simplePpm: 144000,
  compoundPpm: 153900,
  instalmentFen: 89975,
  totalInterestFen: 79705,
}
export const partnerExample = {
  capitalId: 4,
  name: '示例合作银行股份有限公司',
  licence: 'B0001',
  type: 'bank',
  way: 'inApp',
  price: { fromPpm: 72000, toPpm: 180000 },
}
export const applicationExample = {
  applicationId: 1,
  capitalId: 4,
  name: '示例合作银行股份有限公司',
  way: 'inApp',
  status: 'reviewing',
  amountFen: 1000000,
  periods: 12,
  use: '01',
  approvedFen: null,
  validUntil: null,
  reason: null,
  missing: [],
  missingUntil: null,
  fillUntil: null,
  submittedAt: '2026-11-27T02:21:00.000Z',
  answerMinutes: { usual: 5, most: 1440 },
  slowFrom: '2026-11-27T02:31:00.000Z',
  isSlow: false,
  opensAt: null,
  loanId: null,
  movingTo: null,
}
export const textExample = { key: 'partnerSharing', version: '1.0', sha256: '0'.repeat(64), title: '个人信息共享授权书' }
