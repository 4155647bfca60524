import { z } from 'zod'
import { capitalCallbacks } from './capital-callbacks.ts'
import { capitalConsent } from './capital-consent.ts'
import { capitalProduct } from './capital-product.ts'
import {
  application,
  applicationExample,
  formField,
  formValues,
  matchReason,
  partnerExample,
  partnerSummary,
  step,
  worked,
  workedExample,
} from './capital-shapes.ts'
import { endpoint } from './endpoint.ts'
import { offeredProduct, periods, productExample } from './offered-product.ts'
import { options } from './options.ts'
import { agreedTexts, fenAmount, id, moment } from './shapes.ts'

const ofApplication = z.object({ applicationId: id })
const asked = z.object({ applicationId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() })

/** The way to a loan of a partner lender: consent, form or hand-over, result, terms. The loan itself is made by `borrow`. */
export const capital = {
  ...capitalProduct,
  ...capitalConsent,
  ...capitalCallbacks,
  open: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/open',
    auth: 'user',
    summary:
      'Records the consent of a partner and opens an application to it; nothing is sent yet. Repeating it for the same partner gives the same application',
    body: z.object({ capitalId: id, agreed: agreedTexts, amountFen: fenAmount, periods, use: z.enum(options.loanUse) }),
    data: application,
    errors: [
      'CAPITAL_NOT_LISTED',
      'CAPITAL_NOT_MATCHED',
      'CAPITAL_OTHER_OPEN',
      'AGREEMENT_REQUIRED',
      'AGREEMENT_OUTDATED',
      'APPLICATION_IN_REVIEW',
      'APPLY_COOLING_DOWN',
      'LIMIT_MISSING',
      'LIMIT_EXPIRED',
      'LIMIT_NOT_ENOUGH',
      'LOAN_OVERDUE',
      'LOAN_WRITTEN_OFF',
    ],
    example: {
      body: {
        capitalId: 4,
        agreed: [{ key: 'partnerSharing', version: '1.0', sha256: '0'.repeat(64) }],
        amountFen: 1000000,
        periods: 12,
        use: '01',
      },
      data: { ...applicationExample, status: 'filling' },
    },
  }),
  form: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/form',
    auth: 'guest',
    summary:
      'The fields a partner asks for: of the open application with what is known and the kept draft; for a guest, of the partner named, empty',
    query: z.object({ capitalId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    data: z.object({
      partner: partnerSummary.nullable(),
      fields: z.array(formField),
      values: formValues,
      /** Fields whose value comes from what the borrower gave before. */
      prefilled: z.array(z.string()),
      savedAt: moment.nullable(),
      application: application.nullable(),
      isGuest: z.boolean(),
    }),
    errors: [],
    example: {
      query: {},
      data: {
        partner: partnerExample,
        fields: [
          { name: 'workYears', type: 'number', label: { 'zh-cn': '工作年限', 'en-us': 'Years at work' }, required: true, min: 0, max: 60 },
        ],
        values: { workYears: '3' },
        prefilled: [],
        savedAt: null,
        application: { ...applicationExample, status: 'filling' },
        isGuest: false,
      },
    },
  }),
  saveForm: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/form/save',
    auth: 'user',
    summary: 'Keeps the form as typed so far, finished or not',
    body: ofApplication.extend({ values: formValues }),
    data: z.object({ savedAt: moment }),
    errors: ['CAPITAL_APPLICATION_NOT_FOUND', 'CAPITAL_STEP_NOT_OPEN', 'CAPITAL_NOT_LISTED'],
    example: { body: { applicationId: 1, values: { workYears: '3' } }, data: { savedAt: '2026-11-27T02:00:00.000Z' } },
  }),
  submit: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/submit',
    auth: 'user',
    summary: 'Sends the application with the consented data to a partner that is applied to in the app; repeating it changes nothing',
    body: ofApplication.extend({ values: formValues }),
    data: application,
    errors: [
      'CAPITAL_APPLICATION_NOT_FOUND',
      'CAPITAL_STEP_NOT_OPEN',
      'CAPITAL_CONSENT_MISSING',
      'CAPITAL_NOT_LISTED',
      'CAPITAL_FORM_INVALID',
      'CAPITAL_QUOTA_USED',
      'LENDER_CLOSED',
    ],
    example: { body: { applicationId: 1, values: { workYears: '3' } }, data: { ...applicationExample, status: 'submitted' } },
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/handOver',
    auth: 'user',
    summary: 'The address of the partner’s own page with a signed, short-lived, single-use reference; no data of the borrower are in it',
    body: ofApplication,
    data: z.object({ url: z.string(), expiresAt: moment }),
    errors: ['CAPITAL_APPLICATION_NOT_FOUND', 'CAPITAL_STEP_NOT_OPEN', 'CAPITAL_CONSENT_MISSING', 'CAPITAL_NOT_LISTED', 'LENDER_CLOSED'],
    example: {
      body: { applicationId: 1 },
      data: { url: 'https://partner.example.com/apply?reference=…', expiresAt: '2026-11-27T02:05:00.000Z' },
    },
  }),
  returned: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/returned',
    auth: 'user',
    summary:
      'The borrower came back from the partner’s page: its signature over the return is checked, then the partner is asked for the outcome',
    body: z.object({ reference: z.string().max(80), outcome: z.string().max(20), at: z.string().max(20), signature: z.string().max(80) }),
    data: application,
    errors: ['HAND_OVER_UNKNOWN', 'HAND_OVER_EXPIRED'],
    example: {
      body: { reference: 'R1', outcome: 'done', at: '1795744800000', signature: '0'.repeat(64) },
      data: applicationExample,
    },
  }),
  result: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/result',
    auth: 'user',
    summary:
      'Where an application stands, the newest one unless named, with its history, the earlier tries, and the partner that comes next',
    query: asked,
    data: z.object({
      application: application.nullable(),
      steps: z.array(step),
      worked: worked.nullable(),
      /** Other applications of the same wish, newest first. */
      earlier: z.array(application),
      next: partnerSummary.extend({ reasons: z.array(matchReason), worked: worked.nullable() }).nullable(),
      canMoveOn: z.boolean(),
      canStop: z.boolean(),
    }),
    errors: ['CAPITAL_APPLICATION_NOT_FOUND'],
    example: {
      query: {},
      data: {
        application: applicationExample,
        steps: [{ event: 'submitted', at: '2026-11-27T02:21:00.000Z' }],
        worked: workedExample,
        earlier: [],
        next: { ...partnerExample, capitalId: 5, reasons: [{ code: 'laterInOrder', values: {} }], worked: workedExample },
        canMoveOn: true,
        canStop: true,
      },
    },
  }),
  next: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/next',
    auth: 'user',
    summary:
      'Moves on to the next partner. An application that may still be approved is cancelled first, and only when the partner has answered that does the next one open',
    body: ofApplication,
    data: z.object({ application, next: partnerSummary }),
    errors: ['CAPITAL_APPLICATION_NOT_FOUND', 'CAPITAL_STEP_NOT_OPEN', 'CAPITAL_NO_NEXT'],
    example: {
      body: { applicationId: 1 },
      data: { application: { ...applicationExample, status: 'cancelling', movingTo: 5 }, next: { ...partnerExample, capitalId: 5 } },
    },
  }),
  stop: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/stop',
    auth: 'user',
    summary: 'Ends an application: one not sent at once, one that was sent by cancelling it at the partner. Repeating it changes nothing',
    body: ofApplication,
    data: application,
    errors: ['CAPITAL_APPLICATION_NOT_FOUND', 'CAPITAL_STEP_NOT_OPEN'],
    example: { body: { applicationId: 1 }, data: { ...applicationExample, status: 'cancelling' } },
  }),
  terms: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/terms',
    auth: 'user',
    summary:
      'What can be borrowed on an approval: products within its amount and terms, and its deadline. Quote, signature and code are those of borrow',
    query: asked,
    data: z.object({ application, products: z.array(offeredProduct), validUntil: moment }),
    errors: ['CAPITAL_APPLICATION_NOT_FOUND', 'CAPITAL_STEP_NOT_OPEN'],
    example: {
      query: {},
      data: {
        application: { ...applicationExample, status: 'approved', approvedFen: 1000000, validUntil: '2026-11-30T16:00:00.000Z' },
        products: [productExample],
        validUntil: '2026-11-30T16:00:00.000Z',
      },
    },
  }),
}
