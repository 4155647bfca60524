import { createHmac } from 'node:crypto'
import { isLenderParty, type LenderParty, lenderIdOf, lenderSettings } from '@fyh/base/lender-party.ts'
import { standInPorts } from '@fyh/base/stand-ins.ts'
import type { z } from 'zod'

/** Outside parties of which there is one each. */
export const singleParties = [...standInPorts.filter((port) => port !== 'lender'), 'messenger'] as const
type SingleParty = (typeof singleParties)[number]
/** Whoever has a secret of its own: a party of which there is one, or one of the lenders. */
export type VendorParty = SingleParty | LenderParty
/** Returns the secrets of a party: the first one signs, all of them are accepted. */
export type VendorSecrets = (party: VendorParty) => readonly [string, ...string[]]

export const isVendorParty = (name: string): name is VendorParty => singleParties.some((party) => party === name) || isLenderParty(name)

type SettingOf<Party extends SingleParty> = `VENDOR_SECRET_${Uppercase<Party>}`
type Settings = {
  readonly VENDOR_SECRET: string
  readonly VENDOR_SECRETS_RETIRED: readonly string[]
  /** The secrets of single lenders, `VENDOR_SECRET_LENDER_2` under 2. */
  readonly lenderSecrets?: ReadonlyMap<number, string>
} & { readonly [Name in SettingOf<SingleParty>]?: string | undefined }

/**
 * The secrets as the settings have them. A party without a secret of its own gets one made from VENDOR_SECRET, so no party can sign for another. A
 * retired secret is a former VENDOR_SECRET, or `party:secret` for a former secret of one party. Throws when two lenders share a secret.
 */
export function vendorSecrets(settings: Settings): VendorSecrets {
  const single: { readonly [Party in SingleParty]: string | undefined } = {
    sms: settings.VENDOR_SECRET_SMS,
    ocr: settings.VENDOR_SECRET_OCR,
    face: settings.VENDOR_SECRET_FACE,
    bank: settings.VENDOR_SECRET_BANK,
    payment: settings.VENDOR_SECRET_PAYMENT,
    messenger: settings.VENDOR_SECRET_MESSENGER,
  }
  const lenders = settings.lenderSecrets ?? new Map<number, string>()
  const ownOf = (party: VendorParty) => (isLenderParty(party) ? lenders.get(lenderIdOf(party) ?? 0) : single[party])
  const retired = settings.VENDOR_SECRETS_RETIRED.map(retiredSecret)
  requireApart(lenders, retired)
  return (party) => {
    const former = retired.flatMap((entry) =>
      entry.party === undefined ? [madeFrom(entry.secret, party)] : entry.party === party ? [entry.secret] : [],
    )
    return [ownOf(party) ?? madeFrom(settings.VENDOR_SECRET, party), ...former]
  }
}

/** HMAC-SHA256 of `vendor port NAME` under VENDOR_SECRET, base64url. */
const madeFrom = (base: string, party: VendorParty) => createHmac('sha256', base).update(`vendor port ${party}`).digest('base64url')

type Retired = { readonly party: VendorParty | undefined; readonly secret: string }

function retiredSecret(entry: string): Retired {
  const [name = '', ...rest] = entry.split(':')
  if (name === 'lender' && rest.length > 0) throw new Error('VENDOR_SECRETS_RETIRED: name the lender, as lender_2:secret does')
  return isVendorParty(name) && rest.length > 0 ? { party: name, secret: rest.join(':') } : { party: undefined, secret: entry }
}

/** With the secret of another lender one could report pay-outs for it. */
function requireApart(lenders: ReadonlyMap<number, string>, retired: readonly Retired[]): void {
  const ofLender = new Map<string, number>()
  const all = [
    ...lenders,
    ...retired.flatMap(({ party, secret }): [number, string][] => {
      const lenderId = lenderIdOf(party ?? '')
      return lenderId === undefined ? [] : [[lenderId, secret]]
    }),
  ]
  for (const [lenderId, secret] of all) {
    const other = ofLender.get(secret)
    if (other !== undefined && other !== lenderId)
      throw new Error(`Lenders ${other} and ${lenderId} share a secret: give each its own (VENDOR_SECRET_LENDER_${lenderId})`)
    ofLender.set(secret, lenderId)
  }
}

/**
 * The secret of an app at the sandbox's messenger. Server and sandbox both make it from the messenger's secret, so that an app of any
 * name works there without a list of apps, and the shared secret itself is never sent.
 */
export const standInSecret = (messengerSecret: string, appId: string): string =>
  createHmac('sha256', messengerSecret).update(`messenger app ${appId}`).digest('hex').slice(0, 32)

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the settings of single lenders by lender, each of the given shape: for the name `VENDOR_URL_LENDER`, the value of `VENDOR_URL_LENDER_2`
 * under 2. A wrong one throws an error that names the setting; the value stays out of it, because some are secrets.
 */
export function settingsByLender(environment: Environment, name: string, shape: z.ZodType<string>): ReadonlyMap<number, string> {
  return new Map(
    [...lenderSettings(environment, name)].map(([lenderId, value]) => {
      const parsed = shape.safeParse(value)
      if (!parsed.success) throw new Error(`${name}_${lenderId}: ${parsed.error.issues.map(({ message }) => message).join(', ')}`)
      return [lenderId, parsed.data] as const
    }),
  )
}

/** The secrets of single lenders. One secret for all of them would let each report pay-outs for the others. */
export function lenderSecrets(environment: Environment, shape: z.ZodType<string>): ReadonlyMap<number, string> {
  if (environment.VENDOR_SECRET_LENDER)
    throw new Error('VENDOR_SECRET_LENDER: each lender has a secret of its own, such as VENDOR_SECRET_LENDER_1')
  return settingsByLender(environment, 'VENDOR_SECRET_LENDER', shape)
}
