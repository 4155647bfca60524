import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { options } from './options.ts'
import { agreedTexts, day, fenAmount, id, moment, nothing, ratePpm } from './shapes.ts'

/** The steps in their order; `home` means nothing is left to do. */
export const applySteps = ['identity', 'face', 'profile', 'confirm', 'result', 'home'] as const
export type ApplyStep = (typeof applySteps)[number]

const contact = <R extends 'contactRelationOne' | 'contactRelationTwo'>(relation: R) =>
  z.object({ relation: z.enum(options[relation]), name: z.string().min(1).max(60), mobile: z.string().min(1).max(40) })

const profile = z.object({
  education: z.enum(options.education),
  marital: z.enum(options.marital),
  occupation: z.enum(options.occupation),
  trade: z.enum(options.trade),
  income: z.enum(options.income),
  employer: z.string().trim().max(100),
  /** County code of the area data; older codes stay readable. */
  areaCode: z.string().regex(/^\d{6}$/),
  address: z.string().trim().min(4).max(100),
  email: z.union([z.literal(''), z.email().max(100)]),
  contactOne: contact('contactRelationOne'),
  contactTwo: contact('contactRelationTwo'),
})
const text = z.string().max(200)
const contactDraft = z.object({ relation: text, name: text, mobile: text }).partial()
/** A draft keeps whatever was typed, finished or not. */
const profileDraft = z
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

const idCardFields = z.object({
  name: z.string().nullable(),
  idNumber: z.string().nullable(),
  issuer: z.string().nullable(),
  validFrom: day.nullable(),
  /** '长期' cards have no end: null with longTerm true. */
  validTo: day.nullable(),
  longTerm: z.boolean(),
})
const stepState = z.object({ step: z.enum(applySteps), state: z.enum(['none', 'doing', 'done', 'expired']) })

const result = z.object({
  state: z.enum(['none', 'reviewing', 'approved', 'refused', 'humanReview', 'refusedFinally']),
  submittedAt: moment.nullable(),
  decidedAt: moment.nullable(),
  expectedSeconds: z.int(),
  limitFen: fenAmount.nullable(),
  annualRatePpm: ratePpm.nullable(),
  validUntil: day.nullable(),
  /** Reason codes of a refusal; words in the packs under apply.reason.<code>. */
  reasons: z.array(z.string()),
  applyAgainOn: day.nullable(),
  canAskHuman: z.boolean(),
})

export const apply = {
  reFlow: endpoint({
    method: 'GET',
    path: '/fyh/app/apply/reFlow',
    auth: 'user',
    summary: 'The next step of the application, for the home card, /applyNext and deep links alike',
    data: z.object({ next: z.enum(applySteps), steps: z.array(stepState) }),
    errors: [],
    example: { data: { next: 'identity', steps: [{ step: 'identity', state: 'doing' }] } },
  }),
  readIdCard: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/idCard/read',
    auth: 'user',
    summary: 'Stores one side of the id card (encrypted) and reads it; image as base64 of a JPEG, PNG or WebP judged by its bytes',
    body: z.object({ side: z.enum(['front', 'back']), image: z.string().min(1).max(4_400_000), agreed: agreedTexts }),
    bodyBytesMax: 4_500_000,
    data: z.object({ side: z.enum(['front', 'back']), fields: idCardFields }),
    errors: [
      'IMAGE_NOT_SUPPORTED',
      'IMAGE_TOO_LARGE',
      'ID_CARD_UNREADABLE',
      'ID_CARD_WRONG_SIDE',
      'VENDOR_UNAVAILABLE',
      'AGREEMENT_REQUIRED',
      'AGREEMENT_OUTDATED',
      'APPLY_STEP_NOT_OPEN',
    ],
    example: {
      body: { side: 'front', image: 'base64', agreed: [] },
      data: {
        side: 'front',
        fields: { name: '测试', idNumber: '11010119900307002X', issuer: null, validFrom: null, validTo: null, longTerm: false },
      },
    },
  }),
  identity: endpoint({
    method: 'GET',
    path: '/fyh/app/apply/identity',
    auth: 'user',
    summary: 'What is known of the identity so far, masked once confirmed',
    data: z.object({ confirmed: z.boolean(), front: z.boolean(), back: z.boolean(), fields: idCardFields }),
    errors: [],
    example: {
      data: {
        confirmed: false,
        front: true,
        back: false,
        fields: { name: null, idNumber: null, issuer: null, validFrom: null, validTo: null, longTerm: false },
      },
    },
  }),
  confirmIdentity: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/identity',
    auth: 'user',
    summary: 'Confirms real name and id number (GB 11643) after both photos',
    body: z.object({ name: z.string().min(1).max(60), idNumber: z.string().min(1).max(40), validFrom: day, validTo: day.nullable() }),
    data: z.object({ name: z.string(), idNumber: z.string(), expiresSoon: z.boolean() }),
    errors: [
      'ID_PHOTO_MISSING',
      'NAME_INVALID',
      'ID_NUMBER_15_DIGITS',
      'ID_NUMBER_FORMAT',
      'ID_NUMBER_DATE',
      'ID_NUMBER_CHECK_DIGIT',
      'ID_CARD_EXPIRED',
      'UNDER_AGE',
      'ID_NUMBER_TAKEN',
      'APPLY_STEP_NOT_OPEN',
    ],
    example: {
      body: { name: '测试', idNumber: '11010119900307002X', validFrom: '2016-03-07', validTo: '2036-03-07' },
      data: { name: '测*', idNumber: '1101**********002X', expiresSoon: false },
    },
  }),
  face: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/face',
    auth: 'user',
    summary: 'Compares a live picture with the id photo (by the face vendor)',
    body: z.object({ image: z.string().min(1).max(4_400_000), agreed: agreedTexts }),
    bodyBytesMax: 4_500_000,
    data: z.object({ passed: z.literal(true) }),
    errors: [
      'IMAGE_NOT_SUPPORTED',
      'IMAGE_TOO_LARGE',
      'FACE_NOT_MATCHED',
      'FACE_DAILY_LIMIT',
      'VENDOR_UNAVAILABLE',
      'AGREEMENT_REQUIRED',
      'AGREEMENT_OUTDATED',
      'APPLY_STEP_NOT_OPEN',
    ],
    example: { body: { image: 'base64', agreed: [] }, data: { passed: true } },
  }),
  profile: endpoint({
    method: 'GET',
    path: '/fyh/app/apply/profile',
    auth: 'user',
    summary: 'The profile as typed so far, phone numbers of contacts included (only to their owner)',
    data: z.object({
      draft: profileDraft,
      areaPath: z.array(z.object({ code: z.string(), name: z.string() })),
      savedAt: moment.nullable(),
    }),
    errors: [],
    example: { data: { draft: { education: '05' }, areaPath: [], savedAt: null } },
  }),
  saveDraft: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/profile/draft',
    auth: 'user',
    summary: 'Keeps the profile as typed so far',
    body: z.object({ draft: profileDraft }),
    data: z.object({ savedAt: moment }),
    errors: ['APPLY_STEP_NOT_OPEN'],
    example: { body: { draft: { education: '05' } }, data: { savedAt: '2026-11-27T02:00:00.000Z' } },
  }),
  submitProfile: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/profile',
    auth: 'user',
    summary: 'Hands in the profile with two contacts',
    body: profile,
    data: nothing,
    errors: [
      'APPLY_STEP_NOT_OPEN',
      'AREA_UNKNOWN',
      'CONTACT_NAME_INVALID',
      'CONTACT_MOBILE_INVALID',
      'CONTACT_IS_SELF',
      'CONTACTS_SAME',
      'EMPLOYER_MISSING',
    ],
    example: {
      body: {
        education: '05',
        marital: '1',
        occupation: '2',
        trade: '7',
        income: '4',
        employer: '示例公司',
        areaCode: '110101',
        address: '示例路 1 号',
        email: '',
        contactOne: { relation: '02', name: '测试甲', mobile: '13800000001' },
        contactTwo: { relation: '06', name: '测试乙', mobile: '13800000002' },
      },
      data: {},
    },
  }),
  areas: endpoint({
    method: 'GET',
    path: '/fyh/app/apply/areas',
    auth: 'guest',
    summary: 'Areas below a parent: provinces without one, then cities, then counties',
    query: z.object({
      parent: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    data: z.object({ version: z.string(), areas: z.array(z.object({ code: z.string(), name: z.string() })) }),
    errors: [],
    example: { query: {}, data: { version: '2.1.0', areas: [{ code: '110000', name: '北京市' }] } },
  }),
  summary: endpoint({
    method: 'GET',
    path: '/fyh/app/apply/confirm',
    auth: 'user',
    summary: 'Everything handed in, masked, to be confirmed before the decision',
    data: z.object({
      name: z.string(),
      idNumber: z.string(),
      mobile: z.string(),
      validTo: day.nullable(),
      profile: profile.omit({ contactOne: true, contactTwo: true }).extend({ areaName: z.string() }),
      contacts: z.array(z.object({ relation: z.string(), name: z.string(), mobile: z.string() })),
    }),
    errors: ['APPLY_STEP_NOT_OPEN'],
    example: {
      data: {
        name: '测*',
        idNumber: '1101**********002X',
        mobile: '138****0000',
        validTo: '2036-03-07',
        profile: {
          education: '05',
          marital: '1',
          occupation: '2',
          trade: '7',
          income: '4',
          employer: '示例公司',
          areaCode: '110101',
          areaName: '北京市 东城区',
          address: '示例路 1 号',
          email: '',
        },
        contacts: [{ relation: '02', name: '测**', mobile: '138****0001' }],
      },
    },
  }),
  submit: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/submit',
    auth: 'user',
    summary: 'Applies for a limit; the same application handed in twice is one application',
    body: z.object({ agreed: agreedTexts }),
    data: z.object({ applicationId: id, state: z.enum(['reviewing', 'approved', 'refused']) }),
    errors: ['APPLY_STEP_NOT_OPEN', 'AGREEMENT_REQUIRED', 'AGREEMENT_OUTDATED', 'APPLY_COOLING_DOWN'],
    example: { body: { agreed: [] }, data: { applicationId: 1, state: 'approved' } },
  }),
  result: endpoint({
    method: 'GET',
    path: '/fyh/app/apply/result',
    auth: 'user',
    summary: 'Where the application stands, with reasons and dates',
    data: result,
    errors: [],
    example: {
      data: {
        state: 'approved',
        submittedAt: '2026-11-27T02:00:00.000Z',
        decidedAt: '2026-11-27T02:00:01.000Z',
        expectedSeconds: 90,
        limitFen: 3800000,
        annualRatePpm: 180000,
        validUntil: '2027-05-26',
        reasons: [],
        applyAgainOn: null,
        canAskHuman: false,
      },
    },
  }),
  askHuman: endpoint({
    method: 'POST',
    path: '/fyh/app/apply/humanReview',
    auth: 'user',
    summary: 'Asks for a person to look at a refusal, once',
    body: nothing,
    data: nothing,
    errors: ['HUMAN_REVIEW_NOT_OPEN'],
    example: { body: {}, data: {} },
  }),
}
