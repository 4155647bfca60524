import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParam, moment, pageOf, pageQuery } from './shapes.ts'

/** Every text a borrower can be asked to agree to. The eight first are the specification's own. */
export const agreementKeys = [
  'creditEnquiry',
  'registration',
  'userPrivacy',
  'sdkDescription',
  'informationCollection',
  'loanFlowShare',
  'commitment',
  'electronicSignature',
  'idCardImages',
  'faceVerification',
  'authorizedDeduction',
  'locationUse',
  'loanContract',
  'costSheet',
  'benefitTerms',
  'partnerSharing',
] as const
export type AgreementKey = (typeof agreementKeys)[number]

/** Where consent is asked, and for which texts. */
export const agreementScenes = {
  login: ['registration', 'userPrivacy'],
  idCard: ['idCardImages'],
  face: ['faceVerification'],
  apply: ['creditEnquiry', 'informationCollection', 'commitment'],
  bindCard: ['authorizedDeduction'],
  benefit: ['benefitTerms'],
  location: ['locationUse'],
  borrow: ['costSheet', 'loanContract', 'electronicSignature'],
  /** Of one partner lender; the text names it, so it comes from there. */
  partner: ['partnerSharing'],
} as const satisfies Record<string, readonly AgreementKey[]>
export type AgreementScene = keyof typeof agreementScenes

const named = z.object({ key: z.enum(agreementKeys), version: z.string(), sha256: z.string(), title: z.string() })
/** Paragraphs in reading order; `heading` ones are section titles. */
const paragraphs = z.array(z.object({ kind: z.enum(['heading', 'text', 'row']), text: z.string() }))

export const agreement = {
  current: endpoint({
    method: 'GET',
    path: '/fyh/app/agreement/current',
    auth: 'guest',
    summary: 'The texts of a scene in force today, each to be agreed to by key, version and hash',
    query: z.object({ scene: z.enum(['login', 'idCard', 'face', 'apply', 'bindCard', 'benefit', 'location']) }),
    data: z.object({ texts: z.array(named) }),
    errors: [],
    example: {
      query: { scene: 'login' },
      data: { texts: [{ key: 'registration', version: '1.0', sha256: '0'.repeat(64), title: '注册服务协议' }] },
    },
  }),
  text: endpoint({
    method: 'GET',
    path: '/fyh/app/agreement/text',
    auth: 'guest',
    summary: 'One general text in full',
    query: z.object({ key: z.enum(agreementKeys), version: z.string().max(20).optional() }),
    data: named.extend({ paragraphs }),
    errors: ['AGREEMENT_NOT_FOUND'],
    example: {
      query: { key: 'registration' },
      data: {
        key: 'registration',
        version: '1.0',
        sha256: '0'.repeat(64),
        title: '注册服务协议',
        paragraphs: [{ kind: 'text', text: '…' }],
      },
    },
  }),
  signed: endpoint({
    method: 'GET',
    path: '/fyh/app/agreement/signed',
    auth: 'user',
    summary: 'What this borrower agreed to, newest first',
    query: pageQuery,
    data: pageOf(named.extend({ signedId: id, signedAt: moment, loanId: id.nullable() })),
    errors: [],
    example: { query: {}, data: { items: [], next: null } },
  }),
  signedText: endpoint({
    method: 'GET',
    path: '/fyh/app/agreement/signed/:id',
    auth: 'user',
    summary: 'A signed text exactly as it was signed',
    params: idParam,
    data: named.extend({ signedId: id, signedAt: moment, loanId: id.nullable(), paragraphs }),
    errors: ['AGREEMENT_NOT_FOUND'],
    example: {
      params: { id: 1 },
      data: {
        key: 'loanContract',
        version: '1.0',
        sha256: '0'.repeat(64),
        title: '借款合同',
        signedId: 1,
        signedAt: '2026-11-27T02:00:00.000Z',
        loanId: 1,
        paragraphs: [],
      },
    },
  }),
}
