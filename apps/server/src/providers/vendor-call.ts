import type { Clock } from '@fyh/base/clock.ts'
import { randomText } from '@fyh/base/ids.ts'
import { answerHolds, sign } from '@fyh/serve/signed.ts'
import { z } from 'zod'

export type VendorSettings = {
  /** Where the vendor listens, without a slash at the end. */
  readonly baseUrl: string
  readonly secret: string
  readonly clock: Pick<Clock, 'machineNow'>
  /** No answer within this is the answer `unknown`. */
  readonly timeLimitMs?: number
  /** Told why an answer could not be used; the reason names neither the request nor a person. */
  readonly onUnknown?: (path: string, why: string) => void
}
export type VendorCall = <Result>(
  path: `/${string}`,
  request: object,
  schema: z.ZodType<Result>,
) => Promise<Result | { readonly answer: 'unknown' }>

const timeLimitMsDefault = 5_000

/** Signed JSON over HTTP, in both directions. Whatever is not a whole, signed answer of the declared shape in time counts as no answer. */
export function vendorCall({
  baseUrl,
  secret,
  clock,
  timeLimitMs = timeLimitMsDefault,
  onUnknown = () => undefined,
}: VendorSettings): VendorCall {
  return async (path, request, schema) => {
    try {
      const body = JSON.stringify(request)
      const nonce = randomText(24)
      const signed = sign({ method: 'POST', path: new URL(`${baseUrl}${path}`).pathname, body, secret, at: clock.machineNow(), nonce })
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimitMs),
      })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`)
      if (!answerHolds({ nonce, status: response.status, body: text, secret, signature: response.headers.get('x-signature') }))
        throw new Error('the signature of the answer does not hold')
      return schema.parse(JSON.parse(text))
    } catch (error) {
      onUnknown(path, reasonOf(error))
      return { answer: 'unknown' }
    }
  }
}

/** The two shapes an answer can have on the wire; the third one is silence. */
export function answerSchema<Ok extends z.ZodRawShape, Reason extends z.ZodType<string>>(ok: Ok, reason: Reason) {
  return z.union([z.object({ answer: z.literal('ok'), ...ok }), z.object({ answer: z.literal('refused'), reason })])
}

/** A refusal in the vendor's own words. */
export const anyReason = z.string().max(200)

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return `unexpected shape at ${error.issues.map((issue) => issue.path.join('.')).join(', ')}`
  if (!(error instanceof Error)) return 'failed'
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
