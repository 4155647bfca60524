import { lenderParty, lenderSettings } from '@fyh/base/lender-party.ts'
import { allowsLender, isProduction, namesIn } from '@fyh/base/stand-ins.ts'
import { lenderSecrets, settingsByLender } from '@fyh/base/vendor-parties.ts'
import type { z } from 'zod'

type Environment = Readonly<Record<string, string | undefined>>

/** How each lender is spoken to: a setting that ends in its number goes before the one for all. */
export type LenderSettings = {
  /** The name of its adapter, and the setting that gives it. */
  readonly adapterOf: (lenderId: number) => { readonly name: string; readonly setting: string }
  /** Where it listens; undefined where that is the sandbox. */
  readonly addressOf: (lenderId: number) => string | undefined
  /** Its own page for applications; undefined where it has none. The sandbox has one of every lender. */
  readonly pageOf: (lenderId: number) => string | undefined
  /** Secrets of single lenders; the others have one made from VENDOR_SECRET. */
  readonly secrets: ReadonlyMap<number, string>
  /** Whether its stand-in may play it. */
  readonly allowsStandIn: (lenderId: number) => boolean
}

/** Reads the settings of lenders. `secret` and `url` are the shapes that such settings have anywhere. A wrong one throws an error that names it. */
export function readLenderSettings(
  environment: Environment,
  { secret, url, sandboxUrl }: { readonly secret: z.ZodType<string>; readonly url: z.ZodType<string>; readonly sandboxUrl: string },
): LenderSettings {
  const adapters = lenderSettings(environment, 'PROVIDER_LENDER')
  const addresses = settingsByLender(environment, 'VENDOR_URL_LENDER', url)
  const pages = settingsByLender(environment, 'PARTNER_PAGE_LENDER', url)
  const secrets = lenderSecrets(environment, secret)
  const allowed = namesIn(environment.ALLOW_STAND_INS)
  const adapterOf: LenderSettings['adapterOf'] = (lenderId) => {
    const own = adapters.get(lenderId)
    if (own !== undefined) return { name: own, setting: `PROVIDER_LENDER_${lenderId}` }
    return { name: environment.PROVIDER_LENDER || 'sandbox', setting: 'PROVIDER_LENDER' }
  }
  return {
    adapterOf,
    pageOf: (lenderId) =>
      pages.get(lenderId) ?? (adapterOf(lenderId).name === 'sandbox' ? `${sandboxUrl}/partner/${lenderParty(lenderId)}` : undefined),
    addressOf: (lenderId) => addresses.get(lenderId),
    secrets,
    allowsStandIn: (lenderId) => !isProduction(environment) || allowsLender(allowed, lenderId),
  }
}

/**
 * Throws an error that names each published lender that production cannot speak to: one whose stand-in is not allowed, or a real one without an
 * address and a secret of its own. A secret made from VENDOR_SECRET is for stand-ins.
 */
export function requireLenders(
  { lenders, isLive }: { readonly lenders: LenderSettings; readonly isLive: boolean },
  published: readonly number[],
): void {
  const faults = isLive ? published.flatMap((lenderId) => faultsOf(lenders, lenderId)) : []
  if (faults.length > 0) throw new Error(['NODE_ENV=production cannot speak to every published lender:', ...faults].join('\n'))
}

function faultsOf(lenders: LenderSettings, lenderId: number): string[] {
  if (lenders.adapterOf(lenderId).name === 'sandbox')
    return lenders.allowsStandIn(lenderId)
      ? []
      : [`  lender ${lenderId}: set PROVIDER_LENDER_${lenderId}, or allow its stand-in: ALLOW_STAND_INS=lender_${lenderId}`]
  const missing = [
    ...(lenders.addressOf(lenderId) === undefined ? [`VENDOR_URL_LENDER_${lenderId}`] : []),
    ...(lenders.secrets.has(lenderId) ? [] : [`VENDOR_SECRET_LENDER_${lenderId}`]),
  ]
  return missing.length === 0 ? [] : [`  lender ${lenderId}: set ${missing.join(' and ')}`]
}
