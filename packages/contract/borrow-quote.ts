import { z } from 'zod'
import { agreementKeys } from './agreement.ts'
import { costSheet, costSheetExample } from './cost-sheet.ts'
import { method, periods } from './offered-product.ts'
import { options } from './options.ts'
import { planRow } from './plan-shapes.ts'
import { day, fenAmount, id, moment, ratePpm } from './shapes.ts'

/** A binding offer: plan, price, cost sheet and the texts to sign. */
export const quote = z.object({
  quoteId: id,
  lenderId: id,
  productId: id,
  /** Banks whose cards the lender pays out to. */
  bankCodes: z.array(z.string()),
  /** How long a pay-out of this lender takes at most. */
  payOutHours: z.int(),
  amountFen: fenAmount,
  periods,
  method,
  use: z.enum(options.loanUse),
  payOutDate: day,
  annualRatePpm: ratePpm,
  plan: z.array(planRow),
  totalInterest: fenAmount,
  totalDue: fenAmount,
  costSheet,
  texts: z.array(z.object({ key: z.enum(agreementKeys), version: z.string(), sha256: z.string(), title: z.string() })),
  signed: z.boolean(),
  expiresAt: moment,
  /** The loan that is submitted again on this quote, after its pay-out failed. */
  forLoanId: id.nullable(),
  /** The package of benefits bought with the loan; what it costs is in the cost sheet. */
  benefitPackageId: id.nullable(),
})
export const quoteExample = {
  quoteId: 1,
  lenderId: 1,
  productId: 101,
  bankCodes: ['ICBC'],
  payOutHours: 2,
  amountFen: 1000000,
  periods: 12,
  method: 'equalInstalment',
  use: '01',
  payOutDate: '2026-11-27',
  annualRatePpm: 180000,
  plan: [],
  totalInterest: 100161,
  totalDue: 1100161,
  costSheet: costSheetExample,
  texts: [],
  signed: false,
  expiresAt: '2026-11-27T02:30:00.000Z',
  forLoanId: null,
  benefitPackageId: null,
}
