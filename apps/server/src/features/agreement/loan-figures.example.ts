import { civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, type Ppm, ppm, zeroFen } from '@fyh/base/money.ts'
import type { LoanFigures } from './filled-text.ts'

/** Made-up figures for tests of the texts: 10,000 yuan over three periods. */
export const exampleFigures: LoanFigures = {
  quoteId: 1,
  borrower: { name: '测*', idNumber: '1101**********002X' },
  amountFen: fen(1_000_000),
  periods: 3,
  method: 'equalInstalment',
  use: '01',
  payOutDate: civilDate('2026-11-27'),
  annualRatePpm: ppm(180_000),
  plan: [
    row({ period: 1, startDate: '2026-11-27', dueDate: '2026-12-27', principal: 326_792, interest: 15_000, balance: 1_000_000 }),
    row({ period: 2, startDate: '2026-12-27', dueDate: '2027-01-27', principal: 331_694, interest: 10_098, balance: 673_208 }),
    row({ period: 3, startDate: '2027-01-27', dueDate: '2027-02-27', principal: 341_514, interest: 279, balance: 341_514 }),
  ],
  totalInterest: fen(25_377),
  totalDue: fen(1_025_377),
  costSheet: {
    lender: '示例消费金融有限公司',
    lenderLicence: 'L0000',
    items: [
      { item: 'interest', payee: '示例消费金融有限公司', annualRatePpm: ppm(180_000), amount: fen(25_377), annualisedPpm: ppm(180_000) },
    ],
    totalCost: fen(25_377),
    price: { simplePpm: ppm(180_000), compoundPpm: ppm(195_618) },
    coupon: null,
    benefit: null,
    contingent: { penaltyPpmDay: 750, graceDays: 3, earlySettlementFee: zeroFen },
    rules: {
      dayCount: '30/360',
      tail: 'lastInstalment',
      daysOff: 'stay',
      allocationOrder: ['fee', 'penalty', 'interest', 'principal'],
      penalty: { percentOfRate: 150, graceDays: 3, ceilingPpm: ppm(1_000_000) },
      earlySettlementFeePpm: ppm(0),
      earlySettlementFreeDays: 0,
      interestAhead: 'counts',
    },
    minReadSeconds: 6,
  },
}

type Row = { period: number; startDate: string; dueDate: string; principal: number; interest: number; balance: number }

function row({ period, startDate, dueDate, principal, interest, balance }: Row): LoanFigures['plan'][number] {
  const explain: { balance: Fen; ratePpm: Ppm; days: number; basisDays: number; rule: 'balanceByDays' } = {
    balance: fen(balance),
    ratePpm: ppm(180_000),
    days: 30,
    basisDays: 360,
    rule: 'balanceByDays',
  }
  return {
    period,
    month: period,
    startDate: civilDate(startDate),
    dueDate: civilDate(dueDate),
    principal: fen(principal),
    interest: fen(interest),
    fee: zeroFen,
    total: fen(principal + interest),
    balanceAfter: fen(balance - principal),
    explain,
    spans: [],
    principalHow: {
      rule: 'instalmentMinusInterest',
      instalment: fen(principal + interest),
      drawn: { balance: fen(1_000_000), periods: 3 },
      prepaid: zeroFen,
      interest: fen(interest),
      isMonthly: true,
    },
  }
}
