export type AddressKind = { readonly protocols: readonly string[]; readonly example: string }

export const databaseAddress: AddressKind = {
  protocols: ['postgres', 'postgresql'],
  example: 'postgresql://user:password@host:5432/name',
}
export const brokerAddress: AddressKind = { protocols: ['nats', 'tls'], example: 'nats://user:password@host:4222' }

const encode =
  'cannot be read; signs such as @ : / ? # % & , and spaces in a user name or password must be percent-encoded (@ is %40, : is %3A, / is %2F, # is %23, % is %25)'

/** Returns why a setting with the address of a server cannot be used; undefined when it can. Never repeats a part of it, which may be a secret. */
export function addressFault(text: string, { protocols, example }: AddressKind): string | undefined {
  const rest = protocols.map((protocol) => `${protocol}://`).find((start) => text.startsWith(start))
  if (rest === undefined || text.length === rest.length) return `should look like ${example}`
  const url = URL.parse(text)
  if (url === null || /[\s#]|%(?![\dA-Fa-f]{2})/.test(text)) return encode
  // Whatever stands after a sign that ends the user's part too early would be taken for host, path or question.
  const authority = text.slice(rest.length).split(/[/?]/)[0] ?? ''
  if (text.split('@').length !== authority.split('@').length || authority.split('@').length > 2) return encode
  return isDecodable(url.username) && isDecodable(url.password) ? undefined : encode
}

/** Returns why a list of addresses, separated by commas, cannot be used. */
export function addressesFault(text: string, kind: AddressKind): string | undefined {
  const parts = text.split(',').map((part) => part.trim())
  const faults = parts.map((part) => addressFault(part, kind))
  // A comma in a password makes a part that begins with no protocol.
  return parts.length > 1 && faults.some((fault) => fault !== undefined) ? encode : faults[0]
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
