import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, Envelope, RequestOf } from '@fyh/contract/endpoint.ts'
import type { ErrorCode } from '@fyh/contract/errors.ts'
import { paths } from '@fyh/contract/generated/paths.ts'
import { constants } from '@fyh/contract/options.ts'
import { requestHeaders } from './api-headers.ts'
import { followServerTime } from './clock.ts'
import { currentToken } from './store.ts'

/**
 * Why a call did not give data. `shown` says that the person has been told (a toast), so nobody tells it twice.
 * refused: the server's answer with a msg to show; expired: the login is over; http, network: transport.
 */
export class ApiError extends Error {
  readonly kind: 'refused' | 'expired' | 'http' | 'network'
  readonly error: ErrorCode | undefined
  readonly detail: Readonly<Record<string, unknown>>
  readonly shown: boolean
  /** The phone had no network from the beginning to the end: nothing can have reached the server. */
  readonly unsent: boolean
  constructor(facts: Pick<ApiError, 'kind' | 'message'> & Partial<Pick<ApiError, 'error' | 'detail' | 'shown' | 'unsent'>>) {
    super(facts.message)
    this.name = 'ApiError'
    this.kind = facts.kind
    this.error = facts.error
    this.detail = facts.detail ?? {}
    this.shown = facts.shown ?? false
    this.unsent = facts.unsent ?? false
  }
}

/** Is this the refusal with that code? Guards a screen's own answer to it. */
export const isRefusal = (error: unknown, ...codes: readonly ErrorCode[]): error is ApiError & { error: ErrorCode } =>
  error instanceof ApiError && error.error !== undefined && (codes.length === 0 || codes.includes(error.error))

/** Did the call fail before anything of it left the phone? Then what it asked for has surely not happened. */
export const isUnsent = (error: unknown): boolean => error instanceof ApiError && error.unsent

export type CallOptions = {
  /** Refusals that the caller shows itself (beside the field); 'all' for every refusal. No toast for these. */
  readonly handles?: readonly ErrorCode[] | 'all' | undefined
  /** No toast for anything, e.g. for background looks. */
  readonly quiet?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Asks only, and changes nothing: may be sent a second time when no answer came. */
  readonly reads?: boolean | undefined
  /** Lets the call end although the page is left, e.g. saving a draft; at most 64 KiB. */
  readonly keepalive?: boolean | undefined
}

type MoneyOf<E> = E extends { readonly moves: 'money' } ? { readonly idempotencyKey: string } : unknown
type ArgumentsOf<E> = RequestOf<E> & MoneyOf<E>
/** The request may be left out where the endpoint asks for nothing (or only for things with defaults). */
type Call<E> =
  Record<never, never> extends ArgumentsOf<E>
    ? (request?: ArgumentsOf<E>, options?: CallOptions) => Promise<DataOf<E>>
    : (request: ArgumentsOf<E>, options?: CallOptions) => Promise<DataOf<E>>

type Paths = typeof paths
export type ApiClient = {
  readonly [S in keyof Paths]: {
    readonly [N in keyof Paths[S]]: S extends keyof Api ? (N extends keyof Api[S] ? Call<Api[S][N]> : never) : never
  }
}

/** What the client needs of the application around it; handed over once by main. */
export type ApiSurroundings = {
  readonly language: () => string
  readonly say: (text: string) => void
  readonly words: { readonly httpFailed: (status: number) => string; readonly noAnswer: () => string; readonly unsent: () => string }
  readonly onExpired: (msg: string) => void
  /** A call that may have changed something was taken by the server. */
  readonly onChange: () => void
}

let around: ApiSurroundings = {
  language: () => 'zh-cn',
  say: () => undefined,
  words: { httpFailed: String, noAnswer: () => '', unsent: () => '' },
  onExpired: () => undefined,
  onChange: () => undefined,
}
export function connectApi(surroundings: ApiSurroundings): void {
  around = surroundings
}

type FailureListener = (path: string, failure: ApiError) => void
const failureListeners: FailureListener[] = []
/** Hears of every call that gave no data, except those the screen itself gave up; `path` is the endpoint's, without values. */
export function whenCallFails(listener: FailureListener): void {
  failureListeners.push(listener)
}

type AnyRequest = { readonly body?: unknown; readonly query?: object; readonly params?: object; readonly idempotencyKey?: string }

function addressOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return `${constants.apiPrefix}${filled}${text === '' ? '' : `?${text}`}`
}

const secondTryMs = 400
/** A server that is busy with requests of this borrower is asked again after each of these times. */
const busyWaitsMs = [1_000, 2_000]
const tooManyRequests = 429

/** Retries a request that the server rejected before processing it, so that nothing can have happened. */
async function whileBusy(signal: AbortSignal, once: () => Promise<Answered>): Promise<Answered> {
  for (const waitMs of busyWaitsMs) {
    const answered = await once()
    if (answered.response.status !== tooManyRequests || signal.aborted) return answered
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  return once()
}

/**
 * Tries once more after a moment when the connection broke or the way to the server was busy: only where a second arrival
 * does no harm, because the call only reads or carries a key under which the server gives its first answer again.
 */
async function twiceIf(safe: boolean, signal: AbortSignal, once: () => Promise<Answered>): Promise<Answered> {
  const isWorthIt = () => safe && !signal.aborted && navigator.onLine
  try {
    const answered = await once()
    if (![502, 503, 504].includes(answered.response.status) || !isWorthIt()) return answered
  } catch (failure) {
    if (!isWorthIt()) throw failure
  }
  await new Promise((resolve) => setTimeout(resolve, secondTryMs))
  return once()
}

type Answered = { readonly response: Response; readonly text: string }

/** The whole answer of the transport, or an ApiError that says why there is none: one that stops half-way is none. */
async function send(method: string, path: string, request: AnyRequest, options: CallOptions): Promise<Answered> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), constants.timeoutMs)
  const stop = () => limit.abort()
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted === true) stop()
  let mayBeSent = false
  const lookAtNetwork = () => {
    mayBeSent ||= navigator.onLine
  }
  try {
    const call: RequestInit = {
      method,
      headers: requestHeaders({ language: around.language(), idempotencyKey: request.idempotencyKey }),
      body: method === 'GET' ? null : JSON.stringify(request.body ?? {}),
      signal: limit.signal,
      cache: 'no-store',
      keepalive: options.keepalive === true,
    }
    const safe = options.reads === true || method === 'GET' || request.idempotencyKey !== undefined
    const once = async () => {
      lookAtNetwork()
      const response = await fetch(addressOf(path, request), call)
      return { response, text: await response.text() }
    }
    return await whileBusy(limit.signal, () => twiceIf(safe, limit.signal, once))
  } catch {
    lookAtNetwork()
    const message = mayBeSent ? around.words.noAnswer() : around.words.unsent()
    const shown = options.quiet !== true && options.signal?.aborted !== true
    if (shown) around.say(message)
    throw new ApiError({ kind: 'network', message, shown, unsent: !mayBeSent })
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
  }
}

function envelopeOf(text: string): Envelope<unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function callServer(method: string, path: string, request: AnyRequest, options: CallOptions): Promise<unknown> {
  const sentAs = currentToken()
  const { response, text } = await send(method, path, request, options)
  followServerTime(response.headers.get('X-Business-Time'))
  const isAnswer = response.ok || response.status === tooManyRequests
  const envelope = isAnswer ? envelopeOf(text) : undefined
  if (envelope === undefined) {
    const message = around.words.httpFailed(response.status)
    if (options.quiet !== true) around.say(message)
    throw new ApiError({ kind: 'http', message, shown: options.quiet !== true })
  }
  if (envelope.code === 0) {
    if (method !== 'GET' && options.reads !== true && options.quiet !== true) around.onChange()
    return envelope.data
  }
  if (envelope.code === -1) {
    // A late answer speaks of the login it was asked with, not of one that was forgotten or renewed since.
    if (sentAs === currentToken()) around.onExpired(envelope.msg)
    throw new ApiError({ kind: 'expired', message: envelope.msg, shown: true })
  }
  const handled = options.handles === 'all' || (envelope.error !== undefined && options.handles?.includes(envelope.error) === true)
  const shown = !handled && options.quiet !== true
  if (shown) around.say(envelope.msg)
  throw new ApiError({
    kind: 'refused',
    message: envelope.msg,
    shown,
    ...(envelope.error && { error: envelope.error }),
    ...(envelope.detail && { detail: envelope.detail }),
  })
}

function clientOf(): ApiClient {
  const slices = Object.entries(paths).map(([slice, endpoints]) => [
    slice,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, [method, path]]) => [
        name,
        async (request: AnyRequest = {}, options: CallOptions = {}) => {
          try {
            return await callServer(method, path, request, options)
          } catch (failure) {
            if (failure instanceof ApiError && options.signal?.aborted !== true)
              for (const listener of failureListeners) listener(path, failure)
            throw failure
          }
        },
      ]),
    ),
  ])
  // The map of paths and the endpoints come from one declaration, so the types of the one fit the other.
  return Object.fromEntries(slices) as ApiClient
}

/** `await api.repay.pay({ body, idempotencyKey }, { handles: ['SMS_CODE_WRONG'] })` */
export const api: ApiClient = clientOf()
