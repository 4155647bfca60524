import { today } from '@fyh/base/dates.ts'
import { type Fen, formatPercent } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { CostSheet } from '@fyh/contract/cost-sheet.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Lender, Product } from '#lending/lenders/lenders.ts'
import type { Deps } from '#platform/deps.ts'
import { type BenefitPackage, openOrders, packageOnSale, packageShown, packagesOnSale } from '../equity/equity.ts'
import type { Lent } from './lending-checks.ts'
import { offerOf, priceToCap } from './offer.ts'

type Asked = { readonly userId: number; readonly benefitPackageId: number | undefined }

/** The package of benefits chosen for a loan; refuses one that cannot be bought with it. */
export async function benefitFor(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { lender }: Lent,
  { userId, benefitPackageId }: Asked,
): Promise<BenefitPackage | undefined> {
  if (benefitPackageId === undefined) return undefined
  if (!isSoldWith(lender)) fail('BENEFIT_NOT_WITH_LOAN')
  const one = packageOnSale({ clock, config }, benefitPackageId) ?? fail('BENEFIT_NOT_ON_SALE')
  if ((await openOrders(db, userId)).has(benefitPackageId)) fail('BENEFIT_OWNED')
  return one
}

/** Packages are offered with loans of the own lenders only: what a partner's borrower signs and pays is between the two. */
const isSoldWith = ({ isPartner }: Pick<Lender, 'isPartner'>): boolean => !isPartner

/** Refuses a package with which the loan would cost more than its lender may take. The loan by itself was checked before. */
export function requireBelowCap(sheet: CostSheet, { priceCapPpm }: Pick<Lender, 'priceCapPpm'>): void {
  const pricePpm = priceToCap(sheet)
  if (pricePpm > priceCapPpm)
    fail('BENEFIT_ABOVE_CAP', { price: formatPercent(pricePpm), cap: formatPercent(priceCapPpm), pricePpm, capPpm: priceCapPpm })
}

type Wished = {
  readonly userId: number
  readonly amountFen: Fen
  readonly periods: Product['periods'][number]
  readonly language: Language
}

/** The packages on sale with what the loan of today costs without and with each. */
export async function benefitChoices(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  lent: Lent,
  { userId, amountFen, periods, language }: Wished,
): Promise<DataOf<typeof borrow.benefits>> {
  const { lender, annualRatePpm } = lent
  if (!isSoldWith(lender) || amountFen === 0) return { items: [] }
  const payOutDate = today(clock)
  const owned = await openOrders(db, userId)
  const items = packagesOnSale({ clock, config }).map((one) => {
    const { costSheet } = offerOf(lent, { amountFen, periods, annualRatePpm, payOutDate }, { benefit: inSheet(one, language) })
    const pricePpm = costSheet.price.simplePpm
    const obstacle = owned.has(one.packageId) ? ('owned' as const) : pricePpm > lender.priceCapPpm ? ('cap' as const) : null
    const priceBeforePpm = costSheet.benefit?.priceBefore.simplePpm ?? pricePpm
    return { package: packageShown(one, language), priceBeforePpm, pricePpm, obstacle }
  })
  return { items }
}

/** A package as a cost sheet names it. */
export const inSheet = ({ packageId, name, supplier, priceFen, termDays }: BenefitPackage, language: Language) => ({
  packageId,
  name: name[language],
  supplier: supplier.name[language],
  priceFen,
  termDays,
})
