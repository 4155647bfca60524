import { z } from 'zod'
import { options } from './options.ts'
import { areaCode, day, fenAmount, moment, priceRange, typedNumber } from './shapes.ts'

/** The steps in their order; `home` means nothing is left to do. */
export const applySteps = ['identity', 'face', 'profile', 'confirm', 'result', 'home'] as const
export type ApplyStep = (typeof applySteps)[number]

const contact = <R extends 'contactRelationOne' | 'contactRelationTwo'>(relation: R) =>
  z.object({ relation: z.enum(options[relation]), name: z.string().min(1).max(60), mobile: typedNumber })

export const profile = z.object({
  education: z.enum(options.education),
  marital: z.enum(options.marital),
  occupation: z.enum(options.occupation),
  trade: z.enum(options.trade),
  income: z.enum(options.income),
  employer: z.string().trim().max(100),
  /** County code of the area data; older codes stay readable. */
  areaCode,
  address: z.string().trim().min(4).max(50),
  email: z.union([z.literal(''), z.email().max(100)]),
  contactOne: contact('contactRelationOne'),
  contactTwo: contact('contactRelationTwo'),
})
const text = z.string().max(200)
const contactDraft = z.object({ relation: text, name: text, mobile: text }).partial()
/** A draft keeps whatever was typed, finished or not. */
export const profileDraft = z
  .object({
    education: text,
    marital: text,
    occupation: text,
    trade: text,
    income: text,
    employer: text,
    areaCode: text,
    address: text,
    email: text,
    contactOne: contactDraft,
    contactTwo: contactDraft,
  })
  .partial()

export const idCardFields = z.object({
  name: z.string().nullable(),
  idNumber: z.string().nullable(),
  issuer: z.string().nullable(),
  validFrom: day.nullable(),
  /** '长期' cards have no end: null with longTerm true. */
  validTo: day.nullable(),
  longTerm: z.boolean(),
})
export const stepState = z.object({ step: z.enum(applySteps), state: z.enum(['none', 'doing', 'done', 'expired']) })

/** Where an application stands that was handed in and has not led to a limit: nothing else can be done until it is decided, or the wait is over. */
export const standings = ['reviewing', 'humanReview', 'refused', 'refusedFinally'] as const
export type Standing = (typeof standings)[number]

export const result = z.object({
  state: z.enum(['none', 'reviewing', 'approved', 'refused', 'humanReview', 'refusedFinally']),
  submittedAt: moment.nullable(),
  decidedAt: moment.nullable(),
  expectedSeconds: z.int(),
  limitFen: fenAmount.nullable(),
  /** What the products cost that are offered to the borrower today; null while none is, and without a limit. */
  price: priceRange.nullable(),
  validUntil: day.nullable(),
  /** Reason codes of a refusal; words in the packs under apply.reason.<code>. */
  reasons: z.array(z.string()),
  applyAgainOn: day.nullable(),
  canAskHuman: z.boolean(),
  /** The limit that was granted is over; another one has to be applied for. */
  limitExpired: z.boolean(),
})
