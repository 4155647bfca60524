import { z } from 'zod'
import { consent, effect, sharedItems, sharingPurposes, textExample } from './capital-shapes.ts'
import { endpoint } from './endpoint.ts'
import { lenderTypes } from './offered-product.ts'
import { id, idParam, moment } from './shapes.ts'

const consentExample = {
  consentId: 1,
  capitalId: 4,
  purpose: 'partnerLoan',
  text: textExample,
  items: ['name', 'idNumber'],
  givenAt: '2026-11-27T02:00:00.000Z',
  withdrawnAt: null,
}
const effectExample = {
  stops: ['newData', 'newApplications'],
  stays: ['limit', 'otherPartners'],
  keeps: [{ what: 'consentRecord', years: 3 }],
  runningLoans: 0,
  openApplicationId: null,
}

/** What partners hold of a borrower, and by which consents. */
export const capitalConsent = {
  profile: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/profile',
    auth: 'user',
    summary: 'Each partner the borrower ever agreed to: which data were sent when and why, and the consents, withdrawn ones included',
    data: z.object({
      partners: z.array(
        z.object({
          capitalId: id,
          name: z.string(),
          licence: z.string(),
          type: z.enum(lenderTypes),
          /** Newest first; what was sent twice is listed twice. */
          held: z.array(z.object({ item: z.enum(sharedItems), purpose: z.enum(sharingPurposes), sentAt: moment })),
          consents: z.array(consent),
          runningLoans: z.int(),
        }),
      ),
    }),
    errors: [],
    example: {
      data: {
        partners: [
          {
            capitalId: 4,
            name: '示例合作银行股份有限公司',
            licence: 'B0001',
            type: 'bank',
            held: [{ item: 'name', purpose: 'identity', sentAt: '2026-11-27T02:21:00.000Z' }],
            consents: [consentExample],
            runningLoans: 0,
          },
        ],
      },
    },
  }),
  consentEffect: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/consent/:id/effect',
    auth: 'user',
    summary: 'What withdrawing a consent would stop, what stays and what is kept; it changes nothing',
    params: idParam,
    data: z.object({ consent, effect }),
    errors: ['CAPITAL_CONSENT_NOT_FOUND'],
    example: { params: { id: 1 }, data: { consent: consentExample, effect: effectExample } },
  }),
  withdrawConsent: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/consent/:id/withdraw',
    auth: 'user',
    summary: 'Withdraws a consent: from now on nothing more is sent, and an open application is cancelled. Repeating it changes nothing',
    params: idParam,
    data: z.object({ consent, effect }),
    errors: ['CAPITAL_CONSENT_NOT_FOUND'],
    example: {
      params: { id: 1 },
      data: { consent: { ...consentExample, withdrawnAt: '2026-11-27T03:00:00.000Z' }, effect: effectExample },
    },
  }),
}
