import { createHmac } from 'node:crypto'
import { standInPorts } from '@fyh/base/stand-ins.ts'

export const vendorPorts = [...standInPorts, 'messenger'] as const
export type VendorPort = (typeof vendorPorts)[number]
/** Returns the secrets of a port: the first one signs, all of them are accepted. */
export type VendorSecrets = (port: VendorPort) => readonly [string, ...string[]]

type SettingOf<Port extends VendorPort> = `VENDOR_SECRET_${Uppercase<Port>}`
type Settings = { readonly VENDOR_SECRET: string; readonly VENDOR_SECRETS_RETIRED: readonly string[] } & {
  readonly [Name in SettingOf<VendorPort>]?: string | undefined
}

/**
 * The secrets as the settings have them. A port without a secret of its own gets one made from VENDOR_SECRET, so no party can sign for another. A retired
 * secret is a former VENDOR_SECRET, or `port:secret` for a former secret of one port.
 */
export function vendorSecrets(settings: Settings): VendorSecrets {
  const own: { readonly [Port in VendorPort]: string | undefined } = {
    sms: settings.VENDOR_SECRET_SMS,
    ocr: settings.VENDOR_SECRET_OCR,
    face: settings.VENDOR_SECRET_FACE,
    bank: settings.VENDOR_SECRET_BANK,
    payment: settings.VENDOR_SECRET_PAYMENT,
    lender: settings.VENDOR_SECRET_LENDER,
    messenger: settings.VENDOR_SECRET_MESSENGER,
  }
  const retired = settings.VENDOR_SECRETS_RETIRED.map(retiredSecret)
  const table = new Map(
    vendorPorts.map((port) => {
      const former = retired.flatMap((entry) =>
        entry.port === undefined ? [madeFrom(entry.secret, port)] : entry.port === port ? [entry.secret] : [],
      )
      return [port, [own[port] ?? madeFrom(settings.VENDOR_SECRET, port), ...former] as const]
    }),
  )
  return (port) => table.get(port) ?? [madeFrom(settings.VENDOR_SECRET, port)]
}

/** HMAC-SHA256 of `vendor port NAME` under VENDOR_SECRET, base64url. */
const madeFrom = (base: string, port: VendorPort) => createHmac('sha256', base).update(`vendor port ${port}`).digest('base64url')

function retiredSecret(entry: string): { readonly port: VendorPort | undefined; readonly secret: string } {
  const port = vendorPorts.find((name) => entry.startsWith(`${name}:`))
  return { port, secret: port === undefined ? entry : entry.slice(port.length + 1) }
}

/**
 * The secret of an app at the sandbox's messenger. Server and sandbox both make it from the messenger's secret, so that an app of any
 * name works there without a list of apps, and the shared secret itself is never sent.
 */
export const standInSecret = (messengerSecret: string, appId: string): string =>
  createHmac('sha256', messengerSecret).update(`messenger app ${appId}`).digest('hex').slice(0, 32)
