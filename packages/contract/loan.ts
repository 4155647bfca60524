import { z } from 'zod'
import { couponApplied } from './coupon-shapes.ts'
import { endpoint } from './endpoint.ts'
import { lendingRules, lendingRulesExample } from './lending-rules.ts'
import { options, repaymentModes } from './options.ts'
import { payoutFailureCauses } from './payout-failure.ts'
import { payNow, planRow, standingRow } from './plan-shapes.ts'
import { cardSummary, day, fenAmount, id, idParam, moment, pageOf, pageQuery, penaltyPpmDay, principalInterest, ratePpm } from './shapes.ts'

const status = z
  .int()
  .min(1)
  .max(6)
  .meta({ description: 'Loan status of the specification: 1 disbursing, 2 disbursed, 3 failed, 4 repaying, 5 settled, 6 overdue' })

const listItem = z.object({
  loanId: id,
  contractNo: z.string(),
  amountFen: fenAmount,
  periods: z.int(),
  status,
  borrowedAt: moment,
  owedTotal: fenAmount,
  nextDueDate: day.nullable(),
  paidPeriods: z.int(),
  /** Its pay-out failed, and the borrower gave it up. */
  givenUp: z.boolean(),
  /** Given up as lost, and so not repaid though its status is 5. */
  writtenOff: z.boolean(),
})
const step = z.object({
  step: z.enum(['signed', 'requested', 'bankProcessing', 'paidOut', 'failed', 'settled']),
  state: z.enum(['done', 'now', 'ahead', 'failed']),
  at: moment.nullable(),
})

/** Money a debit brought for the loan. */
const payment = z.object({
  repaymentId: id,
  mode: z.enum(repaymentModes),
  amountFen: fenAmount,
  cardTail: z.string(),
  askedAt: moment,
  /** The day it counts from, which is the day the channel received it, at the latest the day it was asked for. */
  countsFrom: day,
  /** Set when the channel took it back: it does not count any more. */
  returnedOn: day.nullable(),
})

export const loan = {
  list: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/list',
    auth: 'user',
    summary: 'Loan records, newest first',
    query: pageQuery.extend({ group: z.enum(['all', 'open', 'settled', 'failed']).default('all') }),
    data: pageOf(listItem),
    errors: [],
    example: { query: {}, data: { items: [], next: null } },
  }),
  detail: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/detail/:id',
    auth: 'user',
    summary: 'A loan in full: terms, cards, lender, time line, plan as it stands today',
    params: idParam,
    data: z.object({
      loanId: id,
      contractNo: z.string(),
      status,
      amountFen: fenAmount,
      periods: z.int(),
      method: z.enum(options.repayMethod),
      use: z.enum(options.loanUse),
      annualRatePpm: ratePpm,
      price: z.object({ simplePpm: ratePpm, compoundPpm: ratePpm }),
      lender: z.string(),
      lenderLicence: z.string(),
      /** As signed; they stay with the loan. */
      rules: lendingRules,
      /** Where the money goes or went. */
      card: cardSummary,
      /** What is debited on due days. */
      debitCard: cardSummary,
      borrowedAt: moment,
      paidOutAt: moment.nullable(),
      settledOn: day.nullable(),
      endDate: day,
      failReason: z.string().nullable(),
      /** Of a loan whose pay-out failed: what can be done about it. */
      failure: z.object({ cause: z.enum(payoutFailureCauses), canResubmit: z.boolean(), givenUpAt: moment.nullable() }).nullable(),
      timeline: z.array(step),
      expectedHours: z.int(),
      plan: z.array(standingRow),
      /** Coupons that took something off it, with the instalments that became less; those of one that counts no more are left out. */
      coupons: z.array(couponApplied),
      /** The package of benefits signed with the loan. `orderId` is null before the pay-out, and when it was not ordered: then it cost nothing. */
      benefit: z
        .object({
          name: z.string(),
          supplier: z.string(),
          priceFen: fenAmount,
          orderId: id.nullable(),
          /** What was paid for it and not refunded. */
          paidFen: fenAmount,
          state: z.enum(['waiting', 'charged', 'notCharged']),
        })
        .nullable(),
      /**
       * What the price was reckoned from: what is paid how many months after the pay-out, by the plan as signed; month 0 is the package of
       * benefits bought with the loan.
       */
      priceFlows: z.array(z.object({ month: z.int(), dueDate: day, total: fenAmount })),
      /** The plan as signed, once a prepayment has drawn it anew; else empty. */
      signedPlan: z.array(planRow),
      paidTotal: fenAmount,
      owed: principalInterest,
      overdueDays: z.int(),
      penaltyTomorrowFen: fenAmount,
      penaltyPpmDay,
      runningRepaymentId: id.nullable(),
      /** Null when nothing of the plan can be paid. */
      payNow: payNow.nullable(),
      texts: z.array(z.object({ signedId: id, key: z.string(), title: z.string() })),
      /** The newest 50, newest first. */
      payments: z.array(payment),
      /** What is owed on a settled loan because the channel took a payment back; it bears no interest and no penalty. */
      returnedOwedFen: fenAmount,
      /** Money taken beyond what was owed, held for the borrower; the payments sum to `paidTotal` and this, but for what was taken back. */
      surplusHeldFen: fenAmount,
      /** Claims given up as lost, which closed the loan: its periods owe nothing any more and were not all paid. */
      writtenOff: z.object({ on: day, amountFen: fenAmount }).nullable(),
    }),
    errors: ['LOAN_NOT_FOUND'],
    example: {
      params: { id: 1 },
      data: {
        loanId: 1,
        contractNo: 'FY2026112700001',
        status: 4,
        amountFen: 1000000,
        periods: 12,
        method: 'equalInstalment',
        use: '01',
        annualRatePpm: 180000,
        price: { simplePpm: 180000, compoundPpm: 195618 },
        lender: '示例消费金融有限公司',
        lenderLicence: 'L0000',
        rules: lendingRulesExample,
        card: { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true },
        debitCard: { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true },
        borrowedAt: '2026-11-27T02:00:00.000Z',
        paidOutAt: '2026-11-27T02:01:00.000Z',
        settledOn: null,
        endDate: '2027-11-27',
        failReason: null,
        failure: null,
        timeline: [],
        expectedHours: 2,
        plan: [],
        coupons: [],
        benefit: null,
        priceFlows: [{ month: 1, dueDate: '2026-12-27', total: 91680 }],
        signedPlan: [],
        paidTotal: 0,
        owed: { principal: 1000000, interest: 100161, fee: 0, penalty: 0, total: 1100161 },
        overdueDays: 0,
        penaltyTomorrowFen: 0,
        penaltyPpmDay: 750,
        runningRepaymentId: null,
        payNow: { totalFen: 91680, overdueFen: 0, overdueDays: 0, periods: [1], dueDate: '2026-12-27', settleFen: 1015000 },
        texts: [],
        payments: [],
        returnedOwedFen: 0,
        surplusHeldFen: 0,
        writtenOff: null,
      },
    },
  }),
}
