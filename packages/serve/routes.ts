import { createHash } from 'node:crypto'
import { assert } from '@fyh/base/assert.ts'
import { type Endpoint, proofFields } from '@fyh/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { done } from './envelope.ts'
import { fail, Refusal } from './fail.ts'
import { failFields, fieldErrorsOf } from './field-errors.ts'
import type { HandlersOf } from './handlers.ts'
import { bodyBytesDefault, sendRefusal } from './serve.ts'
import { unreadableTexts } from './texts.ts'
import type { Place, Turns } from './turns.ts'

export type OnceKey = { readonly userId: number; readonly key: string; readonly operation: string; readonly requestHash: string }

/**
 * Runs the work in a transaction that also stores its data under the key; twins wait for the first and get its data, and when
 * the work throws nothing is stored. 'reused' when the key was used for another request.
 */
export type Once<Tx> = (key: OnceKey, work: (tx: Tx) => Promise<unknown>) => Promise<{ readonly data: unknown } | 'reused'>

export type Binding<Guest, User extends Guest & { readonly userId: number }, Tx> = {
  readonly slice: string
  /** Put before every path; '/api' on the API host. */
  readonly prefix: string
  readonly guestOf: (request: FastifyRequest) => Guest
  /** The live session of the request, or undefined when there is none; needed where an endpoint has auth 'user'. */
  readonly authenticate?: (request: FastifyRequest, guest: Guest) => Promise<User | undefined>
  /** Whether the vendor's signature holds; needed where an endpoint has auth 'vendor'. */
  readonly vendorHolds?: (request: FastifyRequest) => Promise<boolean>
  /** Needed where an endpoint moves money. */
  readonly once?: Once<Tx>
  /** Bounds what one user has done at once; the same over all slices. Without it nothing is bounded. */
  readonly turns?: Turns
  /** Endpoints with auth 'development' exist only while this is true. */
  readonly development?: boolean
}

type Input = { readonly body?: unknown; readonly query?: unknown; readonly params?: unknown }
type LooseHandler = (input: Input & { readonly ctx: unknown }) => Promise<unknown>

/** Binds a slice: a route an endpoint, with validation, authentication and, where money moves, idempotency. */
export function routes<
  const Endpoints extends Readonly<Record<string, Endpoint>>,
  Guest extends object,
  User extends Guest & { readonly userId: number },
  Tx,
>(app: FastifyInstance, endpoints: Endpoints, handlers: HandlersOf<Endpoints, Guest, User, Tx>, binding: Binding<Guest, User, Tx>): void {
  const users = new WeakMap<FastifyRequest, User>()
  const places = new WeakMap<FastifyRequest, Place>()
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.auth === 'development' && !binding.development) continue
    // HandlersOf pairs each handler with its endpoint's own types, which a loop over both cannot follow.
    const handler = handlers[name] as LooseHandler | undefined
    assert(handler, `${binding.slice}.${name} has no handler`)
    assertBound(`${binding.slice}.${name}`, endpoint, binding)
    const bound = { operation: `${binding.slice}.${name}`, endpoint, handler, binding, users, places }
    app.route({
      method: endpoint.method,
      url: `${binding.prefix}${endpoint.path}`,
      bodyLimit: endpoint.bodyBytesMax ?? bodyBytesDefault,
      ...(endpoint.auth === 'user' && { onRequest: (request, reply) => admit(bound, request, reply) }),
      handler: (request, reply) => answer(bound, request, reply),
    })
  }
}

type Bound<Guest, User extends Guest & { readonly userId: number }, Tx> = {
  operation: string
  endpoint: Endpoint
  handler: LooseHandler
  binding: Binding<Guest, User, Tx>
  /** Who was admitted. */
  users: WeakMap<FastifyRequest, User>
  /** The places of those admitted, where turns are kept. */
  places: WeakMap<FastifyRequest, Place>
}

/** Checks the token before reading the body: large bodies from strangers would otherwise fill the memory. */
async function admit<Guest extends object, User extends Guest & { readonly userId: number }, Tx>(
  { binding, users, places }: Bound<Guest, User, Tx>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const user = await binding.authenticate?.(request, binding.guestOf(request))
  if (user === undefined) return sendRefusal(request, reply, 200, new Refusal('LOGIN_EXPIRED', {}))
  request.userId = user.userId
  users.set(request, user)
  if (binding.turns === undefined) return undefined
  const place = binding.turns.enter(user.userId)
  if (place === undefined) return sendRefusal(request, reply.header('retry-after', '1'), 429, new Refusal('BUSY', {}))
  places.set(request, place)
  // A client that hung up while its token was checked closes no second time.
  if (reply.raw.destroyed) place.leave()
  else reply.raw.once('close', place.leave).once('finish', place.leave)
}

async function answer<Guest extends object, User extends Guest & { readonly userId: number }, Tx>(
  bound: Bound<Guest, User, Tx>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { endpoint, binding } = bound
  if (endpoint.auth === 'vendor' && !(await binding.vendorHolds?.(request)))
    return sendRefusal(request, reply, 401, new Refusal('SIGNATURE_INVALID', {}))
  const user = bound.users.get(request)
  const input = parseInput(endpoint, request)
  const work = () =>
    user !== undefined && endpoint.moves === 'money'
      ? once(bound, user, request, input)
      : bound.handler({ ...input, ctx: user ?? binding.guestOf(request) })
  const order = endpoint.method === 'GET' ? undefined : bound.operation
  const data = await (bound.places.get(request)?.take(order, work) ?? work())
  request.answerCode = 0
  return reply.header('cache-control', 'no-store').send(done(data))
}

async function once<Guest extends object, User extends Guest & { readonly userId: number }, Tx>(
  { binding, operation, handler }: Bound<Guest, User, Tx>,
  user: User,
  request: FastifyRequest,
  input: Input,
): Promise<unknown> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,80}$/.test(key)) fail('IDEMPOTENCY_KEY_MISSING')
  assert(binding.once, `${operation} needs an idempotency store`)
  const given = { userId: user.userId, key, operation, requestHash: requestHash(operation, input) }
  const kept = await binding.once(given, (tx) => handler({ ...input, ctx: { ...user, tx } }))
  if (kept === 'reused') fail('IDEMPOTENCY_KEY_REUSED')
  return kept.data
}

/** What was ordered, without what proves who orders: a retry after a reload carries a new code and is still the same order. */
export function requestHash(operation: string, input: Input): string {
  const ordered = JSON.stringify([operation, input], (name, value: unknown) => (proofFields.includes(name) ? undefined : value))
  return createHash('sha256').update(ordered).digest('hex')
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): Input {
  const sent = { params: request.params, query: request.query, body: request.body }
  // A secret in an address ends in logs and in the Referer of the next page.
  if (typeof sent.query === 'object' && sent.query !== null && 'token' in sent.query) failFields([{ field: 'token', reason: 'notAllowed' }])
  const [bad] = [sent.params, sent.query, sent.body].flatMap((part) => unreadableTexts(part))
  if (bad) failFields([bad])
  return {
    ...(endpoint.params && { params: parsed(endpoint.params, sent.params) }),
    ...(endpoint.query && { query: parsed(endpoint.query, sent.query) }),
    ...(endpoint.body && { body: parsed(endpoint.body, sent.body ?? {}) }),
  }
}

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  return result.success ? result.data : failFields(fieldErrorsOf(result.error))
}

/** A missing part of a binding is a bug of the composition root and shows at the start, not at the first request. */
function assertBound<Guest, User extends Guest & { readonly userId: number }, Tx>(
  name: string,
  endpoint: Endpoint,
  binding: Binding<Guest, User, Tx>,
) {
  assert(endpoint.auth !== 'user' || binding.authenticate, `${name} needs authenticate`)
  assert(endpoint.auth !== 'vendor' || binding.vendorHolds, `${name} needs vendorHolds`)
  assert(endpoint.moves !== 'money' || (endpoint.auth === 'user' && binding.once), `${name} moves money and needs a user and once`)
}
