import { today } from '@fyh/base/dates.ts'
import { type Fen, formatPercent, formatYuan, type Ppm } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'
import { type Approval, approvalInForce, approvalUsedBy } from '#lending/approvals/approvals.ts'
import { type Lender, type LenderRecord, type Lending, lendingOn, opensAt, type Product, type Tier } from '#lending/lenders/lenders.ts'
import type { Quote } from '#lending/loan/loan.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import type { Card } from '../card/card.ts'

/** What a quote is made on: who lends, by which product, at which rate. */
export type Lent = { readonly lender: Lender; readonly product: Product; readonly annualRatePpm: Ppm }

type Asked = { readonly productId: number; readonly periods: Product['periods'][number]; readonly tier: Tier }

/** The product that a borrower chose, at the rate of their tier. Refuses what no lender offers today on these terms. */
export async function lendingFor(db: Db | Tx, { clock }: Pick<Deps, 'clock'>, { productId, periods, tier }: Asked): Promise<Lent> {
  const lending = await lendingOn(db, { productId, on: today(clock) })
  const annualRatePpm = lending?.product.prices[tier] ?? null
  if (lending === undefined || annualRatePpm === null || !lending.product.periods.includes(periods)) fail('PRODUCT_NOT_OFFERED')
  return { ...lending, annualRatePpm }
}

/** The lending that a quote stands on, as long as the editions it was made on are in force. */
export async function lendingInForce(db: Db | Tx, { clock }: Pick<Deps, 'clock'>, quote: Quote): Promise<Lent> {
  const lending = await lendingOn(db, { productId: quote.productId, on: today(clock) })
  if (lending?.product.edition !== quote.productEdition || lending.lender.edition !== quote.lenderEdition) fail('QUOTE_OUTDATED')
  return { ...lending, annualRatePpm: quote.annualRatePpm }
}

/** Refuses while the lender is closed and a price above its cap. Checked when a quote is made and again when the loan is. */
export function requireLendable(
  { lender, pricePpm }: { lender: Lender; pricePpm: Ppm },
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
): void {
  requireOpen(lender, { clock, config })
  if (pricePpm > lender.priceCapPpm)
    fail('PRICE_ABOVE_CAP', {
      price: formatPercent(pricePpm),
      cap: formatPercent(lender.priceCapPpm),
      pricePpm,
      capPpm: lender.priceCapPpm,
    })
}

export function requireOpen(
  { name, openingHours }: Pick<LenderRecord, 'name' | 'openingHours'>,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
): void {
  const opening = config.lendersAlwaysOpen ? null : opensAt(openingHours, clock.now())
  if (opening !== null) fail('LENDER_CLOSED', { lender: name, ...openingHours, opensAt: beijingTime(opening) })
}

type OnApproval = { readonly lent: Lending; readonly userId: number; readonly amountFen: Fen; readonly periods: number }

/**
 * The approval that a loan of a partner's product stands on; undefined for every other product. Refuses without one in force, and above what was
 * approved. A loan that is submitted again after its pay-out failed stands on the approval it has used.
 */
export async function approvalFor(
  tx: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  { lent, userId, amountFen, periods }: OnApproval,
  forLoanId: number | null = null,
): Promise<Approval | undefined> {
  const { isPartner, lenderId } = lent.lender
  if (!isPartner) return undefined
  const now = clock.now()
  const approval =
    forLoanId === null ? await approvalInForce(tx, { userId, lenderId, now }) : await approvalUsedBy(tx, { userId, loanId: forLoanId, now })
  if (approval === undefined) fail('APPROVAL_MISSING')
  if (periods > approval.periodsMax) fail('PRODUCT_NOT_OFFERED')
  if (amountFen > approval.amountFen)
    fail('APPROVAL_NOT_ENOUGH', { available: formatYuan(approval.amountFen, 0), availableFen: approval.amountFen })
  return approval
}

export function requireBankServed({ name, bankCodes }: Pick<LenderRecord, 'name' | 'bankCodes'>, { bankCode, bankName }: Card): void {
  if (!bankCodes.includes(bankCode)) fail('CARD_BANK_NOT_SERVED', { lender: name, bank: bankName, bankCode })
}

/** Day and time as both languages read them. */
function beijingTime(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}
