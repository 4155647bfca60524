import { z } from 'zod'
import { applySteps, stepState } from './apply-shapes.ts'
import { endpoint } from './endpoint.ts'
import { announcementKinds } from './service.ts'
import { day, fenAmount, id, moment, nothing, priceRange, ratePpm } from './shapes.ts'

/** The newest come first; their texts are behind the list of announcements. */
const announcements = z.array(z.object({ announcementId: id, kind: z.enum(announcementKinds), title: z.string() }))

/** What a loan of this principal costs the borrower at one lender, by number of periods. */
const cost = z.object({
  principal: fenAmount,
  lender: z.string(),
  terms: z.array(z.object({ periods: z.int(), instalment: fenAmount, interest: fenAmount, compoundPpm: ratePpm })),
})

/** What the main card shows: exactly one of these is true of a borrower at a time. */
const card = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('noLimit'),
    next: z.enum(applySteps),
    done: z.int(),
    of: z.int(),
    /** Every step of the application but the result, in its order. */
    steps: z.array(stepState),
    idExpiresOn: day.nullable(),
    /** Photos of the identity card were read, and their fields wait to be confirmed. */
    hasPhotos: z.boolean(),
    /** The profile was begun and not handed in. */
    hasDraft: z.boolean(),
  }),
  z.object({ state: z.literal('reviewing'), submittedAt: moment, expectedSeconds: z.int() }),
  z.object({ state: z.literal('humanReview'), submittedAt: moment }),
  z.object({
    state: z.literal('refused'),
    reasons: z.array(z.string()),
    applyAgainOn: day.nullable(),
    /** False when a human review has confirmed the refusal. */
    canAskHuman: z.boolean(),
    /** A reason that time does not cure, so that applying again is of no use. */
    isForGood: z.boolean(),
  }),
  z.object({
    state: z.literal('limit'),
    availableFen: fenAmount,
    totalFen: fenAmount,
    validUntil: day,
    /** What the products cost that are offered to the borrower today; null while none is. */
    price: priceRange.nullable(),
    /** Null while no product with equal instalments is offered to the borrower for that principal. */
    cost: cost.nullable(),
    /** Why borrowing is not possible right now, if it is not. */
    blocked: z.enum(['frozen', 'writtenOff', 'overdue', 'used', 'expired']).nullable(),
    /** Last day of the identity card, once it is near or past. */
    idExpiresOn: day.nullable(),
  }),
])

const due = z.object({
  loanId: id,
  period: z.int(),
  dueDate: day,
  daysLeft: z.int(),
  overdueDays: z.int(),
  principal: fenAmount,
  interest: fenAmount,
  fee: fenAmount,
  penalty: fenAmount,
  total: fenAmount,
  cardTail: z.string().nullable(),
  /** ahead: the card is debited by itself when the due day begins; running: that or another debit is under way; by hand: neither is to come. */
  debit: z.enum(['ahead', 'running', 'byHand']),
  /** What the payment page of the loan asks for today. */
  payNowFen: fenAmount,
  /** The last debit of the loan, if it is over and took nothing or only a part. */
  failedDebit: z
    .object({ repaymentId: id, cardTail: z.string(), askedFen: fenAmount, takenFen: fenAmount, reason: z.string().nullable() })
    .nullable(),
})

/** What a borrower can use now; none of them depends on a loan. */
const owned = z.object({ coupons: z.int(), benefits: z.int(), redPackets: z.int() })

/** A loan that is paid out, on its way or could not be paid out. Settled ones are in the records. */
const loan = z.object({
  loanId: id,
  state: z.enum(['disbursing', 'failed', 'open', 'overdue']),
  amountFen: fenAmount,
  periods: z.int(),
  paidPeriods: z.int(),
  borrowedAt: moment,
})

export const home = {
  fyhHome: endpoint({
    method: 'POST',
    path: '/fp/app/user/fyhHome',
    auth: 'user',
    summary: 'Home of a borrower: limit or next step, what is due, loans on their way, unread messages',
    body: nothing,
    data: z.object({
      today: day,
      card,
      /** Everything due by today; of a loan with nothing due, the instalment that comes next. Oldest first. */
      due: z.array(due),
      /** What is overdue, and what the payment pages of all loans ask for today beyond that; the bills show the same two sums. */
      overdueTotalFen: fenAmount,
      dueTotalFen: fenAmount,
      /** Settled loans that owe again, because the bank took a payment back. */
      returned: z.array(z.object({ loanId: id, owedFen: fenAmount })),
      /** Penalty that one more day adds, when something is overdue. */
      penaltyTomorrowFen: fenAmount,
      loans: z.object({
        disbursing: z.int(),
        failed: z.int(),
        open: z.int(),
        settled: z.int(),
        /** Of the settled ones, those given up as lost. */
        writtenOff: z.int(),
        /** The newest ones that need attention or are being repaid. */
        list: z.array(loan),
      }),
      /** The phone of the account is blocked: it gets no codes, and nothing that needs one can be done. */
      isFrozen: z.boolean(),
      owned,
      unread: z.int(),
      announcements,
    }),
    errors: [],
    example: {
      body: {},
      data: {
        today: '2026-11-27',
        card: {
          state: 'noLimit',
          next: 'identity',
          done: 0,
          of: 4,
          steps: [
            { step: 'identity', state: 'doing' },
            { step: 'face', state: 'none' },
            { step: 'profile', state: 'none' },
            { step: 'confirm', state: 'none' },
          ],
          idExpiresOn: null,
          hasPhotos: false,
          hasDraft: false,
        },
        due: [],
        overdueTotalFen: 0,
        dueTotalFen: 0,
        returned: [],
        penaltyTomorrowFen: 0,
        loans: { disbursing: 0, failed: 0, open: 0, settled: 0, writtenOff: 0, list: [] },
        isFrozen: false,
        owned: { coupons: 0, benefits: 0, redPackets: 0 },
        unread: 1,
        announcements: [],
      },
    },
  }),
  tourist: endpoint({
    method: 'POST',
    path: '/fp/app/user/home/tourist',
    auth: 'guest',
    summary: 'Home of a guest: what may be had and what it costs, with a worked example',
    body: nothing,
    data: z.object({
      limitMaxFen: fenAmount,
      /** Null, as the example, on a day on which no lender offers anything. */
      price: priceRange.nullable(),
      example: z.object({ principal: fenAmount, periods: z.int(), annualRatePpm: ratePpm, instalment: fenAmount }).nullable(),
      serviceOpen: z.boolean(),
      announcements,
    }),
    errors: [],
    example: {
      body: {},
      data: {
        limitMaxFen: 20000000,
        price: { fromPpm: 72000, toPpm: 240000 },
        example: { principal: 1000000, periods: 12, annualRatePpm: 180000, instalment: 91680 },
        serviceOpen: true,
        announcements: [],
      },
    },
  }),
  tabInfo: endpoint({
    method: 'GET',
    path: '/fp/app/tab/info',
    auth: 'user',
    summary: 'Badges of the tab bar',
    data: z.object({
      unread: z.int(),
      /** Unread messages by their tab; the three add up to `unread`. */
      unreadIn: z.object({ notice: z.int(), system: z.int(), activity: z.int() }),
      dueCount: z.int(),
    }),
    errors: [],
    example: { data: { unread: 2, unreadIn: { notice: 1, system: 0, activity: 1 }, dueCount: 1 } },
  }),
  account: endpoint({
    method: 'GET',
    path: '/fp/app/user/account',
    auth: 'user',
    summary: 'The account page: masked name and phone, real-name state, counts',
    data: z.object({
      name: z.string().nullable(),
      mobile: z.string(),
      realName: z.enum(['none', 'verified']),
      unread: z.int(),
      cards: z.int(),
      openLoans: z.int(),
      availableFen: fenAmount.nullable(),
      owned,
    }),
    errors: [],
    example: {
      data: {
        name: '测*',
        mobile: '138****0000',
        realName: 'verified',
        unread: 0,
        cards: 1,
        openLoans: 1,
        availableFen: 1200000,
        owned: { coupons: 1, benefits: 0, redPackets: 0 },
      },
    },
  }),
}
