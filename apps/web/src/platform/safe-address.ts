/** Refuses control characters, which address parsers drop silently; looked for before and after decoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controlCharacters = /[\u0000-\u001F\u007F]/

/**
 * Where a redirectUrl may lead: a place in this application, as path, query and hash. Anything that a browser could
 * read as another site, in any spelling, leads home. Judged by the origin that the parser finds, not by the text.
 */
export function safePath(redirectUrl: string | null | undefined, origin: string): string {
  if (redirectUrl == null || redirectUrl === '' || suspicious(redirectUrl)) return '/'
  if (!/^(\/|https?:\/\/)/i.test(redirectUrl)) return '/'
  const url = parsed(redirectUrl, origin)
  if (url === undefined || url.origin !== origin || url.username !== '' || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** An address of this application or of an allowed partner host, in full; undefined for any other. */
export function safeAddress(address: string, origin: string, partnerHosts: readonly string[] = []): string | undefined {
  const url = suspicious(address) ? undefined : parsed(address, origin)
  if (url === undefined || url.username !== '') return undefined
  if (url.origin === origin && !url.pathname.startsWith('//')) return url.href
  return url.protocol === 'https:' && partnerHosts.includes(url.host) ? url.href : undefined
}

function parsed(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, origin)
  } catch {
    return undefined
  }
}

/** The start of an address is judged as written and decoded once and twice: slashes, backslashes and controls may hide. */
function suspicious(address: string): boolean {
  let text = address
  for (let round = 0; round < 3; round++) {
    const start = text.split(/[?#]/)[0] ?? ''
    if (
      text !== text.trim() ||
      controlCharacters.test(start) ||
      start.includes('\\') ||
      /^\/\.*\//.test(start) ||
      /\/\//.test(start.replace(/^https?:\/\//i, ''))
    )
      return true
    const next = decoded(start)
    if (next === undefined) return true
    if (next === start) return false
    text = next
  }
  return false
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
