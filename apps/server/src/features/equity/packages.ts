import { readdirSync, readFileSync } from 'node:fs'
import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, today } from '@fyh/base/dates.ts'
import type { Deps } from '#platform/deps.ts'
import { type BenefitPackage, benefitPackage } from './benefit-package.ts'

/** Reads every edition of a folder; a malformed file stops the start with its name. */
export function readPackages(folder: URL): BenefitPackage[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const { data, error } = benefitPackage.safeParse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
      assert(data !== undefined, `${name} is not a valid package: ${error?.message}`)
      assert(name === `package-${data.packageId}.${data.edition}.json`, `${name} is not named by its package and edition`)
      return data
    })
}

const published = readPackages(new URL('./published/', import.meta.url))

type Seller = Pick<Deps, 'clock'> & { readonly config: Pick<Deps['config'], 'isLive'> }

/** The packages on sale now, by id: of each the edition in force. A live product sells no example. */
export function packagesOnSale({ clock, config: { isLive } }: Seller): BenefitPackage[] {
  return onSaleOf(
    published.filter(({ isExample }) => !(isLive && isExample)),
    today(clock),
  )
}

function onSaleOf(all: readonly BenefitPackage[], on: CivilDate): BenefitPackage[] {
  const inForce = new Map<number, BenefitPackage>()
  for (const one of all.filter(({ inForceFrom }) => inForceFrom <= on)) {
    const known = inForce.get(one.packageId)
    if (known === undefined || one.edition > known.edition) inForce.set(one.packageId, one)
  }
  return [...inForce.values()].filter(({ onSale }) => onSale).sort((a, b) => a.packageId - b.packageId)
}

export const packageOnSale = (seller: Seller, packageId: number): BenefitPackage | undefined =>
  packagesOnSale(seller).find((one) => one.packageId === packageId)
