import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lenderTypes } from './offered-product.ts'
import { day, id, idParam, moment, nothing, pageOf, pageQuery } from './shapes.ts'
import { ticketMachine } from './ticket.machine.ts'

export const ticketKinds = ['feedback', 'complaint'] as const
export const ticketCategories = ['price', 'repayment', 'payout', 'limit', 'collection', 'privacy', 'benefits', 'app', 'other'] as const
/** What a complaint came to. */
export const ticketOutcomes = ['upheld', 'partlyUpheld', 'notUpheld', 'noted'] as const
/** Why it arose: the cause code that is kept with the answer. */
export const ticketCauses = ['systemFault', 'wrongFigure', 'unclearWords', 'staffConduct', 'partner', 'rule', 'other'] as const

export const ticketTextMin = 5
export const ticketTextMax = 1000

const ticketBrief = z.object({
  ticketId: id,
  /** As shown to the borrower and as operators name it. */
  number: z.string(),
  kind: z.enum(ticketKinds),
  category: z.enum(ticketCategories),
  state: z.enum(ticketMachine.states),
  loanId: id.nullable(),
  receivedAt: moment,
  /** The last day for the answer, with an extension counted. */
  dueOn: day,
  /** The day has passed and there is no answer yet. */
  isLate: z.boolean(),
})
const ticket = ticketBrief.extend({
  text: z.string(),
  answer: z.string().nullable(),
  outcome: z.enum(ticketOutcomes).nullable(),
  answeredAt: moment.nullable(),
  closedAt: moment.nullable(),
})

/** Places that an announcement may lead to; the web has their addresses. */
export const announcementTargets = ['help', 'product', 'bills', 'feedback', 'agreements'] as const
export const announcementKinds = ['notice', 'banner'] as const
export const announcementAudiences = ['all', 'guest', 'user'] as const
export const announcementsMax = 20

const announcement = z.object({
  announcementId: id,
  /** A banner promotes something and is left out for borrowers who turned promotions off; a notice is for everybody in its audience. */
  kind: z.enum(announcementKinds),
  title: z.string(),
  body: z.string(),
  target: z.enum(announcementTargets).nullable(),
  from: moment,
})

const ticketExample = {
  ticketId: 1,
  number: 'TS2026112700000001',
  kind: 'complaint',
  category: 'price',
  state: 'received',
  loanId: null,
  receivedAt: '2026-11-27T02:00:00.000Z',
  dueOn: '2026-12-12',
  isLate: false,
} as const
const wholeExample = { ...ticketExample, text: '利息与合同不一致', answer: null, outcome: null, answeredAt: null, closedAt: null }

export const service = {
  announcements: endpoint({
    method: 'GET',
    path: '/fp/app/service/announcements',
    auth: 'guest',
    summary: 'Announcements in force for a guest, or for the borrower whose token comes along; newest first',
    data: z.object({ items: z.array(announcement) }),
    errors: [],
    example: {
      data: {
        items: [
          {
            announcementId: 1,
            kind: 'notice',
            title: '系统维护',
            body: '12 月 1 日 02:00–04:00 暂停还款。',
            target: null,
            from: '2026-11-27T02:00:00.000Z',
          },
        ],
      },
    },
  }),
  about: endpoint({
    method: 'GET',
    path: '/fp/app/service/about',
    auth: 'guest',
    summary: 'Who runs the product, and the lenders that lend today with their licences',
    data: z.object({
      /** Null where a fact is not set. `isExample`: made-up facts of a development server. */
      company: z.object({
        name: z.string().nullable(),
        creditCode: z.string().nullable(),
        address: z.string().nullable(),
        isExample: z.boolean(),
      }),
      lenders: z.array(z.object({ lenderId: id, name: z.string(), type: z.enum(lenderTypes), licence: z.string() })),
    }),
    errors: [],
    example: {
      data: {
        company: { name: '示例科技有限公司', creditCode: null, address: null, isExample: true },
        lenders: [{ lenderId: 1, name: '示例消费金融有限公司', type: 'consumerFinance', licence: 'L0000' }],
      },
    },
  }),
  submit: endpoint({
    method: 'POST',
    path: '/fp/app/service/ticket',
    auth: 'user',
    summary: 'Hands in feedback or a complaint; the same onceKey again answers the first ticket',
    body: z.object({
      kind: z.enum(ticketKinds),
      category: z.enum(ticketCategories),
      loanId: id.optional(),
      text: z.string().trim().min(ticketTextMin).max(ticketTextMax),
      onceKey: z.string().min(16).max(64),
    }),
    data: ticket,
    errors: ['LOAN_NOT_FOUND', 'TICKETS_TOO_MANY'],
    example: {
      body: { kind: 'complaint', category: 'price', text: '利息与合同不一致', onceKey: 'k3JxT0pQ8sVb2LmN4rWzY6aCeGiKoMqS' },
      data: wholeExample,
    },
  }),
  tickets: endpoint({
    method: 'GET',
    path: '/fp/app/service/tickets',
    auth: 'user',
    summary: 'The borrower’s own feedback and complaints, newest first',
    query: pageQuery,
    data: pageOf(ticketBrief),
    errors: [],
    example: { query: {}, data: { items: [ticketExample], next: null } },
  }),
  ticket: endpoint({
    method: 'GET',
    path: '/fp/app/service/ticket/:id',
    auth: 'user',
    summary: 'One of the borrower’s own, with its text and answer',
    params: idParam,
    data: ticket,
    errors: ['TICKET_NOT_FOUND'],
    example: { params: { id: 1 }, data: wholeExample },
  }),
  closeTicket: endpoint({
    method: 'POST',
    path: '/fp/app/service/ticket/:id/close',
    auth: 'user',
    summary: 'The borrower needs no answer any more, or is content with it',
    params: idParam,
    body: nothing,
    data: ticket,
    errors: ['TICKET_NOT_FOUND'],
    example: { params: { id: 1 }, body: {}, data: { ...wholeExample, state: 'closed', closedAt: '2026-11-28T02:00:00.000Z' } },
  }),
}
