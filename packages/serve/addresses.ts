import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Networks that TRUST_PROXY may call by a name. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const networkBits = 64
const siteBits = 48

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Returns the one spelling of an address; port, brackets, quotes and zone are removed, IPv4 inside IPv6 becomes IPv4. Undefined for other text. */
export function canonicalAddress(text: string): string | undefined {
  return spelled(parsed(text))
}

/** Returns what limits count as one sender: an IPv4 address, or the /64 of an IPv6 address, which one customer of a provider owns as a whole. */
export function networkOf(text: string): string {
  const address = parsed(text)
  return address instanceof ipaddr.IPv6 ? prefixOf(address, networkBits) : (spelled(address) ?? text)
}

/** Returns the /48 of an IPv6 address, of which one owner may have all 65,536 networks; undefined for other text. */
export function siteOf(text: string): string | undefined {
  const address = parsed(text)
  return address instanceof ipaddr.IPv6 ? prefixOf(address, siteBits) : undefined
}

function prefixOf(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, place) => (place < bits / 8 ? byte : 0))
  return `${new ipaddr.IPv6(bytes).toRFC5952String()}/${bits}`
}

/** Returns a test for addresses of proxies whose X-Forwarded-For is trusted. Throws on an entry that is neither a name, an address nor a network. */
export function trustedProxies(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.flatMap((entry) => namedNetworks[entry] ?? [entry]).map(networkNamed)
  return (text) => {
    const address = parsed(text)
    return address !== undefined && networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
  }
}

/** What a setting that names proxies should look like. */
export const proxiesWanted = 'should be addresses or networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas'

/** Whether `trustedProxies` takes these entries. */
export function areProxies(entries: readonly string[]): boolean {
  try {
    trustedProxies(entries)
    return true
  } catch {
    return false
  }
}

type Sent = Pick<IncomingMessage, 'headers' | 'socket'>

/**
 * Returns the address a request comes from: the first one, seen from here, that is not a trusted proxy. A forwarded value that is not an address counts
 * as the proxy's own, so that one client cannot appear under many names.
 */
export function clientAddress({ headers, socket }: Sent, isProxy: (address: string) => boolean): string {
  const remote = socket.remoteAddress ?? ''
  let address = canonicalAddress(remote) ?? remote
  for (const hop of [headers['x-forwarded-for']].flat().join(',').split(',').reverse()) {
    const before = isProxy(address) ? canonicalAddress(hop) : undefined
    if (before === undefined) break
    address = before
  }
  return address
}

function networkNamed(entry: string): [Address, number] {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry)
  const address = parsed(entry)
  if (address === undefined) throw new Error('not an address or a network')
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function parsed(text: string): Address | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const [, inBrackets, fourParts] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(bare) ?? []
  const host = (inBrackets ?? fourParts ?? bare).replace(/%.*$/, '')
  // The library also reads octal, hexadecimal and shortened IPv4, in which one address has many spellings.
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host)
  if (!ipaddr.IPv6.isValid(host)) return undefined
  const address = ipaddr.IPv6.parse(host)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const spelled = (address: Address | undefined) => (address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address?.toString())
