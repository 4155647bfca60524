import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { randomText } from '@fyh/base/ids.ts'

/** A signature is good for this long on either side of its time stamp. */
export const signatureWindowMs = 5 * 60_000

export type SignedParts = {
  readonly method: string
  /** As sent, query included. */
  readonly path: string
  readonly body: string | Uint8Array
}
export type SignatureHeaders = { readonly 'x-timestamp': string; readonly 'x-nonce': string; readonly 'x-signature': string }
type HeaderBag = Readonly<Record<string, string | string[] | undefined>>

/** HMAC-SHA256 in hex over method, path, time stamp, nonce and the body's SHA-256, a line each. */
export function sign(parts: SignedParts & { readonly secret: string; readonly at: Date; readonly nonce?: string }): SignatureHeaders {
  const timestamp = String(parts.at.getTime())
  const nonce = parts.nonce ?? randomText(24)
  return { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature(parts.secret, requestLines(parts, timestamp, nonce)) }
}

export type Verdict = 'ok' | 'missing' | 'stale' | 'wrong' | 'replayed'

/** Returns the secret that a request is signed with; undefined where it is none of these. */
export function signedBy(parts: SignedParts & { readonly headers: HeaderBag; readonly secrets: readonly string[] }): string | undefined {
  const [timestamp, nonce, given] = ['x-timestamp', 'x-nonce', 'x-signature'].map((name) => single(parts.headers[name]))
  if (timestamp === undefined || nonce === undefined || given === undefined) return undefined
  return parts.secrets.find((secret) => equal(given, signature(secret, requestLines(parts, timestamp, nonce))))
}

/** `remember` keeps a nonce until the moment given and says whether it was new; it is asked only after the signature held. */
export async function verify(
  parts: SignedParts & {
    readonly headers: HeaderBag
    /** The one in use and those retired. */
    readonly secrets: readonly string[]
    readonly now: Date
    readonly remember: (nonce: string, until: Date) => Promise<boolean>
  },
): Promise<Verdict> {
  const timestamp = single(parts.headers['x-timestamp'])
  const nonce = single(parts.headers['x-nonce'])
  const given = single(parts.headers['x-signature'])
  if (timestamp === undefined || given === undefined || nonce === undefined || !/^\d{13}$/.test(timestamp) || !/^[\w-]{8,64}$/.test(nonce))
    return 'missing'
  if (Math.abs(parts.now.getTime() - Number(timestamp)) > signatureWindowMs) return 'stale'
  if (signedBy(parts) === undefined) return 'wrong'
  const until = new Date(Number(timestamp) + 2 * signatureWindowMs)
  return (await parts.remember(nonce, until)) ? 'ok' : 'replayed'
}

export type AnswerParts = { readonly nonce: string; readonly status: number; readonly body: string | Uint8Array; readonly secret: string }

/** The answer to a signed call is bound to its nonce, so that no other answer can be put in its place. */
export const signAnswer = (parts: AnswerParts): { readonly 'x-signature': string } => ({
  'x-signature': signature(parts.secret, answerLines(parts)),
})

export function answerHolds(parts: AnswerParts & { readonly signature: string | null | undefined }): boolean {
  return typeof parts.signature === 'string' && equal(parts.signature, signature(parts.secret, answerLines(parts)))
}

/** What an address carries that one party hands a browser to the other with: no data of a person, a reference and a moment. */
type LinkParts = { readonly purpose: 'handOver' | 'return'; readonly reference: string; readonly outcome: string; readonly at: string }

export const signLink = (parts: LinkParts, secret: string): string => signature(secret, linkLines(parts))

/** Whether a link is signed with one of the secrets. How old it may be is the caller's to say. */
export function linkHolds(parts: LinkParts & { readonly signature: string }, secrets: readonly string[]): boolean {
  return secrets.some((secret) => equal(parts.signature, signature(secret, linkLines(parts))))
}

const linkLines = ({ purpose, reference, outcome, at }: LinkParts) => ['LINK', purpose, reference, outcome, at]
const requestLines = ({ method, path, body }: SignedParts, timestamp: string, nonce: string) => [
  method.toUpperCase(),
  path,
  timestamp,
  nonce,
  sha256(body),
]
const answerLines = ({ nonce, status, body }: AnswerParts) => ['ANSWER', nonce, String(status), sha256(body)]
const signature = (secret: string, lines: readonly string[]) => createHmac('sha256', secret).update(lines.join('\n')).digest('hex')
const sha256 = (body: string | Uint8Array) => createHash('sha256').update(body).digest('hex')
const single = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

function equal(given: string, right: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
