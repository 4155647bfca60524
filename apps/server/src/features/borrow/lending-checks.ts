import { today } from '@fyh/base/dates.ts'
import { formatPercent, type Ppm } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'
import { type Lender, type LenderRecord, lendingOn, opensAt, type Product, type Tier } from '#lending/lenders/lenders.ts'
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
  const opening = config.lendersAlwaysOpen ? null : opensAt(lender.openingHours, clock.now())
  if (opening !== null) fail('LENDER_CLOSED', { lender: lender.name, ...lender.openingHours, opensAt: beijingTime(opening) })
  if (pricePpm > lender.priceCapPpm)
    fail('PRICE_ABOVE_CAP', {
      price: formatPercent(pricePpm),
      cap: formatPercent(lender.priceCapPpm),
      pricePpm,
      capPpm: lender.priceCapPpm,
    })
}

export function requireBankServed({ name, bankCodes }: Pick<LenderRecord, 'name' | 'bankCodes'>, { bankCode, bankName }: Card): void {
  if (!bankCodes.includes(bankCode)) fail('CARD_BANK_NOT_SERVED', { lender: name, bank: bankName, bankCode })
}

/** Day and time as both languages read them. */
function beijingTime(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}
