export type PagePolicy = {
  /** Origins that may show our pages in a frame; without any, nobody may. */
  readonly frameAncestors?: readonly string[]
  /** Origins our pages may call, beside our own: the trace host. */
  readonly connectTo?: readonly string[]
  /** Hashes of inline scripts the build puts into the page. */
  readonly scriptHashes?: readonly string[]
}

/** The headers every answer carries. A wildcard ancestor would let any site frame the page where contracts are signed, and nothing of ours frames it. */
export function securityHeaders({ frameAncestors = [], connectTo = [], scriptHashes = [] }: PagePolicy): Readonly<Record<string, string>> {
  for (const ancestor of frameAncestors)
    if (!/^https?:\/\/[^\s;,*]+$/.test(ancestor) || URL.parse(ancestor)?.origin !== ancestor)
      throw new Error(`"${ancestor}" cannot be a frame ancestor: name one whole origin`)
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    // The kit sets positions by style attributes.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'connect-src': ["'self'", ...connectTo].join(' '),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' '),
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}
