import { type ChannelParty, channelSettings, isChannelParty } from './channel-party.ts'
import { isLenderParty, type LenderParty, lenderIdOf, lenderParty, lenderSettings } from './lender-party.ts'
import { standInPorts } from './stand-ins.ts'

/** Outside parties of which there is one each. */
export const singleParties = [...standInPorts.filter((port) => port !== 'lender'), 'messenger'] as const
type SingleParty = (typeof singleParties)[number]
/** Whoever has a secret of its own: a party of which there is one, one of the lenders, or one of the channels. */
export type VendorParty = SingleParty | LenderParty | ChannelParty
/** Returns the secrets of a party: the first one signs, all of them are accepted. */
export type VendorSecrets = (party: VendorParty) => readonly [string, ...string[]]

export const isVendorParty = (name: string): name is VendorParty =>
  singleParties.some((party) => party === name) || isLenderParty(name) || isChannelParty(name)

type SettingOf<Party extends SingleParty> = `VENDOR_SECRET_${Uppercase<Party>}`
type Settings = {
  readonly VENDOR_SECRET: string
  readonly VENDOR_SECRETS_RETIRED: readonly string[]
  /** The secrets of single lenders, `VENDOR_SECRET_LENDER_2` under 2. */
  readonly lenderSecrets?: ReadonlyMap<number, string>
  /** The secrets of channels, `CHANNEL_SECRET_DEMO_TRIP` under channel_DEMO_TRIP. */
  readonly channelSecrets?: ReadonlyMap<ChannelParty, string>
} & { readonly [Name in SettingOf<SingleParty>]?: string | undefined }

/** A former secret of one party, or a former VENDOR_SECRET where no party is named. */
type Retired = { readonly party: VendorParty | undefined; readonly secret: string }
type PartySecrets = { readonly base: string; readonly own: ReadonlyMap<VendorParty, string>; readonly retired: readonly Retired[] }

/**
 * The secrets of all parties as the settings have them. A retired secret is a former VENDOR_SECRET, or `party:secret` for a former secret of
 * one party. Throws when two lenders, or two channels, share a secret.
 */
export function partySecrets(settings: Settings): PartySecrets {
  const single: { readonly [Party in SingleParty]: string | undefined } = {
    sms: settings.VENDOR_SECRET_SMS,
    ocr: settings.VENDOR_SECRET_OCR,
    face: settings.VENDOR_SECRET_FACE,
    bank: settings.VENDOR_SECRET_BANK,
    payment: settings.VENDOR_SECRET_PAYMENT,
    benefit: settings.VENDOR_SECRET_BENEFIT,
    messenger: settings.VENDOR_SECRET_MESSENGER,
    check: settings.VENDOR_SECRET_CHECK,
  }
  const own = new Map<VendorParty, string>()
  for (const party of singleParties) {
    const secret = single[party]
    if (secret !== undefined) own.set(party, secret)
  }
  for (const [lenderId, secret] of settings.lenderSecrets ?? []) own.set(lenderParty(lenderId), secret)
  for (const [party, secret] of settings.channelSecrets ?? []) own.set(party, secret)
  const retired = settings.VENDOR_SECRETS_RETIRED.map(retiredSecret)
  requireApart([...[...own].map(([party, secret]) => ({ party, secret })), ...retired])
  return { base: settings.VENDOR_SECRET, own, retired }
}

function retiredSecret(entry: string): Retired {
  const [name = '', ...rest] = entry.split(':')
  if (name === 'lender' && rest.length > 0) throw new Error('VENDOR_SECRETS_RETIRED: name the lender, as lender_2:secret does')
  return isVendorParty(name) && rest.length > 0 ? { party: name, secret: rest.join(':') } : { party: undefined, secret: entry }
}

/** With the secret of another lender one could report pay-outs for it; with that of another channel, log its customers in. */
function requireApart(secrets: readonly Retired[]): void {
  const ofParty = new Map<string, VendorParty>()
  for (const { party, secret } of secrets) {
    if (party === undefined || !(isLenderParty(party) || isChannelParty(party))) continue
    const other = ofParty.get(secret)
    if (other !== undefined && other !== party) throw sharedSecret(other, party)
    ofParty.set(secret, party)
  }
}

function sharedSecret(one: VendorParty, other: VendorParty): Error {
  const lenderIds = [lenderIdOf(one), lenderIdOf(other)]
  if (lenderIds[0] !== undefined && lenderIds[1] !== undefined)
    return new Error(`Lenders ${lenderIds[0]} and ${lenderIds[1]} share a secret: give each its own (VENDOR_SECRET_LENDER_${lenderIds[1]})`)
  return new Error(`${one} and ${other} share a secret: give each its own`)
}

type Environment = Readonly<Record<string, string | undefined>>
/** What a setting has to look like, as zod says it. */
type Shape = {
  readonly safeParse: (
    value: string,
  ) =>
    | { readonly success: true; readonly data: string }
    | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } }
}

/**
 * Returns the settings of single lenders by lender, each of the given shape: for the name `VENDOR_URL_LENDER`, the value of `VENDOR_URL_LENDER_2`
 * under 2. A wrong one throws an error that names the setting; the value stays out of it, because some are secrets.
 */
export function settingsByLender(environment: Environment, name: string, shape: Shape): ReadonlyMap<number, string> {
  return new Map(
    [...lenderSettings(environment, name)].map(([lenderId, value]) => {
      const parsed = shape.safeParse(value)
      if (!parsed.success) throw new Error(`${name}_${lenderId}: ${parsed.error.issues.map(({ message }) => message).join(', ')}`)
      return [lenderId, parsed.data] as const
    }),
  )
}

/** The secrets of single lenders. One secret for all of them would let each report pay-outs for the others. */
export function lenderSecrets(environment: Environment, shape: Shape): ReadonlyMap<number, string> {
  if (environment.VENDOR_SECRET_LENDER)
    throw new Error('VENDOR_SECRET_LENDER: each lender has a secret of its own, such as VENDOR_SECRET_LENDER_1')
  return settingsByLender(environment, 'VENDOR_SECRET_LENDER', shape)
}

/** The secrets of channels, each of the given shape; a wrong one throws an error that names the setting and not the value. */
export function channelSecrets(environment: Environment, shape: Shape): ReadonlyMap<ChannelParty, string> {
  return new Map(
    [...channelSettings(environment)].map(([party, value]) => {
      const parsed = shape.safeParse(value)
      if (!parsed.success)
        throw new Error(`CHANNEL_SECRET_${party.slice('channel_'.length)}: ${parsed.error.issues.map(({ message }) => message).join(', ')}`)
      return [party, parsed.data] as const
    }),
  )
}
