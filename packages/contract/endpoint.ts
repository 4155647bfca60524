import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** guest: no token needed; user: a live token; vendor: a signed call-back; development: exists only while DEV_TOOLS is on. */
export type Auth = 'guest' | 'user' | 'vendor' | 'development'

/** One endpoint, declared once: route, validation, typed client, OpenAPI and the errors a test must provoke all come from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST'
  /** Exact path below the prefix /api; `:name` marks a parameter. */
  readonly path: `/${string}`
  readonly auth: Auth
  readonly summary: string
  readonly body?: z.ZodType
  readonly query?: z.ZodType
  readonly params?: z.ZodType
  readonly data: z.ZodType
  /** Refusals of its own, beside INPUT_INVALID, LOGIN_EXPIRED and the idempotency ones that every endpoint of its kind can answer. */
  readonly errors: readonly ErrorCode[]
  /** Where money moves an Idempotency-Key header is required; the same key with the same request gets the first answer again. */
  readonly moves?: 'money'
  /** Largest request body in bytes, where the default of 64 KiB is too small. */
  readonly bodyBytesMax?: number
  readonly example: { readonly body?: unknown; readonly query?: unknown; readonly params?: unknown; readonly data: unknown }
}

/** Fields that prove who orders and are no part of the order: the same order with a new proof is still the same. */
export const proofFields: readonly string[] = ['authCode', 'payPassword']

export const endpoint = <const E extends Endpoint>(declared: E): E => declared

type Part<E, K extends 'body' | 'query' | 'params', Side extends 'input' | 'output'> = E extends {
  readonly [P in K]: infer S extends z.ZodType
}
  ? { readonly [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown

/** What a caller hands in: body, query and params, as far as the endpoint declares them. */
export type RequestOf<E> = Part<E, 'body', 'input'> & Part<E, 'query', 'input'> & Part<E, 'params', 'input'>
/** What a handler gets after validation. */
export type ParsedOf<E> = Part<E, 'body', 'output'> & Part<E, 'query', 'output'> & Part<E, 'params', 'output'>
export type DataOf<E> = E extends { readonly data: infer D extends z.ZodType } ? z.output<D> : never

/** Spec 3 and R3.10: the one shape of every answer. `error` and `detail` accompany refusals so that a screen can tell them apart. */
export type Envelope<D> = {
  readonly code: number
  readonly msg: string
  readonly data: D | null
  readonly error?: ErrorCode
  readonly detail?: Readonly<Record<string, unknown>>
}
